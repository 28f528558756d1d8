import { desc, eq, isNotNull } from 'drizzle-orm';
import { unionAll } from 'drizzle-orm/pg-core';
import type { Queryable } from '#server/platform/database.ts';
import { boardMeetings, bookClosures } from './corporate-actions.tables.ts';

/** Returns the symbols of board meetings and book closures, with the name of the company in the one that changed last. */
export async function listEventSymbols(db: Queryable): Promise<{ symbol: string; companyName: string }[]> {
  const { symbol, companyName, updatedAt } = boardMeetings;
  const closures = bookClosures;
  const events = unionAll(
    db
      .select({ symbol, companyName, updatedAt })
      .from(boardMeetings)
      .where(eq(boardMeetings.state, 'meeting')),
    db
      .select({ symbol: closures.symbol, companyName: closures.companyName, updatedAt: closures.updatedAt })
      .from(closures),
  ).as('events');
  const rows = await db
    .selectDistinctOn([events.symbol], { symbol: events.symbol, companyName: events.companyName })
    .from(events)
    .where(isNotNull(events.symbol))
    .orderBy(events.symbol, desc(events.updatedAt));
  return rows.flatMap((row) => (row.symbol === null ? [] : [{ ...row, symbol: row.symbol }]));
}

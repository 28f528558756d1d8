import { desc, eq, isNotNull, sql } from 'drizzle-orm';
import { unionAll } from 'drizzle-orm/pg-core';
import type { Queryable } from '#server/platform/database.ts';
import { boardMeetings, bookClosures } from './corporate-actions.tables.ts';

/** Returns the symbols of board meetings and book closures, with the name of the company in the latest one. */
export async function listEventSymbols(db: Queryable): Promise<{ symbol: string; companyName: string }[]> {
  const { symbol, companyName, meetingDate } = boardMeetings;
  const closures = bookClosures;
  const events = unionAll(
    db
      .select({ symbol, companyName, date: sql<string>`${meetingDate}`.as('date') })
      .from(boardMeetings)
      .where(eq(boardMeetings.state, 'meeting')),
    db
      .select({
        symbol: closures.symbol,
        companyName: closures.companyName,
        date: sql<string>`${closures.bcFrom}`.as('date'),
      })
      .from(closures),
  ).as('events');
  const rows = await db
    .selectDistinctOn([events.symbol], { symbol: events.symbol, companyName: events.companyName })
    .from(events)
    .where(isNotNull(events.symbol))
    .orderBy(events.symbol, desc(events.date), events.companyName);
  return rows.flatMap((row) => (row.symbol === null ? [] : [{ ...row, symbol: row.symbol }]));
}

import { and, eq, gte, isNull, min, or } from 'drizzle-orm';
import { addDays, getStartOfDate, type LocalDate } from '#core/contract/dates.ts';
import { isOneOf } from '#core/server/platform/database/parameters.ts';
import type { Queryable } from '#core/server/platform/database.ts';
import type { RouteDependencies } from '#dependencies.ts';
import { listNextDates } from '#features/corporate-actions/contract/next-dates.ts';
import { boardMeetings, bookClosures } from '#features/corporate-actions/server/corporate-actions.tables.ts';
import { getExDate, toClosureStarts } from '#features/corporate-actions/server/rules/ex-date.ts';
import type { Holidays } from '#features/market/server/market.ts';
import type { ClosureContext } from './present-book-closure.ts';

/** Serves the next dates of the companies of a watchlist. */
export function nextDateRoutes(
  { handle, database: { db } }: RouteDependencies,
  getClosureContext: () => Promise<ClosureContext>,
): void {
  handle(listNextDates, async ({ query: { symbols }, changesAt }) => {
    const { today, holidays } = await getClosureContext();
    const [exDates, meetings] = await Promise.all([
      findNextExDates(db, symbols, today, holidays),
      findNextMeetings(db, symbols, today),
    ]);
    changesAt(getStartOfDate(addDays(today, 1)));
    return {
      results: symbols.map((symbol) => ({
        symbol,
        ex_date: exDates.get(symbol) ?? null,
        meeting_date: meetings.get(symbol) ?? null,
      })),
    };
  });
}

async function findNextExDates(
  db: Queryable,
  symbols: readonly string[],
  today: LocalDate,
  holidays: Holidays,
): Promise<Map<string, LocalDate>> {
  const { symbol, bcFrom, exDate } = bookClosures;
  const { from = today } = toClosureStarts({ from: today }, holidays);
  const rows = await db
    .selectDistinct({ symbol, bcFrom, exDate })
    .from(bookClosures)
    .where(and(isOneOf(symbol, symbols), or(gte(exDate, today), and(isNull(exDate), gte(bcFrom, from)))));
  const next = new Map<string, LocalDate>();
  for (const row of rows) {
    const date = getExDate(row, holidays).exDate;
    const earlier = next.get(row.symbol ?? '');
    if (row.symbol !== null && (earlier === undefined || date < earlier)) next.set(row.symbol, date);
  }
  return next;
}

async function findNextMeetings(
  db: Queryable,
  symbols: readonly string[],
  today: LocalDate,
): Promise<Map<string, LocalDate>> {
  const { symbol, meetingDate, state } = boardMeetings;
  const rows = await db
    .select({ symbol, date: min(meetingDate) })
    .from(boardMeetings)
    .where(and(isOneOf(symbol, symbols), eq(state, 'meeting'), gte(meetingDate, today)))
    .groupBy(symbol);
  return new Map(rows.flatMap((row) => (row.symbol && row.date ? [[row.symbol, row.date] as const] : [])));
}

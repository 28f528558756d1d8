import { addDays, getStartOfDate } from '#core/contract/dates.ts';
import type { RouteDependencies } from '#dependencies.ts';
import { listNextDates } from '#features/corporate-actions/contract/next-dates.ts';
import { findNextExDates, findNextMeetings } from '#features/corporate-actions/server/read-events.ts';
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

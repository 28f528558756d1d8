import { type LastBuyingDay, listLastBuyingDays } from '#contract/corporate-actions/last-buying-days.ts';
import { addDays, getStartOfDate, toKarachiDate } from '#contract/dates.ts';
import type { Dependencies } from '#server/dependencies.ts';
import { dependsOnTentativeHoliday, type ExDate } from '#server/domains/corporate-actions/rules/ex-date.ts';
import { groupByExDate } from '#server/domains/corporate-actions/rules/last-buying-days.ts';
import { getSessionEnd } from '#server/domains/market/market.ts';
import type { Handle } from '#server/http/endpoints.ts';
import { cachedUntilChange } from '#server/platform/cached-until-change.ts';
import { type BookClosureRow, findClosures, listClosureIds } from './book-closures.queries.ts';
import { type ClosureContext, presentBookClosure } from './present-book-closure.ts';

const DAYS_AHEAD = 30;
/** A published ex-date is at most a month before the closure. */
const MAX_DAYS_TO_CLOSURE = 31;
const MAX_DAYS = 3;
const MAX_CLOSURES_PER_DAY = 6;
/** More closures than the exchange has companies. */
const MAX_ROWS = 1_000;

export function lastBuyingDayRoutes(
  handle: Handle,
  { clock, database: { db, changes } }: Pick<Dependencies, 'clock' | 'database'>,
  { getClosureContext }: { getClosureContext: () => Promise<ClosureContext> },
): void {
  const getUpcomingClosures = cachedUntilChange(changes, 'corporate-actions', async () => {
    const fromDate = toKarachiDate(clock.now());
    const toDate = addDays(fromDate, DAYS_AHEAD + MAX_DAYS_TO_CLOSURE);
    const slice = { offset: 0, limit: MAX_ROWS };
    return findClosures(db, await listClosureIds(db, { fromDate, toDate }, 'bc_from', slice));
  });

  handle(listLastBuyingDays, async ({ changesAt }) => {
    const [closures, context] = await Promise.all([getUpcomingClosures(), getClosureContext()]);
    const { today, holidays } = context;
    // After the end of trading the last chance of that day has passed.
    const sessionEnd = getSessionEnd(clock.now(), context);
    const from = toKarachiDate(sessionEnd);
    changesAt(sessionEnd);
    changesAt(getStartOfDate(addDays(today, 1)));
    const to = addDays(today, DAYS_AHEAD);
    const days = groupByExDate(closures, { from, to, maxDays: MAX_DAYS, holidays });
    return { results: days.map((day) => presentLastBuyingDay(day, context)) };
  });
}

function presentLastBuyingDay(
  { exDate, lastBuyingDay, closures }: ExDate & { closures: BookClosureRow[] },
  context: ClosureContext,
): LastBuyingDay {
  const { tentativeHolidays } = context;
  return {
    last_buying_day: lastBuyingDay,
    ex_date: exDate,
    trading_ends_at: getSessionEnd(getStartOfDate(lastBuyingDay), context).toISOString(),
    is_ex_date_estimated: closures.some((row) => row.exDate === null),
    depends_on_tentative_holiday: closures.some((row) =>
      dependsOnTentativeHoliday(lastBuyingDay, row.exDate ?? row.bcFrom, tentativeHolidays),
    ),
    count: closures.length,
    closures: closures.slice(0, MAX_CLOSURES_PER_DAY).map((row) => presentBookClosure(row, context)),
  };
}

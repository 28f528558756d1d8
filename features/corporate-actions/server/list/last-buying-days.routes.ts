import { addDays, getStartOfDate, toKarachiDate } from '#core/contract/dates.ts';
import { cachedUntilChange } from '#core/server/platform/cached-until-change.ts';
import type { RouteDependencies } from '#dependencies.ts';
import {
  type LastBuyingDay,
  listLastBuyingDays,
} from '#features/corporate-actions/contract/book-closures.ts';
import {
  dependsOnTentativeHoliday,
  type ExDate,
  getExDate,
} from '#features/corporate-actions/server/rules/ex-date.ts';
import { paysNothing } from '#features/corporate-actions/server/rules/payout.ts';
import { areHoursTentative, getSessionEnd, type Holidays } from '#features/market/server/market.ts';
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
  { handle, clock, database: { db, changes } }: RouteDependencies,
  getClosureContext: () => Promise<ClosureContext>,
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
  return {
    last_buying_day: lastBuyingDay,
    ex_date: exDate,
    trading_ends_at: getSessionEnd(getStartOfDate(lastBuyingDay), context).toISOString(),
    are_hours_tentative: areHoursTentative(lastBuyingDay, context.schedules),
    is_ex_date_estimated: closures.some((row) => row.exDate === null),
    depends_on_tentative_holiday: closures.some((row) =>
      dependsOnTentativeHoliday(lastBuyingDay, row.exDate ?? row.bcFrom, context.holidays.tentative),
    ),
    count: closures.length,
    closures: closures.slice(0, MAX_CLOSURES_PER_DAY).map((row) => presentBookClosure(row, context)),
  };
}

interface Closure {
  bcFrom: string;
  exDate: string | null;
  payout: string;
}

interface BuyingDays {
  /** The range of last buying days, both dates included. */
  from: string;
  to: string;
  maxDays: number;
  holidays: Holidays;
}

/**
 * Groups closures by ex-date, soonest first: those with a last buying day in the range, up to `maxDays` ex-dates. Leaves out
 * closures that pay nothing.
 */
export function groupByExDate<C extends Closure>(
  closures: C[],
  { from, to, maxDays, holidays }: BuyingDays,
): (ExDate & { closures: C[] })[] {
  const groups: (ExDate & { closures: C[] })[] = [];
  const dated = closures
    .map((closure) => ({ closure, ...getExDate(closure, holidays) }))
    .filter(({ lastBuyingDay }) => from <= lastBuyingDay && lastBuyingDay <= to)
    .sort((a, b) => a.exDate.localeCompare(b.exDate));
  for (const { closure, exDate, lastBuyingDay } of dated) {
    const last = groups.at(-1);
    const isNew = last?.exDate !== exDate;
    if (isNew && groups.length === maxDays) break;
    if (paysNothing(closure.payout)) continue;
    if (isNew) groups.push({ exDate, lastBuyingDay, closures: [closure] });
    else last?.closures.push(closure);
  }
  return groups;
}

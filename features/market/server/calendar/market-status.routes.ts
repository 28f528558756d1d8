import {
  addDays,
  formatShortDateWithWeekday,
  getStartOfDate,
  getWeekday,
  type LocalDate,
  toKarachiDate,
  WEEKDAYS,
} from '#core/contract/dates.ts';
import { type MarketPeriod, readMarketStatus } from '#core/contract/market-status.ts';
import { truncateAtWord } from '#core/contract/text/truncate-at-word.ts';
import { cachedUntilChange } from '#core/server/platform/cached-until-change.ts';
import type { RouteDependencies } from '#dependencies.ts';
import { isTradingDay } from '#features/market/server/trading-days.ts';
import { listHolidays } from './holidays.ts';
import { cacheTradingCalendar } from './schedules.ts';
import {
  areHoursTentative,
  getNextSessionStart,
  getSessions,
  type TradingCalendar,
  toTimestamp,
} from './sessions.ts';

/** Two trading days, for pages that stay open. */
const PERIODS = 8;

export function marketStatusRoutes({ handle, database, clock }: RouteDependencies): void {
  const getCalendar = cacheTradingCalendar(database);
  const getNames = cachedUntilChange(
    database.changes,
    'market',
    async () =>
      new Map(
        (await listHolidays(database.db)).map(({ date, name, is_tentative }) => [
          date,
          { name, isTentative: is_tentative },
        ]),
      ),
  );

  handle(readMarketStatus, async ({ changesAt }) => {
    const [calendar, names] = await Promise.all([getCalendar(), getNames()]);
    const now = clock.now();
    const periods = listMarketPeriods(now, calendar, names, PERIODS);
    changesAt(new Date(periods[1]?.from ?? now));
    return { as_of: now.toISOString(), periods };
  });
}

/** The names of the holidays by date. */
type HolidayNames = ReadonlyMap<LocalDate, { name: string; isTentative: boolean }>;

/** A phone shows so many characters in one line with the time of the opening. */
const MAX_NAME_LENGTH = 20;

type Start = { from: Date } & (
  | { state: 'open'; closesAt: Date; isTentative: boolean }
  | { state: 'pre_open' }
  | { state: 'closed' }
  | { state: 'holiday'; name: string; isTentative: boolean }
);

/** Returns the period at a timestamp and those that follow, `count` in all. */
export function listMarketPeriods(
  now: Date,
  calendar: TradingCalendar,
  names: HolidayNames,
  count: number,
): MarketPeriod[] {
  const periods: MarketPeriod[] = [];
  for (let date = toKarachiDate(now); periods.length <= count; date = addDays(date, 1)) {
    for (const start of listStarts(date, calendar, names)) {
      const period = present(start, calendar);
      const last = periods.at(-1);
      if (last && start.from <= now) periods.pop();
      // Midnight changes nothing while the market is closed.
      if (start.from <= now || last?.text !== period.text) periods.push(period);
    }
  }
  return periods.slice(0, count);
}

/** Returns when the state of the market changes on a date, in order; the first is midnight. */
function listStarts(date: LocalDate, { holidays, schedules }: TradingCalendar, names: HolidayNames): Start[] {
  const midnight = getStartOfDate(date);
  const holiday = names.get(date);
  if (holiday && holidays.exchange.has(date)) return [{ from: midnight, state: 'holiday', ...holiday }];
  if (!isTradingDay(date, holidays)) return [{ from: midnight, state: 'closed' }];
  const isTentative = areHoursTentative(date, schedules);
  const sessions = getSessions(date, schedules).flatMap(({ pre_open, opens, closes }): Start[] => [
    ...(pre_open === null ? [] : [{ from: toTimestamp(date, pre_open), state: 'pre_open' as const }]),
    { from: toTimestamp(date, opens), state: 'open', closesAt: toTimestamp(date, closes), isTentative },
    { from: toTimestamp(date, closes), state: 'closed' },
  ]);
  return [{ from: midnight, state: 'closed' }, ...sessions];
}

function present(start: Start, calendar: TradingCalendar): MarketPeriod {
  const { from, state } = start;
  const until = state === 'open' ? start.closesAt : getNextSessionStart(from, calendar);
  return { from: from.toISOString(), state, until: until.toISOString(), text: describe(start, until) };
}

function describe(start: Start, until: Date): string {
  const time = `${formatTime(until)} PKT`;
  if (start.state === 'open') return `Open until ${time}${start.isTentative ? ' (expected)' : ''}`;
  if (start.state === 'pre_open') return `Pre-open, opens ${time}`;
  const opening = `opens ${formatDay(until, start.from)} ${time}`;
  if (start.state === 'closed') return `Closed, ${opening}`;
  return `${start.isTentative ? 'Expected holiday' : 'Holiday'}: ${truncateAtWord(start.name, MAX_NAME_LENGTH)}, ${opening}`;
}

const formatTime = (time: Date) => new Date(time.getTime() + 5 * 60 * 60 * 1000).toISOString().slice(11, 16);

/** Formats the date as `Mon`, or `Mon 30 Nov` if the weekday is not clear. */
function formatDay(time: Date, from: Date): string {
  const date = toKarachiDate(time);
  const weekday = (WEEKDAYS[getWeekday(date)] ?? '').slice(0, 3);
  const isWithinWeek = date < addDays(toKarachiDate(from), 7);
  return isWithinWeek ? weekday : formatShortDateWithWeekday(date).slice(0, -5);
}

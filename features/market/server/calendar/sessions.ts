import { addDays, getWeekday, type LocalDate, toKarachiDate } from '#core/contract/dates.ts';
import type { TradingSchedule, TradingSession } from '#features/market/contract/schedules.ts';
import {
  getNextTradingDay,
  getPreviousTradingDay,
  type Holidays,
  isTradingDay,
} from '#features/market/server/trading-days.ts';

/**
 * Returns the end of the trading day that a timestamp belongs to. Outside trading hours that is the next trading day.
 * The two sessions of a Friday are one trading day: orders stay valid over the break.
 */
export function getSessionEnd(timestamp: Date, calendar: TradingCalendar): Date {
  const { holidays } = calendar;
  const date = toKarachiDate(timestamp);
  if (isTradingDay(date, holidays)) {
    const close = getClose(date, calendar);
    if (timestamp < close) return close;
  }
  return getClose(getNextTradingDay(date, holidays), calendar);
}

/** Returns the end of the last trading day that has ended at a timestamp. What is older belongs to an ended session. */
export function getLastSessionEnd(timestamp: Date, calendar: TradingCalendar): Date {
  const { holidays } = calendar;
  const date = toKarachiDate(timestamp);
  if (isTradingDay(date, holidays)) {
    const close = getClose(date, calendar);
    if (close <= timestamp) return close;
  }
  return getClose(getPreviousTradingDay(date, holidays), calendar);
}

function getClose(date: LocalDate, { schedules }: TradingCalendar): Date {
  const [last] = getSessions(date, schedules).slice(-1);
  if (!last) throw new RangeError(`no session on ${date}`);
  return toTimestamp(date, last.closes);
}

/** Returns the next time after a timestamp at which a session opens, including the second session of a Friday. */
export function getNextSessionStart(timestamp: Date, { holidays, schedules }: TradingCalendar): Date {
  let date = getNextTradingDay(addDays(toKarachiDate(timestamp), -1), holidays);
  for (;;) {
    for (const { opens } of getSessions(date, schedules)) {
      const start = toTimestamp(date, opens);
      if (start > timestamp) return start;
    }
    date = getNextTradingDay(date, holidays);
  }
}

const MINUTE_MS = 60_000;

/**
 * Returns the timestamp, to the minute, after a share of a trading day's session time: 0 is the open, 0.5 half of the
 * minutes in session. With `until` only the session time before it counts; the result is `null` if there is none.
 */
export function getSessionTime(
  date: LocalDate,
  share: number,
  { schedules, until = null }: { schedules: Schedules; until?: Date | null },
): Date | null {
  const limit = until?.getTime() ?? Number.POSITIVE_INFINITY;
  const sessions = getSessions(date, schedules)
    .map(({ opens, closes }) => [toMs(date, opens), Math.min(toMs(date, closes), limit)] as const)
    .filter(([opens, closes]) => closes > opens);
  const total = sessions.reduce((sum, [opens, closes]) => sum + closes - opens, 0);
  let rest = Math.floor((total * share) / MINUTE_MS) * MINUTE_MS;
  for (const [opens, closes] of sessions) {
    if (rest < closes - opens) return new Date(opens + rest);
    rest -= closes - opens;
  }
  return null;
}

const toMs = (date: LocalDate, time: string) => toTimestamp(date, time).getTime();

export type TradingHours = Pick<
  TradingSchedule,
  'valid_from' | 'valid_to' | 'monday_to_thursday' | 'friday'
> &
  Partial<Pick<TradingSchedule, 'is_tentative'>>;

/** The schedules in order of precedence, see `orderSchedules`: of those that contain a date the last one applies. */
export type Schedules = readonly TradingHours[];

/** When the exchange is open. */
export interface TradingCalendar {
  holidays: Holidays;
  schedules: Schedules;
}

/**
 * Orders schedules by precedence. Those without an end are the regular hours; the others, such as those of Ramazan, are
 * exceptions, which override them. Among either the one that begins later applies, or of two that begin together the one
 * that ends earlier.
 */
export const orderSchedules = <T extends TradingHours>(schedules: readonly T[]): T[] =>
  schedules.toSorted(
    (a, b) =>
      Number(a.valid_to !== null) - Number(b.valid_to !== null) ||
      compare(a.valid_from, b.valid_from) ||
      compare(b.valid_to ?? '', a.valid_to ?? ''),
  );

const compare = (a: string, b: string) => (a < b ? -1 : Number(a > b));

const FRIDAY = 5;

/** Returns the sessions of a trading day. */
export function getSessions(date: LocalDate, schedules: Schedules): readonly TradingSession[] {
  const hours = getHours(date, schedules);
  return getWeekday(date) === FRIDAY ? hours.friday : hours.monday_to_thursday;
}

/** Returns whether the hours of a trading day are expected, not announced. */
export const areHoursTentative = (date: LocalDate, schedules: Schedules): boolean =>
  getHours(date, schedules).is_tentative === true;

function getHours(date: LocalDate, schedules: Schedules): TradingHours {
  const hours = schedules.findLast(
    ({ valid_from, valid_to }) => valid_from <= date && (valid_to === null || date <= valid_to),
  );
  if (!hours) throw new RangeError(`no trading hours for ${date}`);
  return hours;
}

/** Returns the timestamp of a time of day in Pakistan: `2026-11-23`, `09:32`. */
export const toTimestamp = (date: LocalDate, time: string): Date => new Date(`${date}T${time}:00+05:00`);

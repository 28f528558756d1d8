import { getWeekday, type LocalDate } from '#contract/dates.ts';
import type { TradingSchedule, TradingSession } from '#contract/market/schedules.ts';
import type { Holidays } from '#server/domains/market/holidays/trading-calendar.ts';

export type TradingHours = Pick<TradingSchedule, 'valid_from' | 'valid_to' | 'monday_to_thursday' | 'friday'>;

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
  const hours = schedules.findLast(
    ({ valid_from, valid_to }) => valid_from <= date && (valid_to === null || date <= valid_to),
  );
  if (!hours) throw new RangeError(`no trading hours for ${date}`);
  return getWeekday(date) === FRIDAY ? hours.friday : hours.monday_to_thursday;
}

/** Returns the timestamp of a time of day in Pakistan: `2026-11-23`, `09:32`. */
export const toTimestamp = (date: LocalDate, time: string): Date => new Date(`${date}T${time}:00+05:00`);

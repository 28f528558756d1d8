import { type LocalDate, toKarachiDate } from '#contract/dates.ts';
import {
  getNextTradingDay,
  getPreviousTradingDay,
  isTradingDay,
} from '#server/domains/market/holidays/trading-calendar.ts';
import { getSessions, type TradingCalendar, toTimestamp } from './trading-schedule.ts';

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

import { type LocalDate, toKarachiDate } from '#contract/dates.ts';
import {
  getNextTradingDay,
  getPreviousTradingDay,
  type Holidays,
  isTradingDay,
} from '#server/domains/market/holidays/trading-calendar.ts';
import { getSessions, TRADING_SCHEDULE, type TradingHours } from './trading-schedule.ts';

/**
 * Returns the end of the trading day that a timestamp belongs to. Outside trading hours that is the next trading day.
 * The two sessions of a Friday are one trading day: orders stay valid over the break.
 */
export function getSessionEnd(
  timestamp: Date,
  holidays: Holidays,
  schedule: readonly TradingHours[] = TRADING_SCHEDULE,
): Date {
  const date = toKarachiDate(timestamp);
  if (isTradingDay(date, holidays)) {
    const close = getClose(date, schedule);
    if (timestamp < close) return close;
  }
  return getClose(getNextTradingDay(date, holidays), schedule);
}

/** Returns the end of the last trading day that has ended at a timestamp. What is older belongs to an ended session. */
export function getLastSessionEnd(
  timestamp: Date,
  holidays: Holidays,
  schedule: readonly TradingHours[] = TRADING_SCHEDULE,
): Date {
  const date = toKarachiDate(timestamp);
  if (isTradingDay(date, holidays)) {
    const close = getClose(date, schedule);
    if (close <= timestamp) return close;
  }
  return getClose(getPreviousTradingDay(date, holidays), schedule);
}

function getClose(date: LocalDate, schedule: readonly TradingHours[]): Date {
  const closes = getSessions(date, schedule).map(([, time]) => time);
  return new Date(`${date}T${closes.at(-1)}:00+05:00`);
}

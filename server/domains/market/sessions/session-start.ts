import { addDays, toKarachiDate } from '#contract/dates.ts';
import { getNextTradingDay, type Holidays } from '#server/domains/market/holidays/trading-calendar.ts';
import { getSessions, TRADING_SCHEDULE, type TradingHours } from './trading-schedule.ts';

/** Returns the next time after a timestamp at which a session opens, including the second session of a Friday. */
export function getNextSessionStart(
  timestamp: Date,
  holidays: Holidays,
  schedule: readonly TradingHours[] = TRADING_SCHEDULE,
): Date {
  let date = getNextTradingDay(addDays(toKarachiDate(timestamp), -1), holidays);
  for (;;) {
    for (const [opens] of getSessions(date, schedule)) {
      const start = new Date(`${date}T${opens}:00+05:00`);
      if (start > timestamp) return start;
    }
    date = getNextTradingDay(date, holidays);
  }
}

import { addDays, toKarachiDate } from '#contract/dates.ts';
import { getNextTradingDay } from '#server/domains/market/holidays/trading-calendar.ts';
import { getSessions, type TradingCalendar, toTimestamp } from './trading-schedule.ts';

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

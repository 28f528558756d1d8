import { addDays, type LocalDate } from '#contract/dates.ts';
import { isWeekend } from '#server/domains/market/holidays/trading-calendar.ts';
import { getSessions, type Schedules } from '#server/domains/market/sessions/trading-schedule.ts';

/**
 * Returns the last weekday before today whose sessions a change of the schedules would change; `null` if there is none. Signals of
 * past days expired by the hours of those days. Dates before `from` are not compared.
 */
export function findChangedPastDate(
  before: Schedules,
  after: Schedules,
  { from, today }: { from: LocalDate; today: LocalDate },
): LocalDate | null {
  for (let date = addDays(today, -1); date >= from; date = addDays(date, -1))
    if (!isWeekend(date) && describe(date, before) !== describe(date, after)) return date;
  return null;
}

const describe = (date: LocalDate, schedules: Schedules) => JSON.stringify(getSessions(date, schedules));

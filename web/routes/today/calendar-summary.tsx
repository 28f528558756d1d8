import { formatShortDateWithWeekday, type LocalDate } from '#contract/dates.ts';
import type { Calendar } from './load-calendar.ts';

interface CalendarSummaryProps {
  calendar: Calendar;
  today: LocalDate;
}

/**
 * The numbers of the next session in one line, which names its day unless that is today, with links to their sections. These are below
 * the signals on narrow screens.
 */
export function CalendarSummary({ calendar, today }: CalendarSummaryProps) {
  const { nextSession: day, closures, meetings, holidays } = calendar;
  const buying = closures.filter(({ last_buying_day }) => last_buying_day === day).length;
  const exDates = closures.filter(({ ex_date }) => ex_date === day).length;
  const held = meetings.filter(({ meeting_date, is_postponed }) => meeting_date === day && !is_postponed);
  return (
    <p className="-mt-2 mb-4 flex flex-wrap items-baseline gap-x-3 text-sm lg:hidden">
      {day !== today && (
        <span className="w-full font-semibold">
          <span>Next session: </span>
          <time dateTime={day} translate="no">
            {formatShortDateWithWeekday(day)}
          </time>
        </span>
      )}
      {holidays.length > 0 && <SummaryLink to="holidays">Holiday ahead</SummaryLink>}
      <SummaryLink to="buying-days">{`${day === today ? 'Buy by today' : 'Last day to buy'}: ${buying}`}</SummaryLink>
      <SummaryLink to="buying-days">{`Ex: ${exDates}`}</SummaryLink>
      <SummaryLink to="meetings">{`Meetings: ${held.length}`}</SummaryLink>
    </p>
  );
}

const SummaryLink = ({ to, children }: { to: string; children: string }) => (
  <a href={`#${to}`} className="link py-1">
    {children}
  </a>
);

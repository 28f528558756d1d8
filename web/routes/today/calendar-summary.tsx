import type { LocalDate } from '#contract/dates.ts';
import type { Calendar } from './load-calendar.ts';

interface CalendarSummaryProps {
  calendar: Calendar;
  today: LocalDate;
}

/** Today's numbers in one line, with links to their sections, which are below the signals on narrow screens. */
export function CalendarSummary({ calendar, today }: CalendarSummaryProps) {
  const { nextSession, closures, meetings, holidays } = calendar;
  const isToday = (date: LocalDate) => date === today;
  const buying = closures.filter(({ last_buying_day }) => last_buying_day === nextSession).length;
  const exDates = closures.filter(({ ex_date }) => isToday(ex_date)).length;
  const meetingCount = meetings.filter(
    ({ meeting_date, is_postponed }) => isToday(meeting_date) && !is_postponed,
  ).length;
  return (
    <p className="-mt-2 mb-4 flex flex-wrap gap-x-3 text-sm lg:hidden">
      {holidays.length > 0 && <SummaryLink to="holidays">Holiday ahead</SummaryLink>}
      <SummaryLink to="buying-days">{`${isToday(nextSession) ? 'Buy by today' : 'Buy in the next session'}: ${buying}`}</SummaryLink>
      <SummaryLink to="buying-days">{`Ex: ${exDates}`}</SummaryLink>
      <SummaryLink to="meetings">{`Meetings: ${meetingCount}`}</SummaryLink>
    </p>
  );
}

const SummaryLink = ({ to, children }: { to: string; children: string }) => (
  <a href={`#${to}`} className="link py-1">
    {children}
  </a>
);

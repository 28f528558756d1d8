import type { LocalDate } from '#contract/dates.ts';
import type { Calendar } from './load-calendar.ts';

interface CalendarSummaryProps {
  calendar: Calendar;
  today: LocalDate;
}

/** Today's numbers in one line, with links to their sections, which are below the signals on narrow screens. */
export function CalendarSummary({ calendar, today }: CalendarSummaryProps) {
  const { closures, meetings, holidays } = calendar;
  const isToday = (date: LocalDate) => date === today;
  const buying = closures.filter(({ last_buying_day }) => isToday(last_buying_day)).length;
  const exDates = closures.filter(({ ex_date }) => isToday(ex_date)).length;
  const meetingCount = meetings.filter(({ meeting_date }) => isToday(meeting_date)).length;
  return (
    <p className="-mt-2 mb-4 flex flex-wrap gap-x-4 text-sm lg:hidden">
      {holidays.length > 0 && <SummaryLink to="holidays">Holiday ahead</SummaryLink>}
      <SummaryLink to="buying-days">{`Buy by today: ${buying}`}</SummaryLink>
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

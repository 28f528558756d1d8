import { Link } from 'react-router';
import { formatDay } from '#web/ui/pakistan-time.tsx';
import { isUpcoming, type MeetingFilters, meetingsAddress, NO_FILTERS } from './filters.ts';

interface ShownDaysProps {
  filters: MeetingFilters;
  today: string;
}

/** Of which days meetings are shown, and the way to the others. */
export function ShownDays({ filters, today }: ShownDaysProps) {
  const whatElse = { ...filters, page: 1, from_date: '', ordering: NO_FILTERS.ordering };
  return (
    <p className="mt-4 flex flex-wrap gap-x-3 text-sm">
      <span>{describeDays(filters, today)}</span>
      {isUpcoming(filters) ? (
        <Link
          className="link"
          to={meetingsAddress({ ...whatElse, to_date: dayBefore(today), ordering: '-meeting_date' })}
        >
          Earlier meetings
        </Link>
      ) : (
        <Link className="link" to={meetingsAddress({ ...whatElse, to_date: '' })}>
          Today and later
        </Link>
      )}
    </p>
  );
}

function describeDays(filters: MeetingFilters, today: string): string {
  const { from_date: from, to_date: to } = filters;
  if (isUpcoming(filters)) return `From today, ${formatDay(today)}`;
  if (from === to) return `On ${formatDay(from)}`;
  if (to === '') return `From ${formatDay(from)}`;
  if (from === '') return `Until ${formatDay(to)}`;
  return `From ${formatDay(from)} to ${formatDay(to)}`;
}

function dayBefore(day: string): string {
  const before = new Date(`${day}T00:00:00Z`);
  before.setUTCDate(before.getUTCDate() - 1);
  return before.toISOString().slice(0, 10);
}

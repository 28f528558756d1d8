import { Link } from 'react-router';
import { addDays, formatShortDate } from '#contract/dates.ts';
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
          to={meetingsAddress({ ...whatElse, to_date: addDays(today, -1), ordering: '-meeting_date' })}
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
  if (isUpcoming(filters)) return `From today, ${formatShortDate(today)}`;
  if (from === to) return `On ${formatShortDate(from)}`;
  if (to === '') return `From ${formatShortDate(from)}`;
  if (from === '') return `Until ${formatShortDate(to)}`;
  return `From ${formatShortDate(from)} to ${formatShortDate(to)}`;
}

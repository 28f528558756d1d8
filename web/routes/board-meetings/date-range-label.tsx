import { Link } from 'react-router';
import { addDays, formatShortDate, type LocalDate } from '#contract/dates.ts';
import { isUpcoming, type MeetingFilters, meetingList } from './filters.ts';

interface DateRangeLabelProps {
  filters: MeetingFilters;
  today: LocalDate;
}

/** The dates of the meetings listed, with a link to the other ones. */
export function DateRangeLabel({ filters, today }: DateRangeLabelProps) {
  const otherFilters: MeetingFilters = { ...filters, page: 1, from_date: '', ordering: 'meeting_date' };
  return (
    <p className="mt-4 flex flex-wrap gap-x-3 text-sm">
      <span>{describeRange(filters, today)}</span>
      {isUpcoming(filters) ? (
        <Link
          className="link"
          to={meetingList.toUrl({ ...otherFilters, to_date: addDays(today, -1), ordering: '-meeting_date' })}
        >
          Earlier meetings
        </Link>
      ) : (
        <Link className="link" to={meetingList.toUrl({ ...otherFilters, to_date: '' })}>
          Today and later
        </Link>
      )}
    </p>
  );
}

function describeRange(filters: MeetingFilters, today: LocalDate): string {
  const { from_date: from, to_date: to } = filters;
  if (isUpcoming(filters)) return `From today, ${formatShortDate(today)}`;
  if (from === to) return `On ${formatShortDate(from)}`;
  if (to === '') return `From ${formatShortDate(from)}`;
  if (from === '') return `Until ${formatShortDate(to)}`;
  return `From ${formatShortDate(from)} to ${formatShortDate(to)}`;
}

import { useState } from 'react';
import { Link, useLoaderData } from 'react-router';
import { EVENTS_SEARCH_MAX_LENGTH } from '#contract/corporate-actions/fields.ts';
import { addDays, formatShortDate, type LocalDate, toKarachiDate } from '#contract/dates.ts';
import { paths } from '#contract/paths.ts';
import { useToday } from '#web/list/dates/use-today.ts';
import { FilterBar } from '#web/list/filter-bar.tsx';
import { createListLoader } from '#web/list/list-loader.ts';
import { ListPage, useListPage } from '#web/list/list-page.tsx';
import { lazyWithPreload } from '#web/ui/lazy/lazy-with-preload.tsx';
import { isUpcoming, type MeetingFilters, meetingList } from './filters.ts';
import type { MeetingFieldsProps } from './meeting-fields.tsx';
import { MeetingResults } from './meeting-results.tsx';

export { clientLoader, headers } from '#web/document/rendered-page.ts';

export const loader = createListLoader(meetingList);
export const { handle, meta } = meetingList;

export default function BoardMeetings() {
  const rendered = useLoaderData<typeof loader>();
  const renderedDate = rendered && toKarachiDate(new Date(rendered.asOf));
  const today = useToday(renderedDate);
  // After midnight the rendered list is that of another date.
  const state = useListPage(meetingList, renderedDate === today ? rendered : null, today);
  const { filters, query, fields } = state;
  return (
    <ListPage
      path={meetingList.path}
      title="Board Meetings"
      description="Board meetings of listed companies, with their subjects and times."
      state={state}
    >
      <MeetingFilterBar {...fields} />
      <DateRangeLabel filters={filters} today={today} />
      <MeetingResults filters={filters} today={today} meetings={query} />
    </ListPage>
  );
}

interface DateRangeLabelProps {
  filters: MeetingFilters;
  today: LocalDate;
}

/** The dates of the meetings listed, with a link to the other ones. */
function DateRangeLabel({ filters, today }: DateRangeLabelProps) {
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

const MeetingFields = lazyWithPreload(async () => (await import('./meeting-fields.tsx')).MeetingFields);

function MeetingFilterBar(props: Omit<MeetingFieldsProps, 'isVisible'>) {
  const { filters, clearCount, onChange } = props;
  const [isOpen, setIsOpen] = useState(false);
  return (
    <FilterBar
      name="Board meetings"
      path={paths.boardMeetings}
      search={{
        text: filters.search,
        label: 'Search board meetings',
        placeholder: 'Search meetings',
        maxLength: EVENTS_SEARCH_MAX_LENGTH,
      }}
      onSearch={(search) => onChange({ search })}
      clearCount={clearCount}
      buttonLabel="Filters"
      activeCount={meetingList.countActive(filters)}
      isOpen={isOpen}
      onToggle={() => setIsOpen(!isOpen)}
      lazyFields={MeetingFields}
      fields={<MeetingFields {...props} isVisible={isOpen} />}
    />
  );
}

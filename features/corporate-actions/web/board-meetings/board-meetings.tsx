import { useState } from 'react';
import { Link, useLoaderData } from 'react-router';
import { addDays, formatShortDate, type LocalDate, toKarachiDate } from '#core/contract/dates.ts';
import { paths } from '#core/contract/paths.ts';
import { ApiError } from '#core/web/api/call.ts';
import { toServerTime } from '#core/web/api/server-clock.ts';
import { ColumnHeaders, ColumnNames } from '#core/web/list/column-names.tsx';
import { useToday } from '#core/web/list/dates/use-today.ts';
import { FeedLinks } from '#core/web/list/feed-links.tsx';
import { FilterBar } from '#core/web/list/filter-bar.tsx';
import { createListLoader } from '#core/web/list/list-loader.ts';
import { ListPage, type ListQuery, useListPage } from '#core/web/list/list-page.tsx';
import { ListResults } from '#core/web/list/list-results.tsx';
import { Badge } from '#core/web/ui/badge.tsx';
import { lazyWithPreload } from '#core/web/ui/lazy/lazy-with-preload.tsx';
import { PakistanTime } from '#core/web/ui/times/pakistan-time.tsx';
import {
  BOARD_MEETINGS_PAGE_SIZE,
  type BoardMeeting,
  type BoardMeetingList,
} from '#features/corporate-actions/contract/board-meetings.ts';
import { EVENTS_SEARCH_MAX_LENGTH } from '#features/corporate-actions/contract/fields.ts';
import { MeetingMoves } from '#features/corporate-actions/web/public/board-meetings/meeting-moves.tsx';
import { SymbolLink } from '#features/market/web/public/symbols/symbol-link.tsx';
import { getCalendarPath, getCsvPath, isUpcoming, type MeetingFilters, meetingList } from './filters.ts';
import type { MeetingFieldsProps } from './meeting-fields.tsx';

export { clientLoader, headers } from '#core/web/document/rendered-page.ts';

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

const TEXTS = {
  nouns: ['board meeting', 'board meetings'] as [string, string],
  loading: 'Loading board meetings...',
  failureTitle: 'Error Loading Board Meetings',
  getFailure: (error: unknown) =>
    error instanceof ApiError && error.status >= 400
      ? `Failed to fetch board meetings: ${error.status}`
      : 'Failed to load board meetings',
  retryLabel: 'Try Again',
  noResultsTitle: 'No board meetings found',
  noResultsHint: 'Try adjusting your filters or search terms',
  noDataHint: 'No board meetings are listed yet.',
};

interface MeetingResultsProps {
  filters: MeetingFilters;
  today: LocalDate;
  meetings: ListQuery<BoardMeetingList>;
}

function MeetingResults({ filters, today, meetings }: MeetingResultsProps) {
  return (
    <ListResults
      list={meetingList}
      filters={filters}
      query={meetings}
      pageSize={BOARD_MEETINGS_PAGE_SIZE}
      texts={TEXTS}
      links={
        <FeedLinks
          name="board meetings"
          calendarPath={getCalendarPath(filters)}
          csvPath={getCsvPath(filters, today)}
        />
      }
      footer={
        <p className="mt-6 text-sm text-muted">
          Times are in Karachi. Imported from notices; check the company's notice before trading. As of{' '}
          <PakistanTime at={new Date(toServerTime(meetings.dataUpdatedAt)).toISOString()} />.
        </p>
      }
    >
      {({ results }, isStale) => <MeetingTables meetings={results} today={today} isStale={isStale} />}
    </ListResults>
  );
}

interface MeetingTablesProps {
  /** Ordered by date. */
  meetings: readonly BoardMeeting[];
  today: LocalDate;
  /** The meetings of other filters are loading. */
  isStale: boolean;
}

/** One table per date, all below the same names of columns. On narrow screens the cells of a row are stacked. */
function MeetingTables({ meetings, today, isStale }: MeetingTablesProps) {
  return (
    <div aria-busy={isStale} className={`flex flex-col gap-8 ${isStale ? 'opacity-60' : ''}`}>
      <ColumnNames columns={COLUMNS} className="max-sm:hidden" />
      {groupByDate(meetings).map(([first, ...others]) => (
        <DateTable
          key={first.meeting_date}
          meetings={[first, ...others]}
          isToday={first.meeting_date === today}
        />
      ))}
    </div>
  );
}

type Group = [BoardMeeting, ...BoardMeeting[]];

function groupByDate(meetings: readonly BoardMeeting[]): Group[] {
  const groups = new Map<LocalDate, Group>();
  for (const meeting of meetings) {
    const group = groups.get(meeting.meeting_date);
    if (group) group.push(meeting);
    else groups.set(meeting.meeting_date, [meeting]);
  }
  return [...groups.values()];
}

const COLUMNS = [
  { name: 'Symbol', className: 'sm:w-28' },
  { name: 'Company', className: 'sm:w-[32%]' },
  { name: 'Subject', className: '' },
  { name: 'Time', className: 'sm:w-28 text-end' },
];

function DateTable({ meetings, isToday }: { meetings: Group; isToday: boolean }) {
  return (
    <table className="w-full table-fixed text-sm max-sm:block sm:[&_a]:scroll-mt-10">
      <caption className="border-line pb-2 text-start max-sm:block sm:border-b">
        <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
          <h2 className="text-lg">{meetings[0].formatted_date}</h2>
          {isToday && <Badge variant="active">Today</Badge>}
        </div>
      </caption>
      <ColumnHeaders columns={COLUMNS} />
      <tbody className="max-sm:grid max-sm:grid-cols-1 max-sm:border-t max-sm:border-line">
        {meetings.map((meeting) => (
          <Row key={meeting.id} meeting={meeting} />
        ))}
      </tbody>
    </table>
  );
}

const CELL = 'align-top wrap-anywhere sm:py-2 sm:pe-4';

function Row({ meeting }: { meeting: BoardMeeting }) {
  const { symbol, has_company_page, company_name, subject, formatted_time, place } = meeting;
  return (
    <tr className="border-b border-line max-sm:grid max-sm:grid-cols-[minmax(0,1fr)_auto] max-sm:gap-x-4 max-sm:gap-y-0.5 max-sm:py-3 sm:hover:bg-sunken">
      <th scope="row" className={`${CELL} text-start font-semibold`}>
        <SymbolLink symbol={symbol} hasPage={has_company_page} />
      </th>
      <td className={`${CELL} max-sm:col-span-2`}>{company_name}</td>
      <td className={`${CELL} max-sm:col-span-2 max-sm:text-muted`}>
        <span>{subject}</span>
        {place && <span className="block text-muted">{place}</span>}
        <MeetingMoves meeting={meeting} />
      </td>
      <td className="figures text-end align-top max-sm:col-start-2 max-sm:row-start-1 sm:py-2">
        {formatted_time ?? <span className="text-muted">Not announced</span>}
      </td>
    </tr>
  );
}

import {
  BOARD_MEETINGS_PAGE_SIZE,
  type BoardMeeting,
  type BoardMeetingList,
} from '#contract/corporate-actions/board-meetings.ts';
import type { LocalDate } from '#contract/dates.ts';
import { ApiError } from '#web/api/call.ts';
import { toServerTime } from '#web/api/server-clock.ts';
import { ColumnHeaders, ColumnNames } from '#web/list/column-names.tsx';
import { FeedLinks } from '#web/list/feed-links.tsx';
import type { ListQuery } from '#web/list/list-page.tsx';
import { ListResults } from '#web/list/list-results.tsx';
import { SymbolLink } from '#web/symbols/symbol-link.tsx';
import { Badge } from '#web/ui/badge.tsx';
import { PakistanTime } from '#web/ui/times/pakistan-time.tsx';
import { getCalendarPath, getCsvPath, type MeetingFilters, meetingList } from './filters.ts';
import { MeetingMoves } from './meeting-moves.tsx';

const TEXTS = {
  nouns: ['board meeting', 'board meetings'] as [string, string],
  loading: 'Loading board meetings...',
  failureTitle: 'Error Loading Board Meetings',
  getFailure: (error: unknown) =>
    error instanceof ApiError && error.status > 0
      ? `Failed to fetch board meetings: ${error.status}`
      : 'Failed to load board meetings',
  retryLabel: 'Try Again',
  noResultsTitle: 'No board meetings found',
  noResultsHint: 'Try adjusting your filters or search terms',
};

interface MeetingResultsProps {
  filters: MeetingFilters;
  today: LocalDate;
  meetings: ListQuery<BoardMeetingList>;
}

export function MeetingResults({ filters, today, meetings }: MeetingResultsProps) {
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

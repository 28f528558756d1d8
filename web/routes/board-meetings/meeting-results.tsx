import {
  BOARD_MEETINGS_PAGE_SIZE,
  type BoardMeetingList,
} from '#contract/corporate-actions/board-meetings.ts';
import type { LocalDate } from '#contract/dates.ts';
import { ApiError } from '#web/api/call.ts';
import { toServerTime } from '#web/api/server-clock.ts';
import { FeedLinks } from '#web/list/feed-links.tsx';
import type { ListQuery } from '#web/list/list-page.tsx';
import { ListResults } from '#web/list/list-results.tsx';
import { PakistanTime } from '#web/ui/pakistan-time.tsx';
import { getCalendarPath, getCsvPath, type MeetingFilters, meetingList } from './filters.ts';
import { MeetingTables } from './meeting-tables.tsx';

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

import { BOARD_MEETINGS_PAGE_SIZE } from '#contract/corporate-actions/board-meetings.ts';
import { ApiError } from '#web/api/call.ts';
import { FeedLinks } from '#web/list/feed-links.tsx';
import { isNotFound } from '#web/list/list-queries.ts';
import { NothingFound } from '#web/list/no-results.tsx';
import { Waiting } from '#web/list/waiting.tsx';
import { LoadFailure } from '#web/ui/feedback/load-failure.tsx';
import { Pagination } from '#web/ui/pagination.tsx';
import { PakistanTime } from '#web/ui/pakistan-time.tsx';
import { calendarAddress, countActive, csvAddress, type MeetingFilters, meetingsAddress } from './filters.ts';
import { MeetingTables } from './meeting-tables.tsx';
import type { useMeetings } from './use-meetings.ts';

interface MeetingResultsProps {
  filters: MeetingFilters;
  today: string;
  meetings: ReturnType<typeof useMeetings>;
  /** The server found that the address is of a page past the last one. */
  isPastEnd: boolean;
}

/** The meetings, or what stands in their place. */
export function MeetingResults({ filters, today, meetings, isPastEnd }: MeetingResultsProps) {
  const { data, dataUpdatedAt, error, isPending, isFetching, isPlaceholderData, refetch } = meetings;

  if (!data && (isNotFound(error) || (isPending && isPastEnd))) return <NoMeetings filters={filters} />;
  if (!data && error) {
    return (
      <LoadFailure
        title={FAILURE_TITLE}
        retryLabel="Try Again"
        isBusy={isFetching}
        onRetry={() => void refetch()}
        className="mt-4"
      >
        {failureMessage(error)}
      </LoadFailure>
    );
  }
  if (!data)
    return (
      <Waiting failureTitle={FAILURE_TITLE} failure={FAILURE}>
        Loading board meetings...
      </Waiting>
    );

  const total = data.count.toLocaleString('en-US');
  const noun = data.count === 1 ? 'board meeting' : 'board meetings';
  const pages = Math.max(1, Math.ceil(data.count / BOARD_MEETINGS_PAGE_SIZE));
  const first = (filters.page - 1) * BOARD_MEETINGS_PAGE_SIZE + 1;
  return (
    <>
      <div className="mt-2 mb-5 flex flex-wrap items-center justify-between gap-x-6 gap-y-1 text-sm">
        <p role="status" className="flex flex-wrap gap-x-4 text-muted">
          <span className="font-medium text-ink">{`Found ${total} ${noun}`}</span>
          {data.count > 0 && <span className="figures">{`Page ${filters.page} of ${pages}`}</span>}
        </p>
        <FeedLinks
          name="board meetings"
          calendarAddress={calendarAddress(filters)}
          csvAddress={csvAddress(filters, today)}
        />
      </div>
      {data.count === 0 ? (
        <NoMeetings filters={filters} />
      ) : (
        <MeetingTables meetings={data.results} today={today} isBusy={isPlaceholderData} />
      )}
      <Pagination
        page={filters.page}
        pages={pages}
        addressOf={(page) => meetingsAddress({ ...filters, page })}
        summary={`Showing ${first}-${first + data.results.length - 1} of ${total} board meetings`}
      />
      <p className="mt-6 text-sm text-muted">
        Times are Karachi time. Imported from notices; check the company's notice before acting. As of{' '}
        <PakistanTime at={new Date(dataUpdatedAt).toISOString()} />.
      </p>
    </>
  );
}

const FAILURE_TITLE = 'Error Loading Board Meetings';
const FAILURE = 'Failed to load board meetings';

const failureMessage = (error: unknown) =>
  error instanceof ApiError && error.status > 0 ? `Failed to fetch board meetings: ${error.status}` : FAILURE;

function NoMeetings({ filters }: { filters: MeetingFilters }) {
  return (
    <NothingFound
      title="No board meetings found"
      active={countActive(filters)}
      firstPage={filters.page > 1 ? meetingsAddress({ ...filters, page: 1 }) : null}
    >
      Try adjusting your filters or search terms
    </NothingFound>
  );
}

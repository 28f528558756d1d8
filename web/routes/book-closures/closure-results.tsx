import { BOOK_CLOSURES_PAGE_SIZE } from '#contract/corporate-actions/book-closures.ts';
import { ApiError } from '#web/api/call.ts';
import { whenToTryAgain } from '#web/api/when-to-try-again.ts';
import { FeedLinks } from '#web/list/feed-links.tsx';
import { isNotFound } from '#web/list/list-queries.ts';
import { NothingFound } from '#web/list/no-results.tsx';
import { Waiting } from '#web/list/waiting.tsx';
import { LoadFailure } from '#web/ui/feedback/load-failure.tsx';
import { Notice } from '#web/ui/feedback/notice.tsx';
import { Pagination } from '#web/ui/pagination.tsx';
import { PakistanTime } from '#web/ui/pakistan-time.tsx';
import { ClosureTables } from './closure-tables.tsx';
import { type ClosureFilters, calendarAddress, closuresAddress, countActive, csvAddress } from './filters.ts';
import type { useClosures } from './use-closures.ts';

interface ClosureResultsProps {
  filters: ClosureFilters;
  closures: ReturnType<typeof useClosures>;
  /** The server found that the address is of a page past the last one. */
  isPastEnd: boolean;
}

/** The closures, or what stands in their place. */
export function ClosureResults({ filters, closures, isPastEnd }: ClosureResultsProps) {
  const { data, dataUpdatedAt, error, isPending, isFetching, isPlaceholderData, refetch } = closures;
  if (!data && (isNotFound(error) || (isPending && isPastEnd))) return <NoClosures filters={filters} />;
  if (!data && error) {
    return (
      <LoadFailure
        title={FAILURE_TITLE}
        retryLabel="Try Again"
        isBusy={isFetching}
        onRetry={() => void refetch()}
        className="mt-4"
      >
        {failureText(error)}
      </LoadFailure>
    );
  }
  if (!data)
    return (
      <Waiting failureTitle={FAILURE_TITLE} failure={DEFAULT_FAILURE}>
        Loading book closures...
      </Waiting>
    );

  const pages = Math.max(1, Math.ceil(data.count / BOOK_CLOSURES_PAGE_SIZE));
  const first = (filters.page - 1) * BOOK_CLOSURES_PAGE_SIZE + 1;
  const summary = `Showing ${first}-${first + data.results.length - 1} of ${counted(data.count)}`;
  const note = data.results[0]?.note;
  return (
    <>
      {note && (
        <Notice title="Important Note" className="mt-4">
          {note}
        </Notice>
      )}
      <div className="mt-4 mb-5 flex flex-wrap items-center justify-between gap-x-6 gap-y-1 text-sm">
        <p role="status" className="flex flex-wrap gap-x-4 text-muted">
          <span className="font-medium text-ink">{`Found ${counted(data.count)}`}</span>
          {data.count > 0 && <span className="figures">{`Page ${filters.page} of ${pages}`}</span>}
        </p>
        <FeedLinks
          name="book closures"
          calendarAddress={calendarAddress(filters)}
          csvAddress={csvAddress(filters)}
        />
      </div>
      {data.count === 0 ? (
        <NoClosures filters={filters} />
      ) : (
        <ClosureTables closures={data.results} ordering={filters.ordering} isBusy={isPlaceholderData} />
      )}
      <Pagination
        page={filters.page}
        pages={pages}
        addressOf={(page) => closuresAddress({ ...filters, page })}
        summary={summary}
      />
      {data.count > 0 && pages === 1 && <p className="mt-6 text-center text-sm text-muted">{summary}</p>}
      <p className="mt-6 max-w-prose text-sm text-muted">
        Imported from notices. Ex-dates and last buying days marked “estimated” are reckoned from the first
        day of the closure, from settlement on the trading day after the trade (T+1; T+2 before 9 Feb 2026)
        and from the exchange's holidays. Check the exchange's notice before trading. As of{' '}
        <PakistanTime at={new Date(dataUpdatedAt).toISOString()} />.
      </p>
    </>
  );
}

const counted = (count: number) =>
  `${count.toLocaleString('en-US')} ${count === 1 ? 'book closure' : 'book closures'}`;

const FAILURE_TITLE = 'Error Loading Book Closures';
const DEFAULT_FAILURE = 'Failed to load book closures';

/** Section 8 of the specification: an answer that is a failure is told apart from none. */
function failureText(error: unknown): string {
  if (!(error instanceof ApiError) || error.status === 0) return DEFAULT_FAILURE;
  return whenToTryAgain(error) ?? 'Failed to fetch book closures';
}

function NoClosures({ filters }: { filters: ClosureFilters }) {
  return (
    <NothingFound
      title="No book closures found"
      active={countActive(filters)}
      firstPage={filters.page > 1 ? closuresAddress({ ...filters, page: 1 }) : null}
    >
      Try adjusting your filters or search terms
    </NothingFound>
  );
}

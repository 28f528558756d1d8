import { BOOK_CLOSURES_PAGE_SIZE } from '#contract/corporate-actions/book-closures.ts';
import { ApiError } from '#web/api/call.ts';
import { whenToTryAgain } from '#web/api/when-to-try-again.ts';
import { isNotFound } from '#web/list/list-queries.ts';
import { Button, ButtonLink } from '#web/ui/button.tsx';
import { EmptyState } from '#web/ui/empty-state.tsx';
import { LoadFailure } from '#web/ui/load-failure.tsx';
import { Loading } from '#web/ui/loading.tsx';
import { Notice } from '#web/ui/notice.tsx';
import { Pagination } from '#web/ui/pagination.tsx';
import { ClosureTable } from './closure-table.tsx';
import { CLEAR_FORM_ID } from './filter-bar.tsx';
import { type ClosureFilters, closuresAddress, countActive } from './filters.ts';
import { groupByStart } from './group-by-start.ts';
import { longDay } from './long-day.ts';
import type { useClosures } from './use-closures.ts';

interface ClosureResultsProps {
  filters: ClosureFilters;
  closures: ReturnType<typeof useClosures>;
  /** The server found that the address is of a page past the last one. */
  isPastEnd: boolean;
}

/** The closures, or what stands in their place. */
export function ClosureResults({ filters, closures, isPastEnd }: ClosureResultsProps) {
  const { data, error, isPending, isFetching, isPlaceholderData, refetch } = closures;
  if (!data && (isNotFound(error) || (isPending && isPastEnd))) return <NothingFound filters={filters} />;
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
  if (!data) return <Waiting />;
  if (data.count === 0) return <NothingFound filters={filters} />;

  const pages = Math.ceil(data.count / BOOK_CLOSURES_PAGE_SIZE);
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
      <p role="status" className="my-4 flex flex-wrap justify-between gap-x-4 text-sm text-muted">
        <span className="font-medium text-ink">{`Found ${counted(data.count)}`}</span>
        <span className="figures">{`Page ${filters.page} of ${pages}`}</span>
      </p>
      <div
        data-results
        aria-busy={isPlaceholderData}
        className={`grid gap-8 ${isPlaceholderData ? 'opacity-60' : ''}`}
      >
        {groupByStart(data.results, filters.ordering).map(({ start, closures: together }) => (
          <section key={start ?? 'all'}>
            {start && <h2 className="mb-2 text-lg">{longDay(start)}</h2>}
            <ClosureTable
              closures={together}
              label={start ? `Closures from ${longDay(start)}` : 'Closures by company'}
            />
          </section>
        ))}
      </div>
      <Pagination
        page={filters.page}
        pages={pages}
        addressOf={(page) => closuresAddress({ ...filters, page })}
        summary={summary}
      />
      {pages === 1 && <p className="mt-6 text-center text-sm text-muted">{summary}</p>}
      <p className="mt-6 max-w-prose text-sm text-muted">
        Closures are as the companies announced them. Ex-dates and last buying days marked “estimated” are
        reckoned from the first day of the closure, from settlement on the trading day after the trade (T+1;
        T+2 before 9 Feb 2026) and from the exchange’s holidays. Check the exchange’s notice before trading.
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

function Waiting() {
  return (
    <>
      <Loading className="with-scripts">Loading book closures...</Loading>
      <div className="without-scripts mt-4">
        <Notice tone="danger" title={FAILURE_TITLE}>
          {DEFAULT_FAILURE}
        </Notice>
      </div>
    </>
  );
}

function NothingFound({ filters }: { filters: ClosureFilters }) {
  return (
    <div className="mt-4">
      <EmptyState
        title="No book closures found"
        action={
          <div className="flex flex-wrap justify-center gap-3">
            {/* Fewer match than when the page was stored or linked to; the first page may still have some. */}
            {filters.page > 1 && (
              <ButtonLink to={closuresAddress({ ...filters, page: 1 })} variant="secondary">
                First page
              </ButtonLink>
            )}
            {countActive(filters) > 0 && (
              <Button type="submit" form={CLEAR_FORM_ID} variant="secondary">
                Clear all filters
              </Button>
            )}
          </div>
        }
      >
        Try adjusting your filters or search terms
      </EmptyState>
    </div>
  );
}

import { BOOK_CLOSURES_PAGE_SIZE, type BookClosureList } from '#contract/corporate-actions/book-closures.ts';
import { ApiError } from '#web/api/call.ts';
import { getRateLimitMessage } from '#web/api/rate-limit-message.ts';
import { toServerTime } from '#web/api/server-clock.ts';
import { FeedLinks } from '#web/list/feed-links.tsx';
import type { ListQuery } from '#web/list/list-page.tsx';
import { ListResults } from '#web/list/list-results.tsx';
import { Notice } from '#web/ui/feedback/notice.tsx';
import { PakistanTime } from '#web/ui/pakistan-time.tsx';
import { ClosureTables } from './closure-tables.tsx';
import { type ClosureFilters, closureList, getCalendarPath, getCsvPath } from './filters.ts';

const TEXTS = {
  nouns: ['book closure', 'book closures'] as [string, string],
  loading: 'Loading book closures...',
  failureTitle: 'Error Loading Book Closures',
  getFailure: (error: unknown) =>
    error instanceof ApiError && error.status > 0
      ? (getRateLimitMessage(error) ?? 'Failed to fetch book closures')
      : 'Failed to load book closures',
  retryLabel: 'Try Again',
  noResultsTitle: 'No book closures found',
  noResultsHint: 'Try adjusting your filters or search terms',
};

interface ClosureResultsProps {
  filters: ClosureFilters;
  closures: ListQuery<BookClosureList>;
}

export function ClosureResults({ filters, closures }: ClosureResultsProps) {
  const note = closures.data?.results[0]?.note;
  return (
    <>
      {note && (
        <Notice title="Important Note" className="mt-4">
          {note}
        </Notice>
      )}
      <ListResults
        list={closureList}
        filters={filters}
        query={closures}
        pageSize={BOOK_CLOSURES_PAGE_SIZE}
        texts={TEXTS}
        links={
          <FeedLinks
            name="book closures"
            calendarPath={getCalendarPath(filters)}
            csvPath={getCsvPath(filters)}
          />
        }
        alwaysShowRange
        footer={
          <p className="mt-6 max-w-prose text-sm text-muted">
            Imported from notices. Ex-dates and last buying days marked “estimated” are calculated from the
            first day of the closure, settlement on the trading day after the trade (T+1; T+2 before 9 Feb
            2026) and the exchange's holidays. A date that “depends on a tentative holiday” changes if the
            exchange moves that holiday. Check the exchange's notice before trading. As of{' '}
            <PakistanTime at={new Date(toServerTime(closures.dataUpdatedAt)).toISOString()} />.
          </p>
        }
      >
        {({ results }, isStale) => (
          <ClosureTables closures={results} ordering={filters.ordering} isStale={isStale} />
        )}
      </ListResults>
    </>
  );
}

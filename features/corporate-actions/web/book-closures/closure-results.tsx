import { formatLongDate, type LocalDate } from '#core/contract/dates.ts';
import { ApiError } from '#core/web/api/call.ts';
import { getRateLimitMessage } from '#core/web/api/rate-limit-message.ts';
import { toServerTime } from '#core/web/api/server-clock.ts';
import { ColumnHeaders, ColumnNames } from '#core/web/list/column-names.tsx';
import { FeedLinks } from '#core/web/list/feed-links.tsx';
import type { ListQuery } from '#core/web/list/list-page.tsx';
import { ListResults } from '#core/web/list/list-results.tsx';
import { Notice } from '#core/web/ui/feedback/notice.tsx';
import { Figure } from '#core/web/ui/figure.tsx';
import { PakistanTime } from '#core/web/ui/times/pakistan-time.tsx';
import {
  BOOK_CLOSURES_PAGE_SIZE,
  type BookClosure,
  type BookClosureList,
} from '#features/corporate-actions/contract/book-closures.ts';
import {
  ClosureDates,
  ClosureStatus,
  Payout,
} from '#features/corporate-actions/web/public/book-closures/closure-cells.tsx';
import { SymbolLink } from '#features/market/web/public/symbols/symbol-link.tsx';
import {
  type ClosureFilters,
  type ClosureOrdering,
  closureList,
  getCalendarPath,
  getCsvPath,
} from './filters.ts';

const TEXTS = {
  nouns: ['book closure', 'book closures'] as [string, string],
  loading: 'Loading book closures...',
  failureTitle: 'Error Loading Book Closures',
  getFailure: (error: unknown) =>
    error instanceof ApiError && error.status >= 400
      ? (getRateLimitMessage(error) ?? 'Failed to fetch book closures')
      : 'Failed to load book closures',
  retryLabel: 'Try Again',
  noResultsTitle: 'No book closures found',
  noResultsHint: 'Try adjusting your filters or search terms',
  noDataHint: 'No book closures are listed yet.',
};

interface ClosureResultsProps {
  filters: ClosureFilters;
  today: LocalDate;
  closures: ListQuery<BookClosureList>;
}

export function ClosureResults({ filters, today, closures }: ClosureResultsProps) {
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
            csvPath={getCsvPath(filters, today)}
          />
        }
        alwaysShowRange
        footer={
          <p className="mt-6 max-w-prose text-sm text-muted">
            Imported from notices. Dates marked “estimated” are calculated from the first day of the closure,
            settlement on the day after the trade (T+1; T+2 before 9 Feb 2026), holidays of the exchange and
            banks, and the clearing company's notices. Those that depend on a tentative holiday can change.
            Check the exchange's notice before trading. As of{' '}
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

const COLUMNS = [
  { name: 'Symbol', className: 'lg:w-[8%]' },
  { name: 'Company', className: 'lg:w-[25%]' },
  { name: 'Payout', className: 'lg:w-[25%]' },
  { name: 'Status', className: 'lg:w-[20%]' },
  { name: 'Last buying day', className: 'lg:w-[11%]' },
  { name: 'Ex-date', className: 'lg:w-[11%]' },
];

interface ClosureTablesProps {
  closures: BookClosure[];
  ordering: ClosureOrdering;
  /** The closures of other filters are loading. */
  isStale: boolean;
}

/** One table per date on which closures start, all below the same names of columns. */
function ClosureTables({ closures, ordering, isStale }: ClosureTablesProps) {
  return (
    <div aria-busy={isStale} className={`flex flex-col gap-8 ${isStale ? 'opacity-60' : ''}`}>
      <ColumnNames columns={COLUMNS} className="max-lg:hidden" />
      {groupByStart(closures, ordering).map((group) => (
        <ClosureTable key={group.start ?? 'all'} {...group} />
      ))}
    </div>
  );
}

/** A closure is a row on wide screens and a card on narrow ones. */
function ClosureTable({ start, closures }: ClosureGroup) {
  return (
    <table className="w-full text-sm max-lg:block lg:table-fixed lg:[&_a]:scroll-mt-10">
      {start === null ? (
        <caption className="sr-only">Closures by company</caption>
      ) : (
        <caption className="pb-2 text-start max-lg:block lg:border-b lg:border-line-strong">
          <h2 className="text-lg">{formatLongDate(start)}</h2>
        </caption>
      )}
      <ColumnHeaders columns={COLUMNS} />
      <tbody className="max-lg:grid max-lg:grid-cols-1 max-lg:gap-3">
        {closures.map((closure) => (
          <Row key={closure.id} closure={closure} />
        ))}
      </tbody>
    </table>
  );
}

const CELL = 'card-cell max-lg:grid max-lg:grid-cols-[7.5rem_minmax(0,1fr)] max-lg:gap-2';

function Row({ closure }: { closure: BookClosure }) {
  const { symbol, company_name, face_value } = closure;
  return (
    <tr className="card-row lg:last:border-b-0">
      <td className="py-2.5 pe-4 align-top font-semibold max-lg:inline max-lg:pe-2">
        {symbol === null ? (
          <span className="font-normal text-muted">N/A</span>
        ) : (
          <SymbolLink symbol={symbol} />
        )}
      </td>
      <th scope="row" className="py-2.5 pe-4 text-start align-top font-normal wrap-anywhere max-lg:inline">
        <span className="font-medium">{company_name}</span>
        <span className="block text-muted">
          Face Value <Figure>{face_value === null ? 'N/A' : `Rs. ${face_value}`}</Figure>
        </span>
      </th>
      <td data-label="Payout" className={`${CELL} wrap-anywhere`}>
        <Payout closure={closure} />
      </td>
      <td data-label="Status" className={CELL}>
        <ClosureStatus closure={closure} />
      </td>
      <ClosureDates closure={closure} className={CELL} />
    </tr>
  );
}

interface ClosureGroup {
  /** The date on which the closures start; `null` if the list is not ordered by date. */
  start: LocalDate | null;
  closures: BookClosure[];
}

/** Groups consecutive closures that start on the same date. */
export function groupByStart(closures: BookClosure[], ordering: ClosureOrdering): ClosureGroup[] {
  if (ordering === 'company_name' || ordering === '-company_name') return [{ start: null, closures }];
  const groups: ClosureGroup[] = [];
  for (const closure of closures) {
    const last = groups.at(-1);
    if (last?.start === closure.bc_from) last.closures.push(closure);
    else groups.push({ start: closure.bc_from, closures: [closure] });
  }
  return groups;
}

import { useSearchParams } from 'react-router';
import { formatShortDate } from '#contract/dates.ts';
import { listPriceCoverage, type PriceCoverage } from '#contract/market/prices.ts';
import { paths } from '#contract/paths.ts';
import { AdminPage, createAdminMeta, forAdministrators } from '#web/admin/admin-page.tsx';
import { useAdminQuery } from '#web/admin/admin-query.ts';
import { api } from '#web/api/api.ts';
import { ButtonLink } from '#web/ui/button.tsx';
import { EmptyState } from '#web/ui/feedback/empty-state.tsx';
import { Notice } from '#web/ui/feedback/notice.tsx';
import { QueryResult } from '#web/ui/feedback/query-result.tsx';
import { formatCount } from '#web/ui/format-count.ts';
import { PakistanTime } from '#web/ui/pakistan-time.tsx';
import { filterCoverage, readFilter, summarizeCoverage } from './coverage.ts';
import { CoverageFilters } from './coverage-filters.tsx';
import { CoverageTable } from './coverage-table.tsx';

export const meta = createAdminMeta(
  'Prices',
  'The symbols that have end-of-day prices, with gaps and imports.',
);

export default forAdministrators('Prices', function Prices() {
  const prices = useAdminQuery({
    queryKey: ['admin-price-coverage'],
    queryFn: () => api(listPriceCoverage, {}),
  });
  return (
    <AdminPage
      title="Prices"
      description="The end-of-day prices that are stored, by symbol. A gap is a trading day between the first and the last one without a price."
      query={prices}
    >
      <Notice
        className="mb-6"
        action={
          <ButtonLink to={paths.adminImports} variant="secondary">
            Import prices
          </ButtonLink>
        }
      >
        Prices are market data of the exchange. Storing and showing them requires a license of the exchange or
        of a licensed vendor. Tezi comes without market data.
      </Notice>
      <QueryResult
        query={prices}
        loading="Loading the prices..."
        empty={{
          title: 'No prices',
          text: 'Imported prices appear here, and on company pages.',
        }}
      >
        {({ results }) => <Coverage coverage={results} />}
      </QueryResult>
    </AdminPage>
  );
});

function Coverage({ coverage }: { coverage: readonly PriceCoverage[] }) {
  const [query] = useSearchParams();
  const search = query.get('search') ?? '';
  const filter = readFilter(query.get('show'));
  const summary = summarizeCoverage(coverage);
  if (!summary) return null;
  const { lastDate, firstDate, importedAt } = summary;
  const shown = filterCoverage(coverage, { search, filter, lastDate });
  return (
    <>
      <p className="mb-4 text-sm text-muted">
        {formatCount(summary.bars)} prices of {formatCount(summary.symbols)} symbols,{' '}
        {formatShortDate(firstDate)} to {formatShortDate(lastDate)}.{' '}
        {importedAt === null ? (
          'All of them are invented for the demo.'
        ) : (
          <>
            Last import of prices: <PakistanTime at={importedAt} />.
          </>
        )}
      </p>
      <CoverageFilters search={search} filter={filter} />
      <p role="status" className="mb-2 text-sm text-muted">
        {formatCount(shown.length)} {shown.length === 1 ? 'symbol' : 'symbols'}
      </p>
      {shown.length > 0 ? (
        <CoverageTable coverage={shown} lastDate={lastDate} />
      ) : (
        <EmptyState title="No symbols">No symbol matches these filters.</EmptyState>
      )}
    </>
  );
}

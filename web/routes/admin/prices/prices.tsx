import { Navigate, useSearchParams } from 'react-router';
import { formatShortDate } from '#contract/dates.ts';
import { listPriceCoverage, type PriceCoverage } from '#contract/market/prices.ts';
import { paths } from '#contract/paths.ts';
import { api } from '#web/api/api.ts';
import { createPageMeta } from '#web/document/page-meta.ts';
import { AdminNav } from '#web/routes/admin/admin-nav.tsx';
import { CheckingSignIn } from '#web/routes/admin/sign-in/checking-sign-in.tsx';
import { useAdminQuery } from '#web/routes/admin/use-admin-query.ts';
import { useAdministrator } from '#web/routes/admin/use-administrator.ts';
import { ButtonLink } from '#web/ui/button.tsx';
import { EmptyState } from '#web/ui/feedback/empty-state.tsx';
import { LoadFailure } from '#web/ui/feedback/load-failure.tsx';
import { Loading } from '#web/ui/feedback/loading.tsx';
import { Notice } from '#web/ui/feedback/notice.tsx';
import { formatCount } from '#web/ui/format-count.ts';
import { PageHeader } from '#web/ui/page-header.tsx';
import { PakistanTime } from '#web/ui/pakistan-time.tsx';
import { filterCoverage, readFilter, summarizeCoverage } from './coverage.ts';
import { CoverageFilters } from './coverage-filters.tsx';
import { CoverageTable } from './coverage-table.tsx';

export const meta = createPageMeta({
  title: 'Prices',
  description: 'The symbols that have end-of-day prices, with gaps and imports.',
  noindex: true,
});

export default function Prices() {
  const administrator = useAdministrator();
  if (!administrator) return <CheckingSignIn title="Prices" />;
  return <LoadedPrices key={administrator.id} />;
}

function LoadedPrices() {
  const { data, error, isSecondFactorMissing, isFetching, refetch } = useAdminQuery({
    queryKey: ['admin-price-coverage'],
    queryFn: () => api(listPriceCoverage, {}),
  });
  // The dashboard shows the setup.
  if (isSecondFactorMissing) return <Navigate to={paths.adminDashboard} replace />;
  return (
    <>
      <AdminNav />
      <PageHeader
        title="Prices"
        description="The end-of-day prices that are stored, by symbol. A gap is a trading day between the first and the last one without a price."
      />
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
      {error && (
        <LoadFailure isBusy={isFetching} onRetry={() => void refetch()} className="mb-4">
          {error}
        </LoadFailure>
      )}
      {!data && !error && <Loading>Loading the prices...</Loading>}
      {data && <Coverage coverage={data.results} />}
    </>
  );
}

function Coverage({ coverage }: { coverage: readonly PriceCoverage[] }) {
  const [query] = useSearchParams();
  const search = query.get('search') ?? '';
  const filter = readFilter(query.get('show'));
  const summary = summarizeCoverage(coverage);
  if (!summary)
    return (
      <EmptyState title="No prices">Imported prices appear here, and on the pages of companies.</EmptyState>
    );
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

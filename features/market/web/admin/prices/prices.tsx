import type { FormEvent } from 'react';
import { useNavigate, useSearchParams } from 'react-router';
import { formatShortDate } from '#core/contract/dates.ts';
import { paths } from '#core/contract/paths.ts';
import { AdminPage, createAdminMeta, forAdministrators, LazyPart } from '#core/web/admin/admin-page.tsx';
import { useAdminQuery } from '#core/web/admin/admin-query.ts';
import { api } from '#core/web/api/api.ts';
import { Badge } from '#core/web/ui/badge.tsx';
import { Button, ButtonLink } from '#core/web/ui/button.tsx';
import { DataTable } from '#core/web/ui/data-table.tsx';
import { EmptyState } from '#core/web/ui/feedback/empty-state.tsx';
import { Notice } from '#core/web/ui/feedback/notice.tsx';
import { QueryResult } from '#core/web/ui/feedback/query-result.tsx';
import { formatCount } from '#core/web/ui/format-count.ts';
import { SelectField } from '#core/web/ui/forms/select-field.tsx';
import { TextField } from '#core/web/ui/forms/text-field.tsx';
import { lazyWithPreload } from '#core/web/ui/lazy/lazy-with-preload.tsx';
import { PakistanTime } from '#core/web/ui/times/pakistan-time.tsx';
import { listPriceCoverage, type PriceCoverage } from '#features/market/contract/prices.ts';
import { SymbolLink } from '#features/market/web/public/symbols/symbol-link.tsx';
import {
  COVERAGE_FILTERS,
  type CoverageFilter,
  filterCoverage,
  readFilter,
  summarizeCoverage,
} from './coverage.ts';

export const meta = createAdminMeta(
  'Prices',
  'The symbols that have end-of-day prices, with gaps and imports, and the adjustments to confirm.',
);

const Adjustments = lazyWithPreload(
  async () => (await import('#features/signals/web/public/admin/adjustments.tsx')).Adjustments,
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
      <LazyPart code={Adjustments} name="The adjustments to confirm" className="mb-8">
        <Adjustments />
      </LazyPart>
      <h2 className="mb-1 text-lg">Stored prices</h2>
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
        <span>{formatCount(summary.bars)}</span> prices of <span>{formatCount(summary.symbols)}</span>{' '}
        symbols, <span>{formatShortDate(firstDate)}</span> to <span>{formatShortDate(lastDate)}</span>.{' '}
        {importedAt === null ? (
          <span>All of them are invented for the demo.</span>
        ) : (
          <span key="imported">
            Last import of prices: <PakistanTime at={importedAt} />.
            <span>
              {coverage.some(({ has_invented }) => has_invented) && ' The others are invented for the demo.'}
            </span>
          </span>
        )}
      </p>
      <CoverageFilters search={search} filter={filter} />
      <p role="status" className="mb-2 text-sm text-muted">
        {`${formatCount(shown.length)} ${shown.length === 1 ? 'symbol' : 'symbols'}`}
      </p>
      {shown.length > 0 ? (
        <DataTable
          label="Price coverage"
          rows={shown}
          getKey={({ symbol }) => symbol}
          numeric={['Trading days', 'Gaps', 'Close-only', 'Last close']}
          columns={{
            Symbol: ({ symbol }) => <SymbolLink symbol={symbol} />,
            Days: ({ first_date, last_date }) => (
              <span>
                <span>{formatShortDate(first_date)}</span> – <span>{formatShortDate(last_date)}</span>{' '}
                {last_date < lastDate && <Badge variant="warning">Behind</Badge>}
              </span>
            ),
            'Trading days': ({ bars }) => formatCount(bars),
            Gaps: ({ gaps }) => formatCount(gaps),
            'Close-only': ({ close_only }) => formatCount(close_only),
            'Last close': ({ last_close }) => formatClose(last_close),
            'Last import': ({ imported_at: at, has_invented }) => (
              <>
                {at !== null && <PakistanTime at={at} />}
                {has_invented && <span className="block">Demo prices</span>}
              </>
            ),
          }}
        />
      ) : (
        <EmptyState title="No symbols">No symbol matches these filters.</EmptyState>
      )}
    </>
  );
}

const OPTIONS = Object.entries(COVERAGE_FILTERS).map(([value, label]) => ({ value, label }));

/** The filter form. Filters apply on submit. */
function CoverageFilters({ search, filter }: { search: string; filter: CoverageFilter }) {
  const navigate = useNavigate();
  const apply = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const query = new URLSearchParams();
    for (const [name, value] of new FormData(event.currentTarget)) {
      if (value !== '') query.set(name, String(value));
    }
    void navigate(query.size > 0 ? `${paths.adminPrices}?${query}` : paths.adminPrices, {
      preventScrollReset: true,
    });
  };
  return (
    <search aria-label="Prices">
      <form
        // Resets the fields when Back or Forward changes the filters.
        key={`${search} ${filter}`}
        onSubmit={apply}
        className="mb-4 grid items-end gap-3 rounded-box border border-line bg-surface p-4 sm:grid-cols-[1fr_1fr_auto]"
      >
        <TextField
          label="Symbol"
          name="search"
          defaultValue={search}
          maxLength={20}
          autoComplete="off"
          autoCapitalize="characters"
        />
        <SelectField label="Show" name="show" defaultValue={filter} options={OPTIONS} />
        <Button type="submit">Apply filters</Button>
      </form>
    </search>
  );
}

/** Formats `1234.50` as `1,234.50`. */
function formatClose(close: string): string {
  const [rupees, paisa] = close.split('.');
  return `${formatCount(Number(rupees))}.${paisa}`;
}

import { useState } from 'react';
import { Link, useLoaderData } from 'react-router';
import { getSignalPath, paths, SCREENER_EXPORT_PATH } from '#core/contract/paths.ts';
import { callEndpoint } from '#core/web/api/call.ts';
import { addQuery, type PageHandle } from '#core/web/document/page-query.ts';
import { renderChoicesState } from '#core/web/list/choices-state.tsx';
import { FilterBar } from '#core/web/list/filter-bar.tsx';
import { createListLoader } from '#core/web/list/list-loader.ts';
import { ListPage, useListPage } from '#core/web/list/list-page.tsx';
import { ListResults } from '#core/web/list/list-results.tsx';
import { ButtonLink } from '#core/web/ui/button.tsx';
import { lazyWithPreload } from '#core/web/ui/lazy/lazy-with-preload.tsx';
import { listCompanySectors } from '#features/market/contract/companies.ts';
import { type FactName, type Ordering, SCREENER_PAGE_SIZE } from '#features/market/contract/fact-names.ts';
import type { CompanyFacts } from '#features/market/contract/facts.ts';
import { useSectors } from '#features/market/web/directory/use-sectors.ts';
import { FACT_COLUMNS, FactValue, isNumeric } from '#features/market/web/public/facts/fact-value.tsx';
import { StarButton } from '#features/market/web/public/symbols/star-button.tsx';
import { SymbolLink } from '#features/market/web/public/symbols/symbol-link.tsx';
import { useOpenSignals } from '#features/signals/web/public/open-signals.ts';
import { TYPE_LABELS } from '#features/signals/web/public/signal-labels.ts';
import { getScreenUrl, readColumns, SCREENS, type ScreenerValues, screenerList } from './filters.ts';

const ScreenerFields = lazyWithPreload(async () => (await import('./screener-fields.tsx')).ScreenerFields);

export { clientLoader, headers } from '#core/web/document/rendered-page.ts';

export const loader = createListLoader(screenerList, async (send) => ({
  rendered: await callEndpoint(listCompanySectors, {}, send),
}));
export const { meta } = screenerList;

/** The ready-made screens are few enough to store their pages. */
export const handle: PageHandle = {
  ...screenerList.handle,
  hasFewValues: (query) =>
    SCREENS.some(({ filters }) => getScreenUrl(filters) === addQuery(paths.screener, query)),
};

const TEXTS = {
  nouns: ['company', 'companies'] as [string, string],
  loading: 'Loading companies...',
  getFailure: () => 'Failed to load companies. Please try again.',
  noResultsTitle: 'No companies found',
  noResultsHint: 'Widen a range, or clear the filters.',
  noDataHint: 'No prices are stored yet.',
};

export default function Screener() {
  const rendered = useLoaderData<typeof loader>();
  const state = useListPage(screenerList, rendered);
  const { filters } = state;
  return (
    <ListPage
      path={screenerList.path}
      title="Screener"
      description="Companies by figures that are calculated from their end-of-day prices, splits, bonuses, rights and dividends. Shares that are not traded any more are left out unless you filter by their status."
      state={state}
    >
      <nav aria-label="Ready-made screens" className="no-print mb-3 flex flex-wrap gap-2">
        {SCREENS.map((screen) => {
          const url = getScreenUrl(screen.filters);
          return (
            <ButtonLink
              key={screen.name}
              to={url}
              variant="secondary"
              size="small"
              aria-current={url === screenerList.toUrl({ ...filters, page: 1 }) ? 'true' : undefined}
              className="aria-[current]:border-accent aria-[current]:text-accent"
            >
              {screen.name}
            </ButtonLink>
          );
        })}
      </nav>
      <ScreenerFilterBar {...state.fields} rendered={rendered} />
      <ListResults
        list={screenerList}
        filters={filters}
        query={state.query}
        pageSize={SCREENER_PAGE_SIZE}
        texts={TEXTS}
        links={
          <a className="link inline-flex min-h-8 items-center" href={getCsvPath(filters)} download>
            Download CSV
          </a>
        }
        footer={null}
      >
        {({ results }, isStale) => <ScreenerTable companies={results} filters={filters} isStale={isStale} />}
      </ListResults>
    </ListPage>
  );
}

/** Of the columns on the page, also of those that the page's own URL leaves out. */
function getCsvPath(filters: ScreenerValues): string {
  const query = screenerList.toQuery({ ...filters, page: 1 });
  query.set('columns', filters.columns);
  return `${SCREENER_EXPORT_PATH}?${query}`;
}

interface FilterBarProps {
  filters: ScreenerValues;
  clearCount: number;
  onChange: (changed: Partial<ScreenerValues>) => void;
  rendered: { sectors: string[]; asOf: string } | null;
}

function ScreenerFilterBar({ filters, clearCount, onChange, rendered }: FilterBarProps) {
  const [isOpen, setIsOpen] = useState(false);
  const sectors = useSectors(rendered);
  return (
    <>
      <FilterBar
        name="Screener"
        path={paths.screener}
        buttonLabel="Filters and columns"
        activeCount={screenerList.countActive(filters)}
        isOpen={isOpen}
        onToggle={() => setIsOpen(!isOpen)}
        lazyFields={ScreenerFields}
        submitLabel="Show"
        fields={
          <ScreenerFields
            filters={filters}
            sectors={sectors.data?.sectors ?? []}
            clearCount={clearCount}
            onChange={onChange}
          />
        }
      />
      <p className="mt-2 text-sm text-muted empty:hidden">
        {isOpen && renderChoicesState(sectors, 'sectors')}
      </p>
    </>
  );
}

interface TableProps {
  companies: readonly CompanyFacts[];
  filters: ScreenerValues;
  /** The companies of other filters are loading. */
  isStale: boolean;
}

/** The chosen columns. Narrow screens scroll them sideways next to the symbols. */
function ScreenerTable({ companies, filters, isStale }: TableProps) {
  const columns = readColumns(filters);
  const signals = Map.groupBy(useOpenSignals().data ?? [], ({ symbol }) => symbol);
  return (
    <section
      aria-label="Companies by their figures"
      // biome-ignore lint/a11y/noNoninteractiveTabindex: the keyboard must be able to scroll it.
      tabIndex={0}
      className="relative overflow-x-auto"
    >
      <table
        aria-label="Companies"
        aria-busy={isStale}
        className={`w-full text-sm ${isStale ? 'opacity-60' : ''}`}
      >
        <thead className="text-xs text-muted">
          <tr className="border-b border-line-strong">
            {(['symbol', ...columns] as const).map((name) => (
              <ColumnHeader key={name} name={name} filters={filters} />
            ))}
          </tr>
        </thead>
        <tbody>
          {companies.map((facts) => (
            <tr key={facts.symbol} className="border-b border-line hover:bg-sunken">
              <th scope="row" className="sticky start-0 bg-page py-2 pe-3 text-start whitespace-nowrap">
                <StarButton symbol={facts.symbol} /> <SymbolLink symbol={facts.symbol} />
                {signals.get(facts.symbol)?.map((signal) => (
                  <Link
                    key={signal.id}
                    to={getSignalPath(signal.id)}
                    className="link block py-1 text-xs font-normal"
                  >{`${TYPE_LABELS[signal.signal_type]} signal`}</Link>
                ))}
              </th>
              {columns.map((name) => (
                <td
                  key={name}
                  className={`py-2 ps-4 align-top ${isNumeric(name) ? 'text-end' : name === 'name' || name === 'sector' ? 'min-w-40 wrap-anywhere' : 'whitespace-nowrap'}`}
                >
                  <FactValue facts={facts} name={name} />
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}

/** Names that are read best from A to Z, and dates from the next one on. */
const ASCENDING: readonly FactName[] = ['symbol', 'name', 'sector', 'next_ex_date', 'next_meeting_date'];

/** The name of a column, which orders the list by it, and the other way round when it already is. */
function ColumnHeader({ name, filters }: { name: FactName; filters: ScreenerValues }) {
  const { ordering } = filters;
  const direction = ordering === name ? 'ascending' : ordering === `-${name}` ? 'descending' : null;
  const next: Ordering =
    direction === null
      ? ASCENDING.includes(name)
        ? name
        : `-${name}`
      : direction === 'ascending'
        ? `-${name}`
        : name;
  return (
    <th
      scope="col"
      aria-sort={direction ?? undefined}
      className={`py-1 align-bottom font-medium ${name === 'symbol' ? 'sticky start-0 bg-page pe-3 text-start' : 'ps-4'} ${isNumeric(name) ? 'text-end' : 'text-start'}`}
    >
      <Link
        to={screenerList.toUrl({ ...filters, ordering: next, page: 1 })}
        preventScrollReset
        className="inline-block py-1 hover:underline"
      >
        <span>{FACT_COLUMNS[name].label}</span>
        {direction && <span aria-hidden="true">{direction === 'ascending' ? ' ▲' : ' ▼'}</span>}
      </Link>
    </th>
  );
}

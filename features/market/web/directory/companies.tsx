import { useLoaderData } from 'react-router';
import { paths } from '#core/contract/paths.ts';
import { callEndpoint } from '#core/web/api/call.ts';
import { renderChoicesState } from '#core/web/list/choices-state.tsx';
import { searchText } from '#core/web/list/filters.ts';
import { createListLoader } from '#core/web/list/list-loader.ts';
import { ListPage, useListPage } from '#core/web/list/list-page.tsx';
import { ListResults } from '#core/web/list/list-results.tsx';
import { createListRoute } from '#core/web/list/list-route.ts';
import { Button } from '#core/web/ui/button.tsx';
import { controlClass } from '#core/web/ui/forms/field.tsx';
import { SearchBox } from '#core/web/ui/forms/search-box.tsx';
import { ChevronDownIcon } from '#core/web/ui/icons.tsx';
import {
  COMPANIES_PAGE_SIZE,
  COMPANIES_SEARCH_MAX_LENGTH,
  type Company,
  listCompanies,
  listCompanySectors,
} from '#features/market/contract/companies.ts';
import { StarButton } from '#features/market/web/public/symbols/star-button.tsx';
import { SymbolLink } from '#features/market/web/public/symbols/symbol-link.tsx';
import { useSectors } from './use-sectors.ts';

const MAX_SECTOR_LENGTH = 100;

const companyList = createListRoute(listCompanies, {
  path: paths.companies,
  title: 'Companies',
  description:
    'The companies listed on the Pakistan Stock Exchange by symbol and sector, each with its signals, news, board meetings and book closures.',
  filters: { search: searchText(COMPANIES_SEARCH_MAX_LENGTH), sector: searchText(MAX_SECTOR_LENGTH) },
});

type CompanyFilters = typeof companyList.noFilters;

export { clientLoader, headers } from '#core/web/document/rendered-page.ts';

export const loader = createListLoader(companyList, async (send) => ({
  rendered: await callEndpoint(listCompanySectors, {}, send),
}));
export const { handle, meta } = companyList;

const TEXTS = {
  nouns: ['company', 'companies'] as [string, string],
  loading: 'Loading companies...',
  getFailure: () => 'Failed to load companies. Please try again.',
  noResultsTitle: 'No companies found',
  noResultsHint: 'Try another symbol, part of the name, or another sector.',
};

export default function Companies() {
  const rendered = useLoaderData<typeof loader>();
  const state = useListPage(companyList, rendered);
  const sectors = useSectors(rendered);
  return (
    <ListPage
      path={companyList.path}
      title="Companies"
      description="Companies and funds of the Pakistan Stock Exchange, with what is known of those that are not traded."
      state={state}
    >
      <CompanyFilterBar {...state.fields} sectors={sectors.data?.sectors ?? []} />
      <p className="mt-2 text-sm text-muted empty:hidden">{renderChoicesState(sectors, 'sectors')}</p>
      <ListResults
        list={companyList}
        filters={state.filters}
        query={state.query}
        pageSize={COMPANIES_PAGE_SIZE}
        texts={TEXTS}
        footer={null}
      >
        {({ results }, isStale) => <CompanyTable companies={results} isStale={isStale} />}
      </ListResults>
    </ListPage>
  );
}

interface CompanyTableProps {
  companies: readonly Company[];
  /** The companies of other filters are loading. */
  isStale: boolean;
}

const CELL = 'py-2 pe-4 align-top wrap-anywhere';

/** On narrow screens the sector is below the name. */
function CompanyTable({ companies, isStale }: CompanyTableProps) {
  return (
    <table
      aria-label="Companies"
      aria-busy={isStale}
      className={`w-full table-fixed text-sm ${isStale ? 'opacity-60' : ''}`}
    >
      <thead className="text-start text-xs text-muted">
        <tr className="border-b border-line-strong">
          <th scope="col" className="w-28 py-2 pe-4 font-medium">
            Symbol
          </th>
          <th scope="col" className="py-2 pe-4 font-medium">
            Company
          </th>
          <th scope="col" className="py-2 font-medium max-sm:hidden">
            Sector
          </th>
        </tr>
      </thead>
      <tbody>
        {companies.map(({ symbol, name, sector, is_listed, status_note }) => (
          <tr key={symbol} className="border-b border-line hover:bg-sunken">
            <th scope="row" className={`${CELL} text-start whitespace-nowrap`}>
              <StarButton symbol={symbol} /> <SymbolLink symbol={symbol} />
            </th>
            <td className={CELL}>
              <span>{name}</span>
              {status_note !== null && <span className="block text-warning">{status_note}</span>}
              <span className="block text-muted sm:hidden">
                {is_listed ? sector : 'Not in the directory'}
              </span>
            </td>
            <td className={`${CELL} text-muted max-sm:hidden`}>
              {is_listed ? (sector ?? 'N/A') : 'Not in the directory'}
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

/** The search is fast: the directory is in the server's memory. */
const SEARCH_DEBOUNCE_MS = 200;

interface CompanyFilterBarProps {
  filters: CompanyFilters;
  sectors: readonly string[];
  /** Resets the search box when it changes. */
  clearCount: number;
  onChange: (changed: Partial<CompanyFilters>) => void;
}

/** Search and sector. Without scripts it is a form with a submit button. */
function CompanyFilterBar({ filters, sectors, clearCount, onChange }: CompanyFilterBarProps) {
  return (
    <search aria-label="Companies">
      <form
        action={paths.companies}
        onSubmit={(event) => event.preventDefault()}
        className="flex flex-wrap gap-2"
      >
        <SearchBox
          key={clearCount}
          name="search"
          label="Search companies"
          placeholder="Search by symbol or name"
          value={filters.search}
          debounceMs={SEARCH_DEBOUNCE_MS}
          maxLength={COMPANIES_SEARCH_MAX_LENGTH}
          className={`${controlClass} min-w-0 flex-1 basis-44`}
          onSearch={(search) => onChange({ search })}
        />
        <span className="relative block max-sm:w-full sm:w-72">
          <select
            name="sector"
            aria-label="Sector"
            value={filters.sector}
            onChange={({ target }) => onChange({ sector: target.value })}
            className={`${controlClass} w-full appearance-none pe-10`}
          >
            <option value="">All sectors</option>
            {addSelected(sectors, filters.sector).map((sector) => (
              <option key={sector}>{sector}</option>
            ))}
          </select>
          <ChevronDownIcon className="pointer-events-none absolute top-1/2 end-3 size-4 -translate-y-1/2 text-muted" />
        </span>
        <Button type="submit" className="without-scripts shrink-0">
          Search
        </Button>
      </form>
    </search>
  );
}

/** The URL may contain a sector without companies. */
const addSelected = (sectors: readonly string[], selected: string) =>
  selected === '' || sectors.includes(selected) ? sectors : [...sectors, selected];

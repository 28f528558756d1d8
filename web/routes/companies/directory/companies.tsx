import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { data, type HeadersArgs, type LoaderFunctionArgs, useLoaderData, useLocation } from 'react-router';
import { COMPANIES_PAGE_SIZE, listCompanies, listCompanySectors } from '#contract/market/companies.ts';
import { paths } from '#contract/paths.ts';
import { api } from '#web/api/api.ts';
import { callEndpoint } from '#web/api/call.ts';
import { CHOICES_STALE_MS, shouldRetry, toInitialData } from '#web/api/query-options.ts';
import { serverContext } from '#web/api/server-context.ts';
import { createServerSend } from '#web/api/server-send.ts';
import type { PageHandle } from '#web/document/page-query.ts';
import { ClearFiltersForm } from '#web/list/clear-filters.tsx';
import { createListMeta } from '#web/list/list-meta.ts';
import { ListResults } from '#web/list/list-results.tsx';
import { loadList } from '#web/list/load-list.ts';
import { useFilterChange } from '#web/list/use-filter-change.ts';
import { useList } from '#web/list/use-list.ts';
import { useScrollToTop } from '#web/list/use-scroll-to-top.ts';
import { PageHeader } from '#web/ui/page-header.tsx';
import { CompanyTable } from './company-table.tsx';
import { CompanyFilterBar } from './filter-bar.tsx';
import { companyList, readFilters, toCanonicalQuery, toCompaniesQuery } from './filters.ts';

export async function loader({ request, url, context }: LoaderFunctionArgs) {
  const filters = readFilters(url.searchParams);
  const send = createServerSend(context, request);
  const query = toCompaniesQuery(filters);
  const [{ rendered, init }, { sectors }] = await Promise.all([
    loadList(callEndpoint(listCompanies, { query }, send), filters.page, context.get(serverContext).now()),
    callEndpoint(listCompanySectors, {}, send),
  ]);
  return data({ ...rendered, sectors }, init);
}

export const handle: PageHandle = {
  query: companyList.paramNames,
  canonicalQuery: toCanonicalQuery,
};

export const headers = ({ loaderHeaders }: HeadersArgs) => loaderHeaders;

/** In the browser the component queries the companies itself. */
export const clientLoader = () => null;

export const meta = createListMeta(companyList, {
  title: 'Companies',
  description:
    'The companies listed on the Pakistan Stock Exchange by symbol and sector, each with its signals, news, board meetings and book closures.',
});

const TEXTS = {
  nouns: ['company', 'companies'] as [string, string],
  loading: 'Loading companies...',
  getFailure: () => 'Failed to load companies. Please try again.',
  noResultsTitle: 'No companies found',
  noResultsHint: 'Try another symbol, part of the name, or another sector.',
};

export default function Companies() {
  const rendered = useLoaderData<typeof loader>();
  const { search } = useLocation();
  const filters = useMemo(() => readFilters(new URLSearchParams(search)), [search]);
  const companies = useList(
    ['companies', 'directory', filters],
    () => api(listCompanies, { query: toCompaniesQuery(filters) }),
    rendered,
  );
  const { data: sectors } = useQuery({
    queryKey: ['companies', 'sectors'],
    queryFn: () => api(listCompanySectors, {}),
    staleTime: CHOICES_STALE_MS,
    retry: shouldRetry,
    ...toInitialData(rendered && { sectors: rendered.sectors }, rendered?.asOf),
  });
  const { chosen, change, clear, clearCount } = useFilterChange(filters, companyList);
  useScrollToTop(filters.page);

  return (
    <>
      <PageHeader
        title="Companies"
        description="Companies and funds listed on the Pakistan Stock Exchange, as of April 2026."
      />
      <CompanyFilterBar
        filters={chosen}
        sectors={sectors?.sectors ?? []}
        clearCount={clearCount}
        onChange={change}
      />
      <ListResults
        list={companyList}
        filters={filters}
        query={companies}
        pageSize={COMPANIES_PAGE_SIZE}
        texts={TEXTS}
        footer={null}
      >
        {({ results }, isStale) => <CompanyTable companies={results} isStale={isStale} />}
      </ListResults>
      <ClearFiltersForm path={paths.companies} onClear={clear} />
    </>
  );
}

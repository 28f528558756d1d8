import { useQuery } from '@tanstack/react-query';
import { useLoaderData } from 'react-router';
import { COMPANIES_PAGE_SIZE, listCompanySectors } from '#contract/market/companies.ts';
import { api } from '#web/api/api.ts';
import { callEndpoint } from '#web/api/call.ts';
import { CHOICES_STALE_MS, shouldRetry, toInitialData } from '#web/api/query-options.ts';
import { createListLoader } from '#web/list/list-loader.ts';
import { ListPage, useListPage } from '#web/list/list-page.tsx';
import { ListResults } from '#web/list/list-results.tsx';
import { CompanyTable } from './company-table.tsx';
import { CompanyFilterBar } from './filter-bar.tsx';
import { companyList } from './filters.ts';

export { clientLoader, headers } from '#web/document/rendered-page.ts';
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
  const { data: sectors } = useQuery({
    queryKey: ['companies', 'sectors'],
    queryFn: () => api(listCompanySectors, {}),
    staleTime: CHOICES_STALE_MS,
    retry: shouldRetry,
    ...toInitialData(rendered && { sectors: rendered.sectors }, rendered?.asOf),
  });
  return (
    <ListPage
      path={companyList.path}
      title="Companies"
      description="Companies and funds listed on the Pakistan Stock Exchange, as of April 2026."
      state={state}
    >
      <CompanyFilterBar {...state.fields} sectors={sectors?.sectors ?? []} />
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

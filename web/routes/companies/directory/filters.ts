import type { EndpointInput } from '#contract/endpoint.ts';
import { COMPANIES_SEARCH_MAX_LENGTH, type listCompanies } from '#contract/market/companies.ts';
import { paths } from '#contract/paths.ts';
import { createFilteredList } from '#web/list/filtered-list.ts';
import { cleanValue, parsePage } from '#web/list/url-values.ts';

/** The filters by their names in the URL and the API. An empty value means all. */
export interface CompanyFilters {
  search: string;
  sector: string;
  page: number;
}

const MAX_SECTOR_LENGTH = 100;

export const readFilters = (params: URLSearchParams): CompanyFilters => ({
  search: cleanValue(params.get('search')).slice(0, COMPANIES_SEARCH_MAX_LENGTH).trim(),
  sector: cleanValue(params.get('sector')).slice(0, MAX_SECTOR_LENGTH).trim(),
  page: parsePage(params.get('page')),
});

export const companyList = createFilteredList<CompanyFilters>({
  path: paths.companies,
  noFilters: { search: '', sector: '', page: 1 },
  readFilters,
  storageKey: 'tezi:companies',
});

/** Returns the query string of the page in canonical form. */
export const toCanonicalQuery = (params: URLSearchParams) => companyList.toQuery(readFilters(params));

export const toCompaniesQuery = (filters: CompanyFilters): EndpointInput<typeof listCompanies>['query'] => ({
  ...filters,
  page: String(filters.page),
});

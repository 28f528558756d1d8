import { COMPANIES_SEARCH_MAX_LENGTH, listCompanies } from '#contract/market/companies.ts';
import { paths } from '#contract/paths.ts';
import { searchText } from '#web/list/filters.ts';
import { createListRoute } from '#web/list/list-route.ts';

const MAX_SECTOR_LENGTH = 100;

export const companyList = createListRoute(listCompanies, {
  path: paths.companies,
  title: 'Companies',
  description:
    'The companies listed on the Pakistan Stock Exchange by symbol and sector, each with its signals, news, board meetings and book closures.',
  filters: { search: searchText(COMPANIES_SEARCH_MAX_LENGTH), sector: searchText(MAX_SECTOR_LENGTH) },
});

export type CompanyFilters = typeof companyList.noFilters;

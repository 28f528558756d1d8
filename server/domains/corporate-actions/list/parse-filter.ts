import type { GetCompanies } from './company-names.ts';
import type { EventFilter } from './event-filter.ts';
import { selectCompanies } from './select-companies.ts';

interface FilterQuery {
  search?: string | undefined;
  company_name?: string[] | undefined;
  symbol?: string[] | undefined;
  from_date?: string | undefined;
  to_date?: string | undefined;
}

/** Parses the query parameters into a filter with company names as the events spell them and symbols in upper case. */
export async function parseFilter(query: FilterQuery, getCompanies: GetCompanies): Promise<EventFilter> {
  return {
    search: query.search,
    companyNames: query.company_name?.length
      ? selectCompanies(query.company_name, (await getCompanies()).index)
      : undefined,
    symbols: query.symbol?.length ? query.symbol.flatMap(splitSymbols) : undefined,
    fromDate: query.from_date,
    toDate: query.to_date,
  };
}

const splitSymbols = (list: string) =>
  list
    .split(',')
    .map((symbol) => symbol.trim().toUpperCase())
    .filter((symbol) => symbol !== '');

import { toClosureStarts } from '#server/domains/corporate-actions/rules/ex-date.ts';
import type { Holidays } from '#server/domains/market/market.ts';
import type { ClosureFilter } from './book-closures.queries.ts';
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

interface ClosureFilterQuery extends FilterQuery {
  ex_date_from?: string | undefined;
  ex_date_to?: string | undefined;
}

/** Parses the query parameters of book closures. Which estimated ex-dates match depends on the holidays. */
export async function parseClosureFilter(
  query: ClosureFilterQuery,
  getCompanies: GetCompanies,
  holidays: Holidays,
): Promise<ClosureFilter> {
  const filter = await parseFilter(query, getCompanies);
  const published = { from: query.ex_date_from, to: query.ex_date_to };
  if (!published.from && !published.to) return filter;
  return { ...filter, exDate: { published, starts: toClosureStarts(published, holidays) } };
}

const splitSymbols = (list: string) =>
  list
    .split(',')
    .map((symbol) => symbol.trim().toUpperCase())
    .filter((symbol) => symbol !== '');

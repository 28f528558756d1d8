import type { KeptCompanies } from './company-names.ts';
import type { EventFilter } from './event-filter.ts';
import { chooseCompanies } from './select-companies.ts';

interface Asked {
  search?: string | undefined;
  company_name?: string[] | undefined;
  symbol?: string[] | undefined;
  from_date?: string | undefined;
  to_date?: string | undefined;
}

/** What a call asks for, with company names as the events write them and symbols in capitals. */
export async function readFilter(asked: Asked, companies: KeptCompanies): Promise<EventFilter> {
  return {
    search: asked.search,
    companyNames: asked.company_name?.length
      ? chooseCompanies(asked.company_name, (await companies()).known)
      : undefined,
    symbols: asked.symbol?.length ? asked.symbol.flatMap(symbolsOf) : undefined,
    fromDate: asked.from_date,
    toDate: asked.to_date,
  };
}

const symbolsOf = (list: string) =>
  list
    .split(',')
    .map((symbol) => symbol.trim().toUpperCase())
    .filter((symbol) => symbol !== '');

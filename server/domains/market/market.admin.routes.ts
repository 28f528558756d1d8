import { lookUpSymbol } from '#contract/market/companies.ts';
import type { Handle } from '#server/http/endpoints.ts';
import { findCompany, suggestCompanies } from './market.ts';

export function adminMarketRoutes(handle: Handle): void {
  handle(lookUpSymbol, ({ query }) => {
    const company = findCompany(query.symbol);
    return { company, similar: company ? [] : suggestCompanies(query.symbol) };
  });
}

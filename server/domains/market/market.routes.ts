import { searchCompanies as searchCompaniesEndpoint } from '#contract/market/companies.ts';
import type { Handle } from '#server/http/endpoints.ts';
import { searchCompanies } from './market.ts';

export function marketRoutes(handle: Handle): void {
  handle(searchCompaniesEndpoint, ({ query }) => ({ results: searchCompanies(query.search) }));
}

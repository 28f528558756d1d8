import {
  COMPANIES_PAGE_SIZE,
  getCompany,
  listCompanies as listCompaniesEndpoint,
  listCompanySectors as listCompanySectorsEndpoint,
  searchCompanies,
} from '#contract/market/companies.ts';
import type { Dependencies } from '#server/dependencies.ts';
import type { Handle } from '#server/http/endpoints.ts';
import { getPageLinks, parsePage } from '#server/http/pagination.ts';
import { notFound } from '#server/platform/http-error.ts';
import { type CompanyIndex, listCompanies, listCompanySectors } from './market.ts';

const MAX_MATCHES = 20;

export function marketRoutes(
  handle: Handle,
  { config }: Pick<Dependencies, 'config'>,
  index: CompanyIndex,
): void {
  const bySymbol = listCompanies().toSorted((a, b) => a.symbol.localeCompare(b.symbol));

  handle(searchCompanies, async ({ query }) => ({
    results: (await index.search(query.search)).slice(0, MAX_MATCHES),
  }));

  handle(listCompaniesEndpoint, async ({ query, url }) => {
    const page = parsePage(query.page);
    const { search = '', sector = '' } = query;
    const found = search.trim() === '' ? bySymbol : await index.search(search);
    const companies = found.filter((company) => sector === '' || company.sector === sector);
    const pageSize = COMPANIES_PAGE_SIZE;
    const total = companies.length;
    const links = getPageLinks({ page, pageSize, total, url, publicUrl: config.publicUrl });
    return {
      count: total,
      ...links,
      results: companies.slice((page - 1) * pageSize, page * pageSize),
    };
  });

  handle(listCompanySectorsEndpoint, () => ({ sectors: listCompanySectors() }));

  handle(getCompany, async ({ params }) => {
    const company = await index.find(params.symbol);
    if (!company) throw notFound('Company not found');
    return company;
  });
}

import {
  COMPANIES_PAGE_SIZE,
  getCompany,
  listCompanies,
  listCompanySectors as listCompanySectorsEndpoint,
  searchCompanies as searchCompaniesEndpoint,
} from '#contract/market/companies.ts';
import type { Dependencies } from '#server/dependencies.ts';
import type { Handle } from '#server/http/endpoints.ts';
import { getPageLinks, parsePage } from '#server/http/pagination.ts';
import { notFound } from '#server/platform/http-error.ts';
import { filterCompanies, findCompany, listCompanySectors, searchCompanies } from './market.ts';

export function marketRoutes(handle: Handle, { config }: Pick<Dependencies, 'config'>): void {
  handle(searchCompaniesEndpoint, ({ query }) => ({ results: searchCompanies(query.search) }));

  handle(listCompanies, ({ query, url }) => {
    const page = parsePage(query.page);
    const companies = filterCompanies(query);
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

  handle(getCompany, ({ params }) => {
    const company = findCompany(params.symbol);
    if (!company) throw notFound('Company not found');
    return company;
  });
}

import {
  COMPANIES_PAGE_SIZE,
  getCompany,
  listCompanies as listCompaniesEndpoint,
  listCompanySectors as listCompanySectorsEndpoint,
  lookUpSymbol,
  searchCompanies,
} from '#contract/market/companies.ts';
import { listMarketHolidays } from '#contract/market/holidays.ts';
import { listTradingSchedules } from '#contract/market/schedules.ts';
import type { RouteDependencies } from '#server/dependencies.ts';
import type { Handle } from '#server/http/endpoints.ts';
import { getPageLinks, parsePage } from '#server/http/pagination.ts';
import { notFound } from '#server/platform/http-error.ts';
import { adminMarketHolidayRoutes } from './holidays/holidays.admin.routes.ts';
import { listHolidays } from './holidays/holidays.ts';
import {
  type CompanyIndex,
  findCompany,
  listCompanies,
  listCompanySectors,
  suggestCompanies,
} from './market.ts';
import { adminTradingScheduleRoutes } from './schedules/schedules.admin.routes.ts';
import { listSchedules } from './schedules/schedules.ts';
import { marketStatusRoutes } from './status/status.routes.ts';

const MAX_MATCHES = 20;

export function registerMarket(dependencies: RouteDependencies, index: CompanyIndex): void {
  const { handle, config, database } = dependencies;
  marketStatusRoutes(handle, dependencies);
  adminMarketRoutes(handle);
  adminMarketHolidayRoutes(handle, dependencies);
  adminTradingScheduleRoutes(handle, dependencies);
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

  handle(listMarketHolidays, async () => ({ results: await listHolidays(database.db) }));

  handle(listTradingSchedules, async () => ({ results: await listSchedules(database.db) }));
}

function adminMarketRoutes(handle: Handle): void {
  handle(lookUpSymbol, ({ query }) => {
    const company = findCompany(query.symbol);
    return { company, similar: company ? [] : suggestCompanies(query.symbol) };
  });
}

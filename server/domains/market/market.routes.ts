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
import { listSettlementCalendar } from '#contract/market/settlement.ts';
import type { RouteDependencies } from '#server/dependencies.ts';
import { getPageLinks, parsePage } from '#server/http/pagination.ts';
import { notFound } from '#server/platform/http-error.ts';
import { listHolidays } from './calendar/holidays.ts';
import { marketStatusRoutes } from './calendar/market-status.routes.ts';
import { listSchedules } from './calendar/schedules.ts';
import { adminCompanyStatusRoutes } from './company-statuses.admin.routes.ts';
import { listBankHolidays, listSettlementDates } from './calendar/settlement.ts';
import {
  adminMarketHolidayRoutes,
  adminMarketNoticeRoutes,
  adminSettlementRoutes,
  adminTradingScheduleRoutes,
} from './market.admin.routes.ts';
import { type CompanyIndex, listCompanySectors, suggestCompanies } from './market.ts';

const MAX_MATCHES = 20;

export function registerMarket(dependencies: RouteDependencies, index: CompanyIndex): void {
  const { handle, config, database } = dependencies;
  marketStatusRoutes(dependencies);
  adminMarketHolidayRoutes(dependencies);
  adminMarketNoticeRoutes(dependencies);
  adminSettlementRoutes(dependencies);
  adminTradingScheduleRoutes(dependencies);
  adminCompanyStatusRoutes(dependencies, index);

  handle(searchCompanies, async ({ query }) => ({
    results: (await index.search(query.search)).slice(0, MAX_MATCHES),
  }));

  handle(listCompaniesEndpoint, async ({ query, url }) => {
    const page = parsePage(query.page);
    const { search = '', sector = '' } = query;
    const found = await (search.trim() === '' ? index.list() : index.search(search));
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

  handle(listSettlementCalendar, async () => ({
    bank_holidays: await listBankHolidays(database.db),
    settlement_dates: await listSettlementDates(database.db),
  }));

  handle(listTradingSchedules, async () => ({ results: await listSchedules(database.db) }));

  handle(lookUpSymbol, async ({ query }) => {
    const found = await index.find(query.symbol);
    const company = found?.is_listed ? found : null;
    return { company, similar: company ? [] : suggestCompanies(query.symbol) };
  });
}

import { getPageLinks, parsePage } from '#core/server/http/pagination.ts';
import { notFound } from '#core/server/platform/http-error.ts';
import type { RouteDependencies } from '#dependencies.ts';
import {
  COMPANIES_PAGE_SIZE,
  getCompany,
  listCompanies as listCompaniesEndpoint,
  listCompanySectors as listCompanySectorsEndpoint,
  lookUpSymbol,
  searchCompanies,
} from '#features/market/contract/companies.ts';
import { listMarketHolidays, listSettlementCalendar } from '#features/market/contract/holidays.ts';
import { listTradingSchedules } from '#features/market/contract/schedules.ts';
import { listHolidays } from './calendar/holidays.ts';
import { marketStatusRoutes } from './calendar/market-status.routes.ts';
import { listSchedules } from './calendar/schedules.ts';
import { listBankHolidays, listSettlementDates } from './calendar/settlement.ts';
import { getRightIssuer } from './companies.ts';
import { adminCompanyStatusRoutes } from './company-statuses.admin.routes.ts';
import {
  adminMarketHolidayRoutes,
  adminMarketNoticeRoutes,
  adminSettlementRoutes,
  adminTradingScheduleRoutes,
} from './market.admin.routes.ts';
import { listCompanySectors, suggestCompanies } from './market.ts';

const MAX_MATCHES = 20;

export function registerMarket(dependencies: RouteDependencies): void {
  const { handle, config, database, companies: index } = dependencies;
  marketStatusRoutes(dependencies);
  adminMarketHolidayRoutes(dependencies);
  adminMarketNoticeRoutes(dependencies);
  adminSettlementRoutes(dependencies);
  adminTradingScheduleRoutes(dependencies);
  adminCompanyStatusRoutes(dependencies);

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
    // The page of a right, which earlier releases had, is that of its company.
    const issuer = getRightIssuer(params.symbol.toUpperCase());
    const company = (await index.find(params.symbol)) ?? (issuer && (await index.find(issuer)));
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

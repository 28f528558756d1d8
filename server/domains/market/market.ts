import type { Company } from '#contract/market/companies.ts';
import companyRows from './companies.json' with { type: 'json' };
import { createCompanyFinder } from './find-company-by-name.ts';
import sectorRows from './sectors.json' with { type: 'json' };

export { normalizeCompanyName } from './find-company-by-name.ts';
export { cacheHolidays } from './holidays/holidays.ts';
export {
  type Holidays,
  isTradingDay,
  getSettlementDate,
  getNextTradingDay,
  getPreviousTradingDay,
} from './holidays/trading-calendar.ts';

/** The exchange's sectors by code, as of April 2026. */
const sectorNames = new Map(sectorRows.map(([code, name]) => [code, name] as [string, string]));

/** The companies and funds listed on the exchange by symbol, as of April 2026; debt instruments are left out. */
const companies = new Map(
  companyRows.map((row) => {
    const [symbol, name, sectorCode] = row as [string, string, string | null];
    const sector = sectorCode === null ? null : (sectorNames.get(sectorCode) ?? null);
    return [symbol, { symbol, name, sector_code: sectorCode, sector }] as [string, Company];
  }),
);

/** The company with this symbol; `null` when the directory lacks it. */
export function findCompany(symbol: string): Company | null {
  return companies.get(symbol.toUpperCase()) ?? null;
}

/** The company with a name like this; `null` when none or several have one. */
export const findCompanyByName = createCompanyFinder([...companies.values()]);

export const listCompanies = (): Company[] => [...companies.values()];

export const listSectors = (): string[] => [...sectorNames.values()];

const MAX_MATCHES = 20;

/** Companies by symbol or name, best match first: the symbol itself, then symbols, names and words that begin so. */
export function searchCompanies(search: string): Company[] {
  const wanted = search.trim().toLowerCase();
  if (wanted === '') return [];
  return [...companies.values()]
    .map((company) => ({ company, rank: matchRank(company, wanted) }))
    .filter(({ rank }) => rank !== null)
    .sort((a, b) => (a.rank ?? 0) - (b.rank ?? 0) || a.company.symbol.localeCompare(b.company.symbol))
    .slice(0, MAX_MATCHES)
    .map(({ company }) => company);
}

/** Lower is better; `null` does not match. */
function matchRank(company: Company, wanted: string): number | null {
  const symbol = company.symbol.toLowerCase();
  const name = company.name.toLowerCase();
  if (symbol === wanted) return 0;
  if (symbol.startsWith(wanted)) return 1;
  if (name.startsWith(wanted)) return 2;
  if (name.includes(` ${wanted}`)) return 3;
  return name.includes(wanted) ? 4 : null;
}

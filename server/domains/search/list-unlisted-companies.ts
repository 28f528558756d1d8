import { type Company, SYMBOL_PATTERN } from '#contract/market/companies.ts';
import { listEventSymbols } from '#server/domains/corporate-actions/corporate-actions.ts';
import { type CompanyIndex, findCompany, hasSuspensionEnded } from '#server/domains/market/market.ts';
import { cacheLastCloses, listPricedSymbols } from '#server/domains/prices/prices.ts';
import { listFreeSymbols } from '#server/domains/signals/signals.ts';
import { cachedUntilChange } from '#server/platform/cached-until-change.ts';
import { findUnavailable } from '#server/platform/database/unavailable.ts';
import type { Database } from '#server/platform/database.ts';
import type { Logger } from '#server/platform/logger.ts';

/**
 * Returns a function that lists the companies outside the directory that have prices, intraday signals, board meetings or book
 * closures. Premium signals do not count: that there is one is premium content. Returns the same array until one of them changes.
 * While the database is unavailable, it is the last one, at first an empty one: companies of the directory are still found.
 */
export function cacheUnlistedCompanies({ db, changes }: Database, logger: Logger) {
  const getPriced = cachedUntilChange(changes, 'prices', () => listPricedSymbols(db));
  const getFree = cachedUntilChange(changes, 'signals', () => listFreeSymbols(db));
  const getEvents = cachedUntilChange(changes, 'corporate-actions', () => listEventSymbols(db));
  let read: Sources | null = null;
  let companies: readonly Company[] = [];

  return async (): Promise<readonly Company[]> => {
    const sources = await Promise.all([getPriced(), getFree(), getEvents()]).catch((error: unknown) => {
      if (findUnavailable(error) === null) throw error;
      logger.warn({ err: error }, 'the companies outside the directory could not be read');
      return read;
    });
    if (sources === null || sources.every((source, index) => source === read?.[index])) return companies;
    read = sources;
    const unlisted = toCompanies(sources);
    // Searches are indexed again for another array.
    if (JSON.stringify(unlisted) !== JSON.stringify(companies)) companies = unlisted;
    return companies;
  };
}

type Sources = [priced: string[], free: string[], events: { symbol: string; companyName: string }[]];

function toCompanies([priced, free, events]: Sources): Company[] {
  const names = new Map([...priced, ...free].map((symbol) => [symbol, symbol]));
  for (const { symbol, companyName } of events) names.set(symbol, companyName);
  return [...names]
    .filter(([symbol]) => findCompany(symbol) === null && SYMBOL_PATTERN.test(symbol))
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([symbol, name]) => ({
      symbol,
      name,
      sector_code: null,
      sector: null,
      is_listed: false,
      status: 'unknown' as const,
      status_note: null,
    }));
}

/**
 * Returns an index that shows no suspension once a later day has prices, because the table of changes is only updated with a
 * release. While the database is unavailable, all suspensions are shown.
 */
export function withoutEndedSuspensions(
  index: CompanyIndex,
  database: Database,
  logger: Logger,
): CompanyIndex {
  const getLastCloses = cacheLastCloses(database);
  const update = async (companies: readonly Company[]): Promise<readonly Company[]> => {
    const suspended = companies.filter(({ status }) => status === 'suspended');
    if (suspended.length === 0) return companies;
    const closes = await getLastCloses(suspended.map(({ symbol }) => symbol)).catch((error: unknown) => {
      if (findUnavailable(error) === null) throw error;
      logger.warn({ err: error }, 'the last prices of suspended companies could not be read');
      return null;
    });
    return companies.map((company) => {
      const last = closes?.get(company.symbol);
      if (company.status !== 'suspended' || !last) return company;
      return hasSuspensionEnded(company.symbol, last.date)
        ? { ...company, status: 'unknown', status_note: null }
        : company;
    });
  };
  return {
    async find(symbol) {
      const company = await index.find(symbol);
      return company && ((await update([company]))[0] ?? null);
    },
    search: async (text) => update(await index.search(text)),
    list: async () => update(await index.list()),
  };
}

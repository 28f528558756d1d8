import { toKarachiDate } from '#contract/dates.ts';
import { type Company, SYMBOL_PATTERN } from '#contract/market/companies.ts';
import { listEventSymbols } from '#server/domains/corporate-actions/corporate-actions.ts';
import {
  COMPANY_CHANGES,
  type CompanyIndex,
  createCompanyIndex,
  deriveStatus,
  findSectorName,
  listCompanies,
  listImportedCompanies,
  QUIET_DAYS,
  readStatusEdits,
} from '#server/domains/market/market.ts';
import { listPricedSymbols, readTrading } from '#server/domains/prices/prices.ts';
import { listFreeSymbols } from '#server/domains/signals/signals.ts';
import { cachedUntilChange } from '#server/platform/cached-until-change.ts';
import type { Clock } from '#server/platform/clock.ts';
import { findUnavailable } from '#server/platform/database/unavailable.ts';
import type { Database } from '#server/platform/database.ts';
import type { Logger } from '#server/platform/logger.ts';

interface DirectoryDependencies {
  database: Database;
  clock: Clock;
  logger: Logger;
}

/**
 * Creates the directory that users see: the companies of the code with the imported names and sectors, the imported companies, and
 * those outside of both that have prices, intraday signals, board meetings or book closures, each with its status. Premium signals do
 * not count: that there is one is premium content. While the database is unavailable, it is the last one, at first that of the code.
 */
export function createDirectory({ database, clock, logger }: DirectoryDependencies): CompanyIndex {
  const { db, changes } = database;
  const readers = [
    cachedUntilChange(changes, 'market', () => listImportedCompanies(db)),
    cachedUntilChange(changes, 'market', () => readStatusEdits(db)),
    cachedUntilChange(changes, 'prices', () => readTrading(db, QUIET_DAYS)),
    cachedUntilChange(changes, 'prices', () => listPricedSymbols(db)),
    cachedUntilChange(changes, 'signals', () => listFreeSymbols(db)),
    cachedUntilChange(changes, 'corporate-actions', () => listEventSymbols(db)),
  ] as const;
  let read: { sources: Sources; today: string } | null = null;
  let companies: readonly Company[] = listCompanies();

  return createCompanyIndex(async () => {
    const sources = await Promise.all(readers.map((reader) => reader()))
      .then((results) => results as unknown as Sources)
      .catch((error: unknown) => {
        if (findUnavailable(error) === null) throw error;
        logger.warn({ err: error }, 'the directory of companies could not be read');
        return null;
      });
    const today = toKarachiDate(clock.now());
    if (sources === null) return companies;
    if (today === read?.today && sources.every((source, index) => source === read?.sources[index]))
      return companies;
    read = { sources, today };
    const next = toCompanies(sources, today);
    // Searches are indexed again for another array.
    if (JSON.stringify(next) !== JSON.stringify(companies)) companies = next;
    return companies;
  });
}

type Sources = [
  imported: Awaited<ReturnType<typeof listImportedCompanies>>,
  edits: Awaited<ReturnType<typeof readStatusEdits>>,
  trading: Awaited<ReturnType<typeof readTrading>>,
  priced: string[],
  free: string[],
  events: { symbol: string; companyName: string }[],
];

function toCompanies(
  [imported, edits, { lastTraded, market }, priced, free, events]: Sources,
  today: string,
): Company[] {
  const all = new Map(listCompanies().map((company) => [company.symbol, company]));
  const none = {
    sector_code: null,
    sector: null,
    status: 'unknown',
    status_note: null,
    successor: null,
  } as const;
  for (const { symbol, name, sectorCode } of imported) {
    const sector = sectorCode === null ? null : findSectorName(sectorCode);
    all.set(symbol, { ...none, symbol, name, sector_code: sectorCode, sector, is_listed: true });
  }
  const outside = new Map([...priced, ...free].map((symbol) => [symbol, symbol]));
  for (const { symbol, companyName } of events) outside.set(symbol, companyName);
  for (const [symbol, name] of [...outside].sort(([a], [b]) => (a < b ? -1 : 1)))
    if (!all.has(symbol) && SYMBOL_PATTERN.test(symbol))
      all.set(symbol, { ...none, symbol, name, is_listed: false });
  return [...all.values()].map((company) => {
    const { symbol } = company;
    const trading = { lastTraded: lastTraded.get(symbol) ?? null, market, today };
    const change = COMPANY_CHANGES.get(symbol) ?? null;
    return { ...company, ...deriveStatus({ edit: edits.get(symbol) ?? null, change, trading }) };
  });
}

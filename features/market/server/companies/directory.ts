import { toKarachiDate } from '#core/contract/dates.ts';
import { cachedUntilChange } from '#core/server/platform/cached-until-change.ts';
import type { Clock } from '#core/server/platform/clock.ts';
import { findUnavailable } from '#core/server/platform/database/unavailable.ts';
import type { Database } from '#core/server/platform/database.ts';
import type { Logger } from '#core/server/platform/logger.ts';
import { listEventSymbols } from '#features/corporate-actions/server/corporate-actions.ts';
import { type Company, SYMBOL_PATTERN } from '#features/market/contract/companies.ts';
import { isRight } from '#features/market/server/companies.ts';
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
} from '#features/market/server/market.ts';
import { listPricedSymbols, readTrading } from '#features/market/server/prices/prices.ts';
import { listFreeSymbols } from '#features/signals/server/signals.ts';

interface DirectoryDependencies {
  database: Database;
  clock: Clock;
  logger: Logger;
}

/**
 * Creates the directory that users see: the companies of the code with the imported names and sectors, the imported companies, and
 * those outside of both that have prices, intraday signals, board meetings or book closures, each with its status; not the rights. Premium signals do
 * not count: that there is one is premium content. While the database is unavailable, it is the last one, at first that of the code.
 */
export function createDirectory({ database, clock, logger }: DirectoryDependencies): CompanyIndex {
  const { db, changes } = database;
  const readImported = cachedUntilChange(changes, 'market', () => listImportedCompanies(db));
  const readEdits = cachedUntilChange(changes, 'market', () => readStatusEdits(db));
  const readTrades = cachedUntilChange(changes, 'prices', () => readTrading(db, QUIET_DAYS));
  const readPriced = cachedUntilChange(changes, 'prices', () => listPricedSymbols(db));
  const readFree = cachedUntilChange(changes, 'signals', () => listFreeSymbols(db));
  const readEvents = cachedUntilChange(changes, 'corporate-actions', () => listEventSymbols(db));
  const readSources = (): Promise<Sources> =>
    Promise.all([readImported(), readEdits(), readTrades(), readPriced(), readFree(), readEvents()]);
  let read: { sources: Sources; today: string } | null = null;
  let companies: readonly Company[] = listCompanies();

  return createCompanyIndex(async () => {
    const sources = await readSources().catch((error: unknown) => {
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
    isin: null,
    status: 'unknown',
    status_note: null,
    successor: null,
  } as const;
  for (const { symbol, name, sectorCode, isin } of imported) {
    const sector = sectorCode === null ? null : findSectorName(sectorCode);
    all.set(symbol, { ...none, symbol, name, sector_code: sectorCode, sector, isin, is_listed: true });
  }
  const outside = new Map([...priced, ...free].map((symbol) => [symbol, symbol]));
  for (const { symbol, companyName } of events) outside.set(symbol, companyName);
  for (const [symbol, name] of [...outside].sort(([a], [b]) => (a < b ? -1 : 1)))
    if (!all.has(symbol) && SYMBOL_PATTERN.test(symbol))
      all.set(symbol, { ...none, symbol, name, is_listed: false });
  const listed = [...all.values()].filter((company) => !isRight(company, all));
  return listed.map((company) => {
    const { symbol } = company;
    const trading = { lastTraded: lastTraded.get(symbol) ?? null, market, today };
    const change = COMPANY_CHANGES.get(symbol) ?? null;
    return { ...company, ...deriveStatus({ edit: edits.get(symbol) ?? null, change, trading }) };
  });
}

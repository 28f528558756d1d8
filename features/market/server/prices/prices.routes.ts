import { addDays, type LocalDate, toKarachiDate } from '#core/contract/dates.ts';
import { cachedUntilChange } from '#core/server/platform/cached-until-change.ts';
import { notFound } from '#core/server/platform/http-error.ts';
import type { RouteDependencies } from '#dependencies.ts';
import { listImportTimes } from '#features/imports/server/imports.ts';
import { SYMBOL_PATTERN } from '#features/market/contract/companies.ts';
import {
  INDEX_CODES,
  listIndexValues,
  listMostTraded as listMostTradedEndpoint,
  listPriceCoverage,
  listPrices,
  listQuotes,
} from '#features/market/contract/prices.ts';
import {
  cacheCompanies,
  cacheTradingCalendar,
  getLastSessionEnd,
  getSessionEnd,
  type Holidays,
  isTradingDay,
  type TradingCalendar,
} from '#features/market/server/market.ts';
import { createMarketChecks } from '#features/market/server/market-checks.ts';
import { factRoutes } from './facts/facts.routes.ts';
import { formatPaisa } from './import/price-records.ts';
import { getImportTime, type LastClose, listIndexHistory, readPrices, readQuotes } from './list/list-bars.ts';
import {
  findLastCompleteDate,
  findLastDate,
  listCoverageRows,
  listMostTraded,
} from './list/prices.queries.ts';

const MOST_TRADED = 10;

export function registerPrices(dependencies: RouteDependencies): void {
  const { handle, database, clock, logger, companies, checks } = dependencies;
  factRoutes(dependencies);
  const getCalendar = cacheTradingCalendar(database);
  const getCompanies = cacheCompanies(database);
  const getLastDate = cachedUntilChange(database.changes, 'prices', () => findLastDate(database.db));
  const getLastCompleteDate = cachedUntilChange(database.changes, 'prices', () =>
    findLastCompleteDate(database.db),
  );
  checks.register(...createMarketChecks(database.db, clock, getLastCompleteDate));

  /** Adds what the trading days and the import of the last close say. */
  async function presentLastClose(
    { date, close, previousClose, importId, hasInvented }: LastClose,
    calendar: TradingCalendar,
  ) {
    const lastDate = (await getLastDate()) ?? date;
    const imported = await listImportTimes(database.db, importId === null ? [] : [importId]);
    return {
      date,
      close,
      previous_close: previousClose,
      missed_days: countTradingDays(calendar.holidays)(addDays(date, 1), lastDate),
      is_old: date < toKarachiDate(getLastSessionEnd(clock.now(), calendar)),
      imported_at: getImportTime(imported, importId),
      has_invented: hasInvented,
    };
  }

  handle(listPrices, async ({ params: { symbol }, query, changesAt }) => {
    if (!SYMBOL_PATTERN.test(symbol)) throw notFound();
    const isAdjusted = query.adjusted === 'true';
    const { bars, adjustments, last, ranges } = await readPrices(database.db, symbol, {
      range: query.range,
      isAdjusted,
    });
    const calendar = await getCalendar();
    changesAt(getSessionEnd(clock.now(), calendar));
    return {
      symbol,
      bars,
      adjustments,
      last_close: last && (await presentLastClose(last, calendar)),
      ranges,
    };
  });

  const getFailed = cachedUntilChange(database.changes, 'prices', async () => new Set<string>());

  handle(listQuotes, async ({ query: { symbols } }) => {
    const failed = await getFailed();
    const quotes = await readQuotes(database.db, symbols, (symbol, err) => {
      // Logged once, not with every list that contains it.
      if (!failed.has(symbol)) logger.error({ err, symbol }, 'quote could not be calculated');
      failed.add(symbol);
    });
    const names = await Promise.all(symbols.map(async (symbol) => (await companies.find(symbol))?.name));
    return {
      results: symbols.map((symbol, index) => {
        const quote = quotes.get(symbol);
        return {
          symbol,
          name: names[index] ?? symbol,
          close: quote?.close ?? null,
          previous_close: quote?.previousClose ?? null,
          date: quote?.date ?? null,
        };
      }),
    };
  });

  handle(listMostTradedEndpoint, async () => {
    const rows = await listMostTraded(database.db, MOST_TRADED);
    const results = rows.map(async ({ symbol }) => ({
      symbol,
      name: (await companies.find(symbol))?.name ?? symbol,
    }));
    return { date: rows[0]?.date ?? null, results: await Promise.all(results) };
  });

  handle(listIndexValues, async ({ params, query }) => {
    const index = INDEX_CODES.find((code) => code === params.index);
    if (!index) throw notFound();
    return { index, values: await listIndexHistory(database.db, index, query.range) };
  });

  const getCoverage = cachedUntilChange(database.changes, 'prices', async () => {
    const rows = await listCoverageRows(database.db);
    const importIds = [...new Set(rows.flatMap(({ lastImportId }) => lastImportId ?? []))];
    return { rows, imported: await listImportTimes(database.db, importIds) };
  });

  handle(listPriceCoverage, async () => {
    const count = countTradingDays((await getCalendar()).holidays);
    const { rows, imported } = await getCoverage();
    const companies = await getCompanies();
    return {
      results: rows.map(
        ({ symbol, firstDate, lastDate, lastClose, bars, closeOnly, lastImportId, hasInvented }) => ({
          symbol,
          is_listed: companies.has(symbol),
          first_date: firstDate,
          last_date: lastDate,
          last_close: formatPaisa(lastClose),
          bars,
          close_only: closeOnly,
          gaps: Math.max(0, count(firstDate, lastDate) - bars),
          imported_at: getImportTime(imported, lastImportId),
          has_invented: hasInvented,
        }),
      ),
    };
  });
}

/** Returns a function that counts the trading days between two dates, both included, and remembers the counts. */
function countTradingDays(holidays: Holidays): (from: LocalDate, to: LocalDate) => number {
  const counts = new Map<string, number>();
  return (from, to) => {
    const key = `${from}/${to}`;
    const cached = counts.get(key);
    if (cached !== undefined) return cached;
    let count = 0;
    for (let date = from; date <= to; date = addDays(date, 1)) if (isTradingDay(date, holidays)) count += 1;
    counts.set(key, count);
    return count;
  };
}

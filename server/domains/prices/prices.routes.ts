import { addDays } from '#contract/dates.ts';
import { SYMBOL_PATTERN } from '#contract/market/companies.ts';
import { INDEX_CODES, listIndexValues, listPrices } from '#contract/market/prices.ts';
import type { RouteDependencies } from '#server/dependencies.ts';
import { listImportTimes } from '#server/domains/imports/imports.ts';
import { cacheHolidays } from '#server/domains/market/market.ts';
import { cachedUntilChange } from '#server/platform/cached-until-change.ts';
import { notFound } from '#server/platform/http-error.ts';
import { countTradingDays } from './list/count-trading-days.ts';
import { type LastClose, listIndexHistory, readPrices } from './list/list-bars.ts';
import { getImportTime } from './list/present-bars.ts';
import { adminPriceRoutes } from './list/prices.admin.routes.ts';
import { findLastDate } from './list/prices.queries.ts';

export function registerPrices(dependencies: RouteDependencies): void {
  const { handle, database } = dependencies;
  adminPriceRoutes(handle, dependencies);
  const getHolidays = cacheHolidays(database);
  const getLastDate = cachedUntilChange(database.changes, 'prices', () => findLastDate(database.db));

  /** Adds what the trading days and the import of the last close say. */
  async function presentLastClose({ date, close, previousClose, importId }: LastClose) {
    const lastDate = (await getLastDate()) ?? date;
    const imported = await listImportTimes(database.db, importId === null ? [] : [importId]);
    return {
      date,
      close,
      previous_close: previousClose,
      missed_days: countTradingDays(await getHolidays())(addDays(date, 1), lastDate),
      imported_at: getImportTime(imported, importId),
    };
  }

  handle(listPrices, async ({ params: { symbol }, query }) => {
    if (!SYMBOL_PATTERN.test(symbol)) throw notFound();
    const isAdjusted = query.adjusted === 'true';
    const { bars, adjustments, last } = await readPrices(database.db, symbol, {
      range: query.range,
      isAdjusted,
    });
    return {
      symbol,
      bars,
      adjustments,
      last_close: last && (await presentLastClose(last)),
    };
  });

  handle(listIndexValues, async ({ params, query }) => {
    const index = INDEX_CODES.find((code) => code === params.index);
    if (!index) throw notFound();
    return { index, values: await listIndexHistory(database.db, index, query.range) };
  });
}

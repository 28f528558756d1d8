import { listPriceCoverage } from '#contract/market/prices.ts';
import type { Dependencies } from '#server/dependencies.ts';
import { cacheHolidays } from '#server/domains/market/market.ts';
import { formatPaisa } from '#server/domains/prices/import/parse-amounts.ts';
import type { Handle } from '#server/http/endpoints.ts';
import { cachedUntilChange } from '#server/platform/cached-until-change.ts';
import { countTradingDays } from './count-trading-days.ts';
import { listCoverageRows } from './prices.queries.ts';

export function adminPriceRoutes(handle: Handle, { database }: Pick<Dependencies, 'database'>): void {
  const getHolidays = cacheHolidays(database);
  // Counting reads every bar.
  const getRows = cachedUntilChange(database.changes, 'prices', () => listCoverageRows(database.db));

  handle(listPriceCoverage, async () => {
    const count = countTradingDays(await getHolidays());
    return {
      results: (await getRows()).map(({ symbol, firstDate, lastDate, lastClose, bars, closeOnly }) => ({
        symbol,
        first_date: firstDate,
        last_date: lastDate,
        last_close: formatPaisa(lastClose),
        bars,
        close_only: closeOnly,
        gaps: Math.max(0, count(firstDate, lastDate) - bars),
      })),
    };
  });
}

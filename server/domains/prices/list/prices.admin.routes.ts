import { listPriceCoverage } from '#contract/market/prices.ts';
import type { Dependencies } from '#server/dependencies.ts';
import { listImportTimes } from '#server/domains/imports/imports.ts';
import { cacheHolidays, findCompany } from '#server/domains/market/market.ts';
import { formatPaisa } from '#server/domains/prices/import/parse-amounts.ts';
import type { Handle } from '#server/http/endpoints.ts';
import { cachedUntilChange } from '#server/platform/cached-until-change.ts';
import { countTradingDays } from './count-trading-days.ts';
import { getImportTime } from './present-bars.ts';
import { listCoverageRows } from './prices.queries.ts';

export function adminPriceRoutes(handle: Handle, { database }: Pick<Dependencies, 'database'>): void {
  const getHolidays = cacheHolidays(database);
  const getCoverage = cachedUntilChange(database.changes, 'prices', async () => {
    const rows = await listCoverageRows(database.db);
    const importIds = [...new Set(rows.flatMap(({ lastImportId }) => lastImportId ?? []))];
    return { rows, imported: await listImportTimes(database.db, importIds) };
  });

  handle(listPriceCoverage, async () => {
    const count = countTradingDays(await getHolidays());
    const { rows, imported } = await getCoverage();
    return {
      results: rows.map(({ symbol, firstDate, lastDate, lastClose, bars, closeOnly, lastImportId }) => ({
        symbol,
        is_listed: findCompany(symbol) !== null,
        first_date: firstDate,
        last_date: lastDate,
        last_close: formatPaisa(lastClose),
        bars,
        close_only: closeOnly,
        gaps: Math.max(0, count(firstDate, lastDate) - bars),
        imported_at: getImportTime(imported, lastImportId),
      })),
    };
  });
}

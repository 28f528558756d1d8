import { SYMBOL_PATTERN } from '#contract/market/companies.ts';
import { INDEX_CODES, listIndexValues, listPrices } from '#contract/market/prices.ts';
import type { Dependencies } from '#server/dependencies.ts';
import type { Handle } from '#server/http/endpoints.ts';
import { notFound } from '#server/platform/http-error.ts';
import { getLastClose, listBars, listIndexHistory } from './list-bars.ts';

export function priceRoutes(handle: Handle, { database }: Pick<Dependencies, 'database'>): void {
  handle(listPrices, async ({ params: { symbol }, query }) => {
    if (!SYMBOL_PATTERN.test(symbol)) throw notFound();
    const isAdjusted = query.adjusted === 'true';
    const { bars, adjustments } = await listBars(database.db, symbol, { range: query.range, isAdjusted });
    const last = await getLastClose(database.db, symbol);
    return {
      symbol,
      bars,
      adjustments,
      last_close: last && { date: last.date, close: last.close, previous_close: last.previousClose },
    };
  });

  handle(listIndexValues, async ({ params, query }) => {
    const index = INDEX_CODES.find((code) => code === params.index);
    if (!index) throw notFound();
    return { index, values: await listIndexHistory(database.db, index, query.range) };
  });
}

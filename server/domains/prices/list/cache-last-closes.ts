import type { LocalDate } from '#contract/dates.ts';
import { formatPaisa } from '#server/domains/prices/import/parse-amounts.ts';
import { cachedUntilChange } from '#server/platform/cached-until-change.ts';
import type { Database } from '#server/platform/database.ts';
import { listLastBarsOf } from './prices.queries.ts';

type LastCloses = Map<string, { date: LocalDate; close: string } | null>;

/** Returns a function that reads the last closes of symbols that have any, and caches them until prices change. */
export function cacheLastCloses({
  db,
  changes,
}: Database): (symbols: readonly string[]) => Promise<Map<string, { date: LocalDate; close: string }>> {
  const getCache = cachedUntilChange(changes, 'prices', async (): Promise<LastCloses> => new Map());
  return async (symbols) => {
    const cache = await getCache();
    const missing = [...new Set(symbols)].filter((symbol) => !cache.has(symbol));
    const rows = await listLastBarsOf(db, missing);
    for (const symbol of missing) cache.set(symbol, null);
    for (const { symbol, date, close } of rows) cache.set(symbol, { date, close: formatPaisa(close) });
    return new Map(
      symbols.flatMap((symbol) => {
        const last = cache.get(symbol);
        return last ? [[symbol, last] as const] : [];
      }),
    );
  };
}

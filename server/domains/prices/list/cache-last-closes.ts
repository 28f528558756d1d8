import type { LocalDate } from '#contract/dates.ts';
import { listExDatesOf } from '#server/domains/prices/adjustments/adjustments.queries.ts';
import { formatPaisa } from '#server/domains/prices/import/parse-amounts.ts';
import { cachedUntilChange } from '#server/platform/cached-until-change.ts';
import type { Database } from '#server/platform/database.ts';
import { listLastBarsOf } from './prices.queries.ts';

/** The last close of a symbol as traded, in rupees. */
export interface CachedClose {
  date: LocalDate;
  close: string;
  /** The last ex-date of a split, bonus or right until then; earlier prices are not comparable. `null` without one. */
  adjustedOn: LocalDate | null;
}

export type GetLastCloses = (symbols: readonly string[]) => Promise<ReadonlyMap<string, CachedClose>>;

/** Returns a function that reads the last closes of symbols that have any, and caches them until prices change. */
export function cacheLastCloses({ db, changes }: Database): GetLastCloses {
  const getCache = cachedUntilChange(
    changes,
    'prices',
    async (): Promise<Map<string, CachedClose | null>> => new Map(),
  );
  return async (symbols) => {
    const cache = await getCache();
    const missing = [...new Set(symbols)].filter((symbol) => !cache.has(symbol));
    if (missing.length > 0) {
      const rows = await listLastBarsOf(db, missing);
      const exDates = await listExDatesOf(
        db,
        rows.map(({ symbol }) => symbol),
      );
      for (const symbol of missing) cache.set(symbol, null);
      for (const { symbol, date, close } of rows) {
        const adjustedOn = exDates.get(symbol)?.findLast((exDate) => exDate <= date) ?? null;
        cache.set(symbol, { date, close: formatPaisa(close), adjustedOn });
      }
    }
    return new Map(
      symbols.flatMap((symbol) => {
        const last = cache.get(symbol);
        return last ? [[symbol, last] as const] : [];
      }),
    );
  };
}

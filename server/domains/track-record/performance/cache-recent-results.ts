import { type LocalDate, toKarachiDate } from '#contract/dates.ts';
import type { RUnits } from '#server/domains/track-record/statistics/calculate-statistics.ts';
import { cachedUntilChange } from '#server/platform/cached-until-change.ts';
import type { Clock } from '#server/platform/clock.ts';
import type { Database } from '#server/platform/database.ts';
import type { ResultReader } from './read-results.ts';
import { getClosedResult, type SignalResult } from './signal-result.ts';

export interface RecentResult extends Pick<SignalResult, 'signalType' | 'symbol'> {
  r: RUnits;
}

/**
 * Returns a function that reads the public results of the signals of the last 12 months that are closed, and caches them until
 * one changes or the date does, when premium results are released.
 */
export function cacheRecentResults(
  { database, clock }: { database: Database; clock: Clock },
  reader: ResultReader,
): () => Promise<readonly RecentResult[]> {
  const getCache = cachedUntilChange(
    database.changes,
    'track-record',
    async (): Promise<Map<LocalDate, Promise<readonly RecentResult[]>>> => new Map(),
  );
  /** The signals of a month whose results are all public are the same array until one of them changes. */
  const months = new WeakMap<readonly SignalResult[], readonly RecentResult[]>();
  const read = async () =>
    (await reader.listPublicMonths('1Y')).months.flatMap(({ signals }) => {
      const results = months.get(signals) ?? signals.flatMap(toResult);
      months.set(signals, results);
      return results;
    });
  return async () => {
    const cache = await getCache();
    const date = toKarachiDate(clock.now());
    const cached = cache.get(date);
    if (cached) return cached;
    const reading = read();
    cache.set(date, reading);
    reading.catch(() => cache.delete(date));
    return reading;
  };
}

function toResult(signal: SignalResult): RecentResult | [] {
  const r = getClosedResult(signal);
  return r === null ? [] : { signalType: signal.signalType, symbol: signal.symbol, r };
}

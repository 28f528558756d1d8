import { getStartOfDate, type LocalDate, toKarachiDate } from '#contract/dates.ts';
import type { Config } from '#server/config/config.ts';
import { cachedUntilChange } from '#server/platform/cached-until-change.ts';
import type { Clock } from '#server/platform/clock.ts';
import type { Database, Queryable } from '#server/platform/database.ts';
import { getPeriodStart, selectPeriod } from './present-performance.ts';
import { type RecordedSignal, readRecord } from './read-record.ts';

export type RecentOutcome = Pick<RecordedSignal, 'signalType' | 'symbol' | 'outcome'>;

/**
 * Returns a function that reads the public outcomes of the last 12 months, in the order of their ends, and caches them until one
 * changes or the date does, when premium results are released.
 */
export function cacheRecentOutcomes({
  config,
  database,
  clock,
}: {
  config: Config;
  database: Database;
  clock: Clock;
}): () => Promise<readonly RecentOutcome[]> {
  const getCache = cachedUntilChange(
    database.changes,
    'track-record',
    async (): Promise<Map<LocalDate, Promise<readonly RecentOutcome[]>>> => new Map(),
  );
  return async () => {
    const cache = await getCache();
    const now = clock.now();
    const date = toKarachiDate(now);
    const cached = cache.get(date);
    if (cached) return cached;
    const reading = readRecentOutcomes(database.db, config, now);
    cache.set(date, reading);
    reading.catch(() => cache.delete(date));
    return reading;
  };
}

async function readRecentOutcomes(
  db: Queryable,
  config: Config,
  now: Date,
): Promise<readonly RecentOutcome[]> {
  const publishedFrom = getStartOfDate(getPeriodStart('1Y', now));
  const record = await readRecord(db, config, now, { publishedFrom });
  return selectPeriod(record, '1Y', now).map(({ signalType, symbol, outcome }) => ({
    signalType,
    symbol,
    outcome,
  }));
}

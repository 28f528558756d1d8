import { type LocalDate, toKarachiDate } from '#contract/dates.ts';
import type { RecordedOutcome } from '#server/domains/track-record/statistics/calculate-statistics.ts';
import { cachedUntilChange } from '#server/platform/cached-until-change.ts';
import type { Clock } from '#server/platform/clock.ts';
import type { Database } from '#server/platform/database.ts';
import type { RecordedSignal, RecordReader } from './read-record.ts';

export interface RecentOutcome extends Pick<RecordedSignal, 'signalType' | 'symbol'> {
  outcome: RecordedOutcome;
}

/**
 * Returns a function that reads the public outcomes of the last 12 months, in the order of their ends, and caches them until one
 * changes or the date does, when premium results are released.
 */
export function cacheRecentOutcomes(
  { database, clock }: { database: Database; clock: Clock },
  record: RecordReader,
): () => Promise<readonly RecentOutcome[]> {
  const getCache = cachedUntilChange(
    database.changes,
    'track-record',
    async (): Promise<Map<LocalDate, Promise<readonly RecentOutcome[]>>> => new Map(),
  );
  return async () => {
    const cache = await getCache();
    const date = toKarachiDate(clock.now());
    const cached = cache.get(date);
    if (cached) return cached;
    const reading = readRecentOutcomes(record);
    cache.set(date, reading);
    reading.catch(() => cache.delete(date));
    return reading;
  };
}

async function readRecentOutcomes(record: RecordReader): Promise<readonly RecentOutcome[]> {
  const signals = await record.listPublic('1Y');
  const outcomes = await record.readOutcomes(signals);
  return signals.map((signal) => ({
    signalType: signal.signalType,
    symbol: signal.symbol,
    outcome: outcomes.get(signal),
  }));
}

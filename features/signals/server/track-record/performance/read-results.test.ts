import { expect, it } from 'vitest';
import { addDays, toKarachiDate } from '#core/contract/dates.ts';
import { readConfig } from '#core/server/config/config.ts';
import { indexValues } from '#features/market/server/prices/prices.tables.ts';
import {
  PERFORMANCE_PERIODS,
  type PerformancePeriod,
} from '#features/signals/contract/track-record/performance.ts';
import { signalMarks, signalResults } from '#features/signals/server/track-record/track-record.tables.ts';
import { useTestApp } from '#tests/support/test-app.ts';
import { createPerformanceReader } from './present-performance.ts';
import { createResultReader } from './read-results.ts';

const test = useTestApp();
const SIGNALS = 40;
const ROUNDS = 25;
const RELEASE_DAYS = 7;

const createReader = () =>
  createPerformanceReader(
    createResultReader({
      ...test,
      config: readConfig({
        TRACK_RECORD_COST_PERCENT: '0.5',
        PREMIUM_PUBLIC_AFTER_DAYS: String(RELEASE_DAYS),
      }),
    }),
  );

type Result = typeof signalResults.$inferInsert;

/** 60 trading days, the 14 days of grace and those of the release before all dates of the test. */
const OVERDUE_SWING = '2026-07-25';

/** Counts from the definitions: published in the period, and intraday, ended long enough ago, or overdue. */
function countPublic(results: Result[], period: PerformancePeriod): number {
  const today = toKarachiDate(test.clock.now());
  const days = { all: 10_000, '3M': 92, '6M': 183, '1Y': 366 }[period];
  return results.filter(
    ({ signalType, endedOn, publishedAt }) =>
      toKarachiDate(publishedAt) >= addDays(today, -days) &&
      (signalType === 'intraday' ||
        (endedOn && endedOn <= addDays(today, -RELEASE_DAYS)) ||
        (!endedOn && signalType === 'swing' && toKarachiDate(publishedAt) < OVERDUE_SWING)),
  ).length;
}

let state = 26;
function pick<T>(choices: readonly T[]): T {
  state = (state * 48_271) % 2_147_483_647;
  return choices[state % choices.length] as T;
}

/** A result that a later evaluation could have stored: any end and any state, in any month. */
function makeResult(index: number, revision: number): Result {
  const published = `2026-0${1 + (index % 8)}-1${index % 10}`;
  const outcome = pick(['closed', 'closed', 'closed', 'open', 'pending', 'expired'] as const);
  const endedOn =
    outcome === 'closed' || outcome === 'expired' ? `2026-${pick(['08', '09', '10', '11'])}-02` : null;
  return {
    signalId: `00000000-0000-4000-8000-${String(index).padStart(12, '0')}`,
    revision,
    signalType: (['intraday', 'swing', 'investment'] as const)[index % 3] ?? 'swing',
    symbol: 'OGDC',
    side: 'buy',
    risk: 500,
    publishedAt: new Date(`${published}T05:00:00Z`),
    isDeleted: pick([true, false, false]),
    sequence: revision + 1,
    state: outcome,
    reason: null,
    fillDate: '2026-08-03',
    fillPrice: 10_000,
    rMultiple: pick(['-1.0000', '2.0000', '0.4000']),
    percent: pick(['-5.00', '10.00']),
    barsHeld: pick([1, 5, 20]),
    endedOn,
  };
}

it('a reader that has read earlier results presents the same performance as one that reads all', async () => {
  const { db } = test.database;
  const reader = createReader();
  const results = new Map<number, Result>();
  test.clock.set('2026-11-05T06:00:00Z');
  for (let revision = 0; revision < ROUNDS; revision += 1) {
    const indexes =
      revision === 0
        ? Array.from({ length: SIGNALS }, (_, index) => index)
        : [pick([3, 7, 11, 20]), SIGNALS + revision];
    for (const index of indexes) {
      const result = makeResult(index, revision);
      results.set(index, result);
      await db
        .insert(signalResults)
        .values(result)
        .onConflictDoUpdate({ target: signalResults.signalId, set: result });
      const mark = { date: '2026-11-04', price: 10_000, percent: '1.00' };
      if (result.state === 'open')
        await db
          .insert(signalMarks)
          .values({ signalId: result.signalId, rMultiple: '0.3000', ...mark })
          .onConflictDoNothing();
    }
    // The days on which premium results are released pass, and values of the index change.
    if (revision % 5 === 4) test.clock.advance(24 * 60 * 60_000);
    if (revision % 8 === 7) {
      const value = { symbol: 'KSE100', date: pick(['2026-08-03', '2026-10-02']), value: 100 + revision };
      await test.database.transaction(async (tx, announce) => {
        announce('prices');
        await tx
          .insert(indexValues)
          .values(value)
          .onConflictDoUpdate({ target: [indexValues.symbol, indexValues.date], set: value });
      });
    }
    for (const period of PERFORMANCE_PERIODS) {
      const performance = await reader(period);
      expect(performance).toEqual(await createReader()(period));
      expect(performance.statistics.published).toBe(countPublic([...results.values()], period));
    }
  }
  expect((await reader('all')).statistics.closed).toBeGreaterThan(SIGNALS / 4);
});

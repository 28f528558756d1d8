import { expect, it } from 'vitest';
import { readPerformance } from '#features/signals/contract/track-record/performance.ts';
import { readRecentResults } from '#features/signals/contract/track-record/recent-results.ts';
import { evaluateSignals } from '#features/signals/server/track-record/outcomes/evaluate-signals.ts';
import { signInAdministrator } from '#tests/support/accounts/accounts.ts';
import { storeBars } from '#tests/support/market/prices.ts';
import { publish } from '#tests/support/signals/signals.ts';
import { useTestApp } from '#tests/support/test-app.ts';

const test = useTestApp({ PREMIUM_PUBLIC_AFTER_DAYS: '7' });
const LEVELS = { entry_price: '100.00', stop_loss: '95.00', target_points: ['110.00'] };

async function publishAt(time: string, overrides: Parameters<typeof publish>[2]): Promise<void> {
  test.clock.set(time);
  await publish(test, await signInAdministrator(test), { ...LEVELS, ...overrides });
}

async function readAt(time: string) {
  test.clock.set(time);
  await evaluateSignals({ ...test, releaseDays: 7 });
  // The summary is cached until the results or the date change.
  test.database.changes.emit('track-record');
  const { statistics, unreleased } = (await test.call(readPerformance, { query: {} })).body;
  const recent = (await test.call(readRecentResults, { query: {} })).body;
  const { published, awaiting_prices, overdue, unmeasurable_rate } = statistics;
  expect(recent.unmeasurable_rate).toBe(unmeasurable_rate);
  return { published, awaiting_prices, overdue, unmeasurable_rate, unreleased: unreleased.count };
}

it('a premium signal whose prices are withheld is public, and not measurable, weeks after its time limit', async () => {
  await storeBars(test, 'PPL', { '2026-05-29': [104, 105, 103, 104], '2026-06-01': [102, 103, 99, 101] });
  await publishAt('2026-06-01T03:00:00Z', { symbol: 'PPL', signal_type: 'swing' });
  // The bar of Tuesday, which hit the stop loss, is left out.
  await storeBars(test, 'PPL', { '2026-06-02': [101, 102, 90, 91], '2026-06-03': [91, 120, 90, 119] });
  await test.database.pool.query(`delete from price_bars where date = '2026-06-02'`);
  const hidden = { published: 0, awaiting_prices: 0, overdue: 0, unmeasurable_rate: null, unreleased: 1 };
  expect(await readAt('2026-09-01T15:00:00Z')).toEqual(hidden);
  const shown = { published: 1, awaiting_prices: 1, overdue: 1, unmeasurable_rate: '100.0', unreleased: 0 };
  expect(await readAt('2026-09-30T15:00:00Z')).toEqual(shown);
});

it('a signal whose prices are withheld is not measurable from the fifth trading day after its last day on', async () => {
  await storeBars(test, 'OGDC', { '2026-10-02': [104, 105, 103, 104] });
  await publishAt('2026-10-05T03:00:00Z', { symbol: 'OGDC', signal_type: 'intraday' });
  await storeBars(test, 'OGDC', { '2026-10-05': [104, 105, 94, 94], '2026-10-06': [94, 96, 93, 95] });
  await test.database.pool.query(`delete from price_bars where date = '2026-10-05'`);
  // That of the premium signal is the other one.
  expect(await readAt('2026-10-12T08:00:00Z')).toMatchObject({ awaiting_prices: 2, overdue: 1 });
  expect(await readAt('2026-10-12T15:00:00Z')).toMatchObject({ awaiting_prices: 2, overdue: 2 });
  await storeBars(test, 'OGDC', { '2026-10-05': [104, 105, 94, 94] });
  expect(await readAt('2026-10-12T15:10:00Z')).toMatchObject({
    awaiting_prices: 1,
    overdue: 1,
    unmeasurable_rate: '50.0',
  });
});

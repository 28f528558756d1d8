import { gt } from 'drizzle-orm';
import { expect, it } from 'vitest';
import { DAY } from '#core/server/platform/clock.ts';
import { indexValues, priceBars } from '#features/market/server/prices/prices.tables.ts';
import { listIndexHistory, readPrices } from '#features/market/server/prices/prices.ts';
import { useTestApp } from '#tests/support/test-app.ts';
import { continueSamplePrices } from './continue-sample-prices.ts';
import { continueSampleBars } from './sample-bars.ts';

const test = useTestApp();

const readBars = async (symbol: string) =>
  (await readPrices(test.database.db, symbol, { range: '1M', isAdjusted: false })).bars;

it('adds invented prices of every trading day that has ended, the same whatever the steps of the clock', async () => {
  const { database, clock } = test;
  await database.db.insert(priceBars).values([
    { symbol: 'LUCK', date: '2026-11-20', close: 10_000 },
    { symbol: 'MARI', date: '2026-11-19', close: 10_000 },
    { symbol: 'MARI', date: '2026-11-20', close: 10_000, importId: 1 },
    { symbol: 'SYS', date: '2026-11-20', close: 10_000, importId: 1 },
  ]);
  await database.db.insert(indexValues).values({ symbol: 'KSE100', date: '2026-11-20', value: 15_800_000 });
  await continueSamplePrices(test);
  expect(await readBars('LUCK')).toHaveLength(1);

  clock.advance(5 * DAY);
  await continueSamplePrices(test);
  clock.advance(4 * DAY);
  await continueSamplePrices(test);
  const bars = await readBars('LUCK');
  const days = bars.map(({ date }) => date);
  expect(days.length).toBeGreaterThan(5);
  expect((await readBars('MARI')).map(({ date }) => date)).toEqual(['2026-11-19', ...days]);
  expect((await readBars('MARI')).at(-1)?.close).not.toBe(bars.at(-1)?.close);
  expect(await readBars('SYS')).toHaveLength(1);
  expect((await listIndexHistory(database.db, 'KSE100', '1M')).map(({ date }) => date)).toEqual(days);

  await database.db.delete(priceBars).where(gt(priceBars.date, '2026-11-20'));
  await continueSamplePrices(test);
  expect(await readBars('LUCK')).toEqual(bars);
});

it('the price falls by the payout on its ex-date, which is marked', () => {
  const days = ['2026-11-25', '2026-11-24', '2026-11-23'];
  const steps = [{ daysAgo: 1, factor: 1, amount: 20, suffix: 'XD' as const }];
  const bars = continueSampleBars('LUCK', days, 20_000, steps);
  expect(bars.map(({ date, suffix }) => [date, suffix])).toEqual([
    ['2026-11-23', null],
    ['2026-11-24', 'XD'],
    ['2026-11-25', null],
  ]);
  expect(bars[1]?.previousClose).toBe((bars[0]?.close ?? 0) - 2_000);
  for (const { open, high, low, close } of bars) {
    expect(low).toBeLessThanOrEqual(Math.min(open, close));
    expect(high).toBeGreaterThanOrEqual(Math.max(open, close));
  }
});

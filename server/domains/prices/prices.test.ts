import { beforeEach, expect, it } from 'vitest';
import { cacheTradingCalendar } from '#server/domains/market/market.ts';
import { useTestApp } from '#tests/support/test-app.ts';
import { priceBars } from './prices.tables.ts';
import {
  cacheLastCloses,
  hasSamplePrices,
  listIndexHistory,
  loadSamplePrices,
  readPrices,
} from './prices.ts';

const test = useTestApp();

const MONTH = { range: '1M', isAdjusted: true } as const;

beforeEach(async () => {
  await test.database.pool.query('truncate price_bars, index_values');
});

it('reads last closes, bars and index values, and caches closes until prices change', async () => {
  const { database } = test;
  const getLastCloses = cacheLastCloses(database);
  expect(await getLastCloses(['LUCK'])).toEqual(new Map());
  expect((await readPrices(database.db, 'LUCK', MONTH)).last).toBeNull();
  await database.transaction(async (tx, announce) => {
    announce('prices');
    await tx.insert(priceBars).values([
      { symbol: 'LUCK', date: '2026-10-01', close: 80_000, importId: 1 },
      { symbol: 'LUCK', date: '2026-11-20', close: 81_825, importId: 1 },
    ]);
  });
  expect(await getLastCloses(['LUCK', 'MARI', 'LUCK'])).toEqual(
    new Map([['LUCK', { date: '2026-11-20', close: '818.25', adjustedOn: null }]]),
  );
  expect((await readPrices(database.db, 'LUCK', MONTH)).last).toEqual({
    date: '2026-11-20',
    close: '818.25',
    previousClose: '800.00',
    importId: 1,
  });
  const count = async (range: '1M' | '3M') =>
    (await readPrices(database.db, 'LUCK', { range, isAdjusted: true })).bars.length;
  expect([await count('1M'), await count('3M')]).toEqual([1, 2]);
  expect(await hasSamplePrices(database.db)).toBe(false);
});

it('fills a database without prices once with samples that fit the last trading day', async () => {
  const { database, clock } = test;
  const calendar = await cacheTradingCalendar(database)();
  const load = () =>
    database.transaction((tx, announce) => loadSamplePrices(tx, announce, { now: clock.now(), calendar }));
  await load();
  await load();
  expect(await hasSamplePrices(database.db)).toBe(true);
  expect(await database.db.$count(priceBars)).toBe(48 * 250);
  expect((await readPrices(database.db, 'SYS', MONTH)).last?.date).toBe('2026-11-20');
  expect(await listIndexHistory(database.db, 'KSE100', '5Y')).toHaveLength(250);
});

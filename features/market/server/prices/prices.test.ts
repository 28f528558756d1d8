import { eq, sql } from 'drizzle-orm';
import { beforeEach, describe, expect, it } from 'vitest';
import { cacheTradingCalendar } from '#features/market/server/market.ts';
import { listSampleAnchors } from '#features/signals/sample/sample-signals.ts';
import { explainStatements } from '#tests/support/database/explain-statements.ts';
import { useTestApp } from '#tests/support/test-app.ts';
import {
  findLastCompleteDate,
  findLastDate,
  listCoverageRows,
  listLastBarsOf,
  listNewestBarsOf,
  listPricedSymbols,
} from './list/prices.queries.ts';
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
    new Map([
      ['LUCK', { date: '2026-11-20', close: '818.25', adjustedOn: null, lastExDate: null, isTraded: false }],
    ]),
  );
  expect((await readPrices(database.db, 'LUCK', MONTH)).last).toEqual({
    date: '2026-11-20',
    close: '818.25',
    previousClose: '800.00',
    importId: 1,
    hasInvented: false,
  });
  const count = async (range: '1M' | '3M') =>
    (await readPrices(database.db, 'LUCK', { range, isAdjusted: true })).bars.length;
  expect([await count('1M'), await count('3M')]).toEqual([1, 2]);
  expect(await hasSamplePrices(database.db)).toBe(false);
});

it.each([
  ['2026-11-20', ['1M']],
  ['2026-10-20', ['1M']],
  ['2026-10-19', ['1M', '3M']],
  ['2025-11-19', ['1M', '3M', '6M', '1Y']],
  ['2025-11-18', ['1M', '3M', '6M', '1Y', '3Y']],
  ['2020-01-01', ['1M', '3M', '6M', '1Y', '3Y', '5Y']],
])('with prices since %s the ranges %j have prices that no shorter one has', async (first, ranges) => {
  const { db } = test.database;
  const dates = [...new Set([first, '2026-11-20'])];
  await db
    .insert(priceBars)
    .values(dates.map((date) => ({ symbol: 'LUCK', date, close: 80_000, importId: 1 })));
  for (const range of ['1M', '5Y'] as const)
    expect((await readPrices(db, 'LUCK', { range, isAdjusted: true })).ranges).toEqual(ranges);
});

it('fills a database without prices once with samples that fit the last trading day', async () => {
  const { database, clock } = test;
  const calendar = await cacheTradingCalendar(database)();
  const load = () =>
    database.transaction((tx, announce) =>
      loadSamplePrices(tx, announce, { now: clock.now(), calendar, anchors: listSampleAnchors() }),
    );
  await load();
  await load();
  expect(await hasSamplePrices(database.db)).toBe(true);
  expect(await database.db.$count(priceBars)).toBe(48 * 250);
  expect((await readPrices(database.db, 'SYS', MONTH)).last?.date).toBe('2026-11-20');
  expect(await listIndexHistory(database.db, 'KSE100', '5Y')).toHaveLength(250);
});

describe('the numbers of bars', () => {
  const bar = (symbol: string, date: string, high: number | null = null) => ({
    ...{ symbol, date, close: 100, high, low: high === null ? null : 90, importId: 1 },
  });

  it('the numbers of bars are those of the bars after insertions, changes and deletions', async () => {
    const { db, pool } = test.database;
    const expectCounts = async () => {
      const { rows } = await pool.query(
        `select symbol, count(*)::integer as bars, (count(*) filter (where high is null))::integer as close_only
         from price_bars group by symbol order by symbol`,
      );
      const counted = await pool.query('select symbol, bars, close_only from price_counts order by symbol');
      expect(counted.rows).toEqual(rows);
    };
    await db
      .insert(priceBars)
      .values([bar('LUCK', '2026-11-18'), bar('LUCK', '2026-11-19', 110), bar('OGDC', '2026-11-19')]);
    await expectCounts();
    const again = [bar('LUCK', '2026-11-18', 120), bar('SYS', '2026-11-20', 120)];
    const set = { high: sql`excluded.high`, low: sql`excluded.low` };
    const target = [priceBars.symbol, priceBars.date];
    await db.insert(priceBars).values(again).onConflictDoUpdate({ target, set });
    await expectCounts();
    await db.update(priceBars).set({ importId: 2 });
    await db.update(priceBars).set({ symbol: 'MARI' }).where(eq(priceBars.symbol, 'SYS'));
    await expectCounts();
    await db.delete(priceBars).where(eq(priceBars.symbol, 'LUCK'));
    await expectCounts();
    await pool.query('truncate price_bars');
    await expectCounts();
  });

  it('list what is stored of each symbol, with the last date and the last import', async () => {
    const { db } = test.database;
    const rows = [bar('LUCK', '2026-11-18', 110), bar('LUCK', '2026-11-20'), bar('OGDC', '2026-11-19', 110)];
    await db.insert(priceBars).values([{ ...rows[0], importId: 7 } as never, ...rows.slice(1)]);
    const stored = { lastClose: 100, lastImportId: 1, hasInvented: false };
    expect(await listCoverageRows(db)).toEqual([
      {
        ...stored,
        symbol: 'LUCK',
        firstDate: '2026-11-18',
        lastDate: '2026-11-20',
        bars: 2,
        closeOnly: 1,
        lastImportId: 7,
      },
      { ...stored, symbol: 'OGDC', firstDate: '2026-11-19', lastDate: '2026-11-19', bars: 1, closeOnly: 0 },
    ]);
    expect(await findLastDate(db)).toBe('2026-11-20');
    await db.insert(priceBars).values(bar('HUBC', '2026-11-19'));
    expect(await findLastCompleteDate(db)).toBe('2026-11-19');
    expect(await listPricedSymbols(db)).toEqual(expect.arrayContaining(['LUCK', 'OGDC']));
  });

  it('the numbers of bars and last closes are read without reading every bar', async () => {
    const { database } = test;
    const plans = await explainStatements(database, async () => {
      await listLastBarsOf(database.db, ['LUCK', 'OGDC']);
      await listNewestBarsOf(database.db, ['LUCK', 'OGDC'], 2);
      await findLastDate(database.db);
      await listCoverageRows(database.db);
    });
    expect(plans).toHaveLength(4);
    for (const plan of plans) {
      // One entry of the index for each symbol.
      expect(plan).toMatch(/Limit\n\s+->\s+Index (Only )?Scan Backward using price_bars_symbol_date_pk/);
      // Only what the limit leaves is sorted.
      expect(plan).not.toMatch(
        /Seq Scan on price_bars|Sort Key: price_bars(?!\.date\n\s+-> {2}Subquery Scan)/,
      );
    }
  });
});

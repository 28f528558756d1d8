import { readFile } from 'node:fs/promises';
import Big from 'big.js';
import fc from 'fast-check';
import { beforeEach, expect, it } from 'vitest';
import { addDays, getWeekday } from '#core/contract/dates.ts';
import { toInsertBatches } from '#core/server/platform/database/parameters.ts';
import { createPriceHandlers } from '#features/market/server/prices/import/price-handlers.ts';
import {
  companyFacts,
  priceAdjustments,
  type priceBars,
} from '#features/market/server/prices/prices.tables.ts';
import { useTestApp } from '#tests/support/test-app.ts';
import { calculateFacts, type Facts, formatChange } from './calculate-facts.ts';
import { refreshFacts, refreshOutdatedFacts } from './refresh-facts.ts';

const test = useTestApp();

beforeEach(async () => {
  await test.database.pool.query('truncate price_bars, company_facts');
});

const SYMBOLS = 500;
const BARS = 300;
const START = '2024-01-01';
const ROWS_PER_STATEMENT = 5_000;

/** Returns the same numbers between 0 and 1 each time. */
function createRandom(seed: number) {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
}

type Bar = typeof priceBars.$inferInsert;
type Adjustment = typeof priceAdjustments.$inferInsert;

/** Makes the bars of a symbol with gaps, a suspension, days without trades, volumes or ranges, and its splits, bonuses, rights and dividends. */
function makeHistory(index: number, count: number): { bars: Bar[]; adjustments: Adjustment[] } {
  const random = createRandom(index + 1);
  const symbol = `T${String(index).padStart(3, '0')}`;
  const bars: Bar[] = [];
  const adjustments: Adjustment[] = [];
  const isFlat = index % 50 === 0;
  const flatBars = count < 700 ? 0 : ([0, 200, 300, 380][index % 4] ?? 0);
  let close = 500 + Math.floor(random() * 100_000);
  let date = addDays(START, Math.floor(random() * 5));
  const adjust = (kind: Adjustment['kind'], values: Pick<Adjustment, 'factor' | 'dividend'>) =>
    adjustments.push({
      ...{ source: `test:${symbol}:${adjustments.length}`, symbol, exDate: date, kind, description: kind },
      recordedAt: new Date('2026-01-01T00:00:00Z'),
      ...values,
    });
  while (bars.length < count) {
    date = addDays(date, 1);
    if (getWeekday(date) % 6 === 0 || random() < 0.04) continue;
    if (index % 7 === 0 && bars.length === 150) date = addDays(date, 90);
    let factor = 1;
    const event = random();
    if (event < 0.003) factor = 0.2;
    else if (event < 0.008) factor = 100 / 115;
    else if (event < 0.011) factor = 0.93;
    if (factor !== 1)
      adjust(event < 0.003 ? 'split' : event < 0.008 ? 'bonus' : 'right', {
        factor: factor.toFixed(12),
        dividend: null,
      });
    if (event < 0.016) adjust('dividend', { factor: null, dividend: (random() * 1_000).toFixed(4) });
    const isLimited = event > 0.99 || (index % 9 === 0 && bars.length === count - 1);
    const move = isFlat || bars.length >= count - flatBars ? 1 : isLimited ? 1.1 : 0.95 + random() * 0.1;
    const previous = Math.max(1, Math.round(close * factor));
    close = Math.max(1, Math.round(close * factor * move));
    const isUntraded = random() < 0.05;
    const [high, low] = [
      close + Math.floor(random() * close * 0.03),
      Math.max(1, close - Math.floor(random() * close * 0.03)),
    ];
    const hasRange = random() > 0.05;
    bars.push({
      ...{ symbol, date, close, importId: 1 },
      high: hasRange ? high : null,
      low: hasRange ? low : null,
      previousClose: random() < 0.5 ? previous : null,
      volume: random() < 0.03 ? null : isUntraded ? 0 : Math.floor(random() * 5_000_000),
    });
  }
  // After the last bar, so that it does not count.
  date = addDays(date, 3);
  if (index % 3 === 0) adjust('bonus', { factor: '0.5', dividend: null });
  return { bars, adjustments };
}

async function store(histories: ReturnType<typeof makeHistory>[]): Promise<string[]> {
  const { db, pool } = test.database;
  // Thousands of parameters would take longer than the calculations.
  const rows = histories.flatMap(({ bars }) =>
    bars.map(({ previousClose, importId, ...bar }) => ({
      ...bar,
      previous_close: previousClose,
      import_id: importId,
    })),
  );
  const insert = 'insert into price_bars select * from jsonb_populate_recordset(null::price_bars, $1)';
  for (let from = 0; from < rows.length; from += ROWS_PER_STATEMENT)
    await pool.query(insert, [JSON.stringify(rows.slice(from, from + ROWS_PER_STATEMENT))]);
  for (const batch of toInsertBatches(histories.flatMap(({ adjustments }) => adjustments)))
    await db.insert(priceAdjustments).values(batch);
  return histories.flatMap(({ bars }) => bars[0]?.symbol ?? []);
}

const refresh = (symbols: Iterable<string>) => test.database.transaction((tx) => refreshFacts(tx, symbols));
const readFacts = () => test.database.db.select().from(companyFacts).orderBy(companyFacts.symbol);

/** Calculates the facts in SQL. */
async function calculateInSql(): Promise<Facts[]> {
  const client = await test.database.pool.connect();
  try {
    await client.query('set statement_timeout = 0');
    await client.query(await readFile(new URL('facts.test.sql', import.meta.url), 'utf8'));
    const { rows } = await client.query('select to_jsonb(expected) as facts from expected order by symbol');
    return rows.map(({ facts }) => facts);
  } finally {
    // With its temporary tables.
    client.release(true);
  }
}

it('equals a second calculation in SQL for 500 symbols with 300 bars, and for shorter and longer ones', async () => {
  const histories = Array.from({ length: SYMBOLS }, (_, index) => makeHistory(index, BARS));
  const others = [1, 2, 14, 15, 20, 34, 50, 199, 200, 700, 700, 700, 700].map((count, index) =>
    makeHistory(SYMBOLS + index, count),
  );
  const symbols = await store([...histories, ...others]);
  await refresh(symbols);
  const facts = await readFacts();
  const expected = await calculateInSql();
  expect(facts).toHaveLength(symbols.length);
  expect(
    facts.filter((each, index) => JSON.stringify(sort(each)) !== JSON.stringify(sort(expected[index]))),
  ).toEqual([]);
  expect(facts).toEqual(expected);
  // None of the values is missing everywhere.
  const countValues = (name: keyof Facts) => facts.filter((each) => each[name] !== null).length;
  for (const name of Object.keys(facts[0] ?? {}) as (keyof Facts)[])
    expect(countValues(name), name).toBeGreaterThan(20);
}, 240_000);

const sort = (facts: Facts | undefined) => Object.entries(facts ?? {}).sort(([a], [b]) => (a < b ? -1 : 1));

it('formats changes like exact decimals, rounded half away from zero', () => {
  const price = fc.integer({ min: 1, max: 100_000_000 });
  fc.assert(
    fc.property(price, price, (from, to) => {
      const exact = new Big(to).minus(from).times(100).div(from).toFixed(2, Big.roundHalfUp);
      expect(formatChange(from, to)).toBe(exact.replace(/^-(?=0\.00$)/, ''));
    }),
  );
  expect(formatChange(20_000, 20_001)).toBe('0.01');
  expect(formatChange(20_000, 19_999)).toBe('-0.01');
  expect(formatChange(30_000, 29_999)).toBe('0.00');
});

it.each([
  ['a price that stays the same', [100, 100], 181],
  ['a higher one', [100, 101], 0],
  ['a day without trades after it', [101, 101], 1],
])('counts the bars since the first one with the high for %s', (_, closes, expected) => {
  const bars = [...Array.from({ length: 298 }, () => 100), ...closes].map((close, index) => ({
    ...{ date: addDays(START, index * 2), open: null, high: null, low: null, close },
    ...{ previousClose: null, volume: null, suffix: null, importId: 1 },
  }));
  const facts = calculateFacts({ symbol: 'FLAT', bars, barCount: bars.length, adjustments: [] });
  expect(facts.daysSinceHigh).toBe(expected);
});

it('calculates facts again that a server of an earlier release did not, and removes those without bars', async () => {
  const symbols = await store([makeHistory(900, 30), makeHistory(901, 30)]);
  await refreshOutdatedFacts(test.database);
  expect((await readFacts()).map(({ symbol }) => symbol)).toEqual(symbols);
  await test.database.pool.query(`delete from price_bars where symbol = 'T900'`);
  await test.database.pool.query(`delete from price_bars where symbol = 'T901' and date > $1`, [
    '2024-01-20',
  ]);
  await refreshOutdatedFacts(test.database);
  const facts = await readFacts();
  expect(facts).toHaveLength(1);
  expect(facts[0]?.bars).toBeLessThan(30);
});

it('calculates facts again if a server stopped between the batches and the end of an import', async () => {
  const { bars, adjustments } = makeHistory(902, 300);
  const [symbol = ''] = await store([{ bars, adjustments }]);
  await refresh([symbol]);
  const before = await readFacts();
  const { prices } = createPriceHandlers(test.database, test.clock, {
    listSymbolsInPlay: async () => new Set(),
  });
  const [bar] = bars.slice(-100);
  const close = String(((bar?.close ?? 0) * 3) / 100);
  const values = { open: close, high: close, low: close, close, volume: '1' };
  const write = { symbol, date: bar?.date ?? '', isNew: false, values };
  await test.database.transaction((tx) =>
    prices.write(tx, { importId: 2, now: new Date(), isPart: true }, [write]),
  );
  // Those of before, until the import completes or the job finds them.
  expect(await readFacts()).toEqual(before.map((facts) => ({ ...facts, isOutdated: true })));
  await refreshOutdatedFacts(test.database);
  const after = await readFacts();
  expect(after[0]).toMatchObject({ bars: 300, isOutdated: false });
  expect(after[0]?.sma200).toBeGreaterThan(before[0]?.sma200 ?? 0);
  await refresh([symbol]);
  expect(await readFacts()).toEqual(after);
});

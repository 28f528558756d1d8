import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { addDays, toKarachiDate } from '#core/contract/dates.ts';
import { getCompanyPath, paths } from '#core/contract/paths.ts';
import { bookClosures } from '#features/corporate-actions/server/corporate-actions.tables.ts';
import { previewImport, revertImport, startImport } from '#features/imports/contract/imports.ts';
import {
  listIndexValues,
  listMostTraded,
  listPriceCoverage,
  listPrices,
} from '#features/market/contract/prices.ts';
import { signInAdministrator } from '#tests/support/accounts/accounts.ts';
import { makeClosures } from '#tests/support/market/corporate-actions.ts';
import { useTestApp } from '#tests/support/test-app.ts';
import { listEvaluatedAdjustments } from './adjustments/confirm-adjustments.ts';
import { recordAdjustments } from './adjustments/record-adjustments.ts';
import { priceAdjustments, priceBars, replacedPrices } from './prices.tables.ts';

const test = useTestApp();
let token: string;

beforeAll(async () => {
  ({ access: token } = await signInAdministrator(test));
});

beforeEach(async () => {
  await test.database.pool.query(
    'truncate imports, import_changes, price_bars, index_values, replaced_prices, book_closures restart identity',
  );
});

type Kind = 'prices' | 'index-values' | 'intraday-prices';
const file = (content: string, kind: Kind = 'prices', name = 'prices.csv') => ({
  kind,
  file_name: name,
  content,
});
const FULL = [
  'symbol,date,open,high,low,close,volume,previous_close,suffix',
  'LUCK,2026-11-18,800,810,795,805,1000,799,',
  'LUCK,2026-11-19,805,815,800,811,1000,805,',
  'LUCK,2026-11-20,812,820.50,808.10,818.25,120500,811,XD',
].join('\n');

async function importFile(body: ReturnType<typeof file>): Promise<number> {
  const { status, body: begun } = await test.call(startImport, { body }, { token });
  expect(status).toBe(201);
  await test.importer.waitUntilIdle();
  return begun.id;
}

async function revert(id: number) {
  const response = await test.call(revertImport, { params: { id: String(id) } }, { token });
  await test.importer.waitUntilIdle();
  return response;
}

const stored = () => test.database.db.select().from(priceBars).orderBy(priceBars.date);
const list = async (query: { range?: '1M' | '5Y'; adjusted?: 'true' | 'false' } = {}) =>
  (await test.call(listPrices, { params: { symbol: 'LUCK' }, query })).body;

describe('the most traded companies', () => {
  const read = async () => (await test.call(listMostTraded, {})).body;

  it('are listed by turnover on the last date, and their charts are linked from Charting', async () => {
    expect(await read()).toEqual({ date: null, results: [] });
    const rows = [
      'OGDC,2026-11-20,100,1000',
      'LUCK,2026-11-20,900,500',
      'MARI,2026-11-19,900,900000',
      'PPL,2026-11-20,90,0',
      // The product does not fit a 64-bit integer.
      'HBL,2026-11-20,999999,999999999999999',
    ];
    await importFile(file(['symbol,date,close,volume', ...rows].join('\n')));
    const { date, results } = await read();
    expect(date).toBe('2026-11-20');
    expect(results.map(({ symbol }: { symbol: string }) => symbol)).toEqual(['HBL', 'LUCK', 'OGDC']);
    expect(results[1]?.name).toBe('Lucky Cement Limited');
    const { body } = await test.request(paths.charting);
    expect(body).toContain('Coming Soon');
    for (const symbol of ['LUCK', 'OGDC']) expect(body).toContain(`href="${getCompanyPath(symbol)}"`);
  });
});

describe('imports of prices', () => {
  it('shows imported prices to everyone and none after the import is reverted', async () => {
    expect(await list()).toEqual({
      symbol: 'LUCK',
      bars: [],
      adjustments: [],
      last_close: null,
      ranges: [],
    });
    const id = await importFile(file(FULL));
    const body = await list();
    expect(body.bars).toHaveLength(3);
    expect(body.bars[2]).toEqual({
      date: '2026-11-20',
      open: '812.00',
      high: '820.50',
      low: '808.10',
      close: '818.25',
      volume: 120500,
      suffix: 'XD',
      is_close_only: false,
    });
    expect(body.last_close).toEqual({
      date: '2026-11-20',
      close: '818.25',
      previous_close: '811.00',
      missed_days: 0,
      is_old: false,
      imported_at: '2026-11-21T05:42:00.000Z',
      has_invented: false,
    });

    expect((await revert(id)).status).toBe(200);
    expect(await stored()).toEqual([]);
    expect((await list()).bars).toEqual([]);
  });

  it('stores the close of a restated series as traded once the split is among the book closures', async () => {
    const at = (day: number) => Date.UTC(2026, 10, day, 11) / 1000;
    const series = JSON.stringify({
      status: 1,
      data: [
        [at(20), 163.65, 120500, 162.4],
        [at(19), 162.2, 1000, 805],
      ],
    });
    const preview = async () =>
      (await test.call(previewImport, { body: file(series, 'prices', 'LUCK.json') }, { token })).body;
    expect((await preview()).rows[1]).toMatchObject({
      status: 'rejected',
      reason: expect.stringContaining('Import that closure first, then this file again.'),
    });
    await makeClosures(test.database, [
      { payout: 'Stock split 5:1', bcFrom: '2026-11-23', bcTo: null, exDate: '2026-11-20' },
    ]);
    expect((await preview()).counts).toMatchObject({ new: 2, review: 0, rejected: 0 });
    await importFile(file(series, 'prices', 'LUCK.json'));
    expect(await stored()).toMatchObject([
      { date: '2026-11-19', open: null, close: 81100, volume: null },
      { date: '2026-11-20', open: 16240, close: 16365, volume: 120500 },
    ]);

    // The restored close is exact to 2.5 paisa.
    await importFile(file('symbol,date,close\nLUCK,2026-11-19,810.98'));
    expect((await preview()).counts).toMatchObject({ changed: 0, unchanged: 2 });
    await importFile(file('symbol,date,close\nLUCK,2026-11-19,810.97'));
    expect((await preview()).counts).toMatchObject({ changed: 1, unchanged: 1 });
  });

  it('stores only the close, without review, if a close outside the range repeats the previous one', async () => {
    await importFile(file('symbol,date,open,high,low,close,ldcp\nLUCK,2026-11-20,812,820,808,800,800'));
    expect(await stored()).toMatchObject([{ open: null, high: null, low: null, close: 80000 }]);
  });

  it('needs a confirmation of a traded day whose close outside the range repeats the previous one', async () => {
    const header = 'symbol,date,open,high,low,close,volume,ldcp';
    const read = async (volume: string) =>
      (
        await test.call(
          previewImport,
          { body: file(`${header}\nLUCK,2026-11-20,812,820,808,800,${volume},800`) },
          { token },
        )
      ).body.counts;
    expect(await read('120500')).toMatchObject({ new: 0, review: 1 });
    expect(await read('0')).toMatchObject({ new: 1, review: 0 });
  });

  it('previews new, changed, unchanged, doubtful and rejected rows with reasons', async () => {
    await importFile(file(FULL));
    const content = [
      'symbol,date,open,high,low,close',
      'LUCK,2026-11-20,812,820.50,808.10,818.25',
      'LUCK,2026-11-19,805,816,800,811',
      'LUCK,2026-11-17,805,815,800,811',
      'LUCK,2026-11-15,805,815,800,811',
      'LUCK,2026-11-24,805,815,800,811',
      'LUCK,2026-11-16,805,815,812,811',
      'LUCK,2026-11-17,805,815,800,812',
    ].join('\n');
    const { body } = await test.call(previewImport, { body: file(content) }, { token });
    expect(body.counts).toEqual({ new: 1, changed: 1, unchanged: 1, review: 2, rejected: 2, left_out: 0 });
    const rows = body.rows.map(
      ({ line, status, reason }: { line: number; status: string; reason: string }) => [line, status, reason],
    );
    expect(rows).toEqual([
      [2, 'unchanged', null],
      [3, 'changed', null],
      [4, 'new', null],
      [5, 'review', '15 Nov 2026 is not a trading day.'],
      [6, 'rejected', '24 Nov 2026 is in the future.'],
      [
        7,
        'review',
        'The open 805.00 is below the low 812.00. If you confirm the row, only its close is stored.',
      ],
      [8, 'rejected', 'Line 4 has different values for the same symbol and date.'],
    ]);
    expect(body.rows[1]).toMatchObject({
      summary: '19 Nov 2026: open 805.00, high 816.00, low 800.00, close 811.00',
      changes: [{ field: 'high', before: '815.00', after: '816.00' }],
    });
  });

  it('keeps the high and the low when a time series repeats a bar, and marks its own bars as close-only', async () => {
    await importFile(file(FULL));
    const seconds = (date: string) => Date.parse(`${date}T16:00:00+05:00`) / 1000;
    const series = {
      data: [
        [seconds('2026-11-20'), 818.25, 120500, 812],
        [seconds('2026-11-17'), 799, 10, 798],
      ],
    };
    await importFile(file(JSON.stringify(series), 'prices', 'LUCK.json'));
    const marks = (await list()).bars.map(
      ({ date, is_close_only }: { date: string; is_close_only: boolean }) => [date, is_close_only],
    );
    expect(marks).toEqual([
      ['2026-11-17', true],
      ['2026-11-18', false],
      ['2026-11-19', false],
      ['2026-11-20', false],
    ]);
  });

  it('restores changed bars exactly, in the order of the imports', async () => {
    const first = await importFile(file(FULL));
    const before = await stored();
    const second = await importFile(
      file('symbol,date,close,volume\nLUCK,2026-11-19,812,7\nMARI,2026-11-19,600,1'),
    );
    expect(await test.database.db.$count(replacedPrices)).toBe(1);

    const blocked = await revert(first);
    expect([blocked.status, blocked.body.detail]).toEqual([
      409,
      expect.stringContaining('Import 2 (prices.csv, 21 Nov 2026) changed the same rows later.'),
    ]);
    await revert(second);
    expect(await stored()).toEqual(before);
    expect(await test.database.db.$count(replacedPrices)).toBe(0);
    await revert(first);
    expect(await stored()).toEqual([]);
  });

  it('imports and reverts more rows than a batch has', async () => {
    const dates = Array.from({ length: 6300 }, (_, index) => addDays('2026-11-20', -index));
    const lines = dates.filter((date) => ![0, 6].includes(new Date(date).getUTCDay())).slice(0, 4400);
    const id = await importFile(
      file(['symbol,date,close', ...lines.map((date) => `LUCK,${date},800`)].join('\n')),
    );
    const count = await test.database.db.$count(priceBars);
    expect(count).toBeGreaterThan(4000);
    await revert(id);
    expect(await test.database.db.$count(priceBars)).toBe(0);
  });

  it('imports and reverts index values', async () => {
    const id = await importFile(
      file('index,date,value\nKSE100,2026-11-19,169000\nKSE100,2026-11-20,"169,600.40"', 'index-values'),
    );
    const read = () => test.call(listIndexValues, { params: { index: 'KSE100' }, query: {} });
    expect((await read()).body).toEqual({
      index: 'KSE100',
      values: [
        { date: '2026-11-19', value: '169000.00' },
        { date: '2026-11-20', value: '169600.40' },
      ],
    });
    await revert(id);
    expect((await read()).body.values).toEqual([]);
    expect((await test.call(listIndexValues, { params: { index: 'DOW' }, query: {} })).status).toBe(404);
  });

  it('lists the coverage with gaps to administrators only', async () => {
    await importFile(file('symbol,date,close\nLUCK,2026-11-17,800\nLUCK,2026-11-20,818.25'));
    const { body } = await test.call(listPriceCoverage, {}, { token });
    expect(body.results).toEqual([
      {
        symbol: 'LUCK',
        is_listed: true,
        first_date: '2026-11-17',
        last_date: '2026-11-20',
        last_close: '818.25',
        bars: 2,
        close_only: 2,
        gaps: 2,
        imported_at: '2026-11-21T05:42:00.000Z',
        has_invented: false,
      },
    ]);
    expect((await test.call(listPriceCoverage, {})).status).toBe(401);
  });

  it('counts the trading days on which only other companies have prices', async () => {
    await importFile(
      file('symbol,date,close\nLUCK,2026-11-16,800\nMARI,2026-11-19,600\nMARI,2026-11-20,601'),
    );
    expect((await list()).last_close).toMatchObject({ date: '2026-11-16', missed_days: 4 });
  });

  it('rejects symbols that cannot be one', async () => {
    expect((await test.call(listPrices, { params: { symbol: 'luck;' }, query: {} })).status).toBe(404);
  });
});

describe('doubtful prices', () => {
  const preview = async (content: string, kind: Kind = 'prices') => {
    const { body } = await test.call(previewImport, { body: file(content, kind) }, { token });
    return body.rows.map(({ line, status, reason }: Record<string, unknown>) => [line, status, reason]);
  };
  const confirm = async (content: string, confirmed: string[]) => {
    const response = await test.call(startImport, { body: { ...file(content), confirmed } }, { token });
    await test.importer.waitUntilIdle();
    return response.status;
  };
  const readPage = (symbol: string) => test.request(`/companies/${symbol}`);

  beforeEach(() => importFile(file('symbol,date,close\nSYS,2026-11-18,150\nSYS,2026-11-19,152.10')));

  it('wait for an administrator if they are beyond the price limits of their day', async () => {
    const content = 'symbol,date,open,high,low,close\nSYS,2026-11-20,1600,1650,1590,1640';
    const reason =
      'Rs. 1600.00 is beyond the price limits of 20 Nov 2026 (Rs. 136.89 to Rs. 167.31), from the close of 19 Nov 2026 (Rs. 152.10).';
    expect(await preview(content)).toEqual([[2, 'review', reason]]);
    const { status, body } = await test.call(startImport, { body: file(content) }, { token });
    expect([status, body.content]).toEqual([400, [expect.stringContaining('1 needs review')]]);
    expect(await stored()).toHaveLength(2);
    expect(await confirm(content, ['2'])).toBe(201);
    expect((await stored()).at(-1)).toMatchObject({ close: 164_000 });
  });

  it('are compared with the last close that does not wait, so that one error does not hide or cause another', async () => {
    const rows = ['SYS,2026-11-24,155', 'SYS,2026-11-23,1645', 'SYS,2026-11-20,1640', 'SYS,2026-11-18,151'];
    test.clock.set('2026-11-25T05:42:00Z');
    ({ access: token } = await signInAdministrator(test));
    expect(await preview(['symbol,date,close', ...rows].join('\n'))).toEqual([
      [2, 'new', null],
      [3, 'review', expect.stringContaining('from the close of 19 Nov 2026 (Rs. 152.10)')],
      [4, 'review', expect.stringContaining('(Rs. 136.89 to Rs. 167.31)')],
      [5, 'changed', null],
    ]);
  });

  it('may have moved by the limits of each trading day since the last close', async () => {
    test.clock.set('2026-11-25T05:42:00Z');
    ({ access: token } = await signInAdministrator(test));
    const [within, beyond] = ['184.04', '184.05'].map(
      (close) => `symbol,date,close\nSYS,2026-11-23,${close}`,
    );
    expect(await preview(within ?? '')).toEqual([[2, 'new', null]]);
    expect(await preview(beyond ?? '')).toEqual([[2, 'review', expect.stringContaining('Rs. 184.04')]]);
  });

  it('may be those after a payout whose ex-date has come', async () => {
    const content = 'symbol,date,close\nSYS,2026-11-20,76.50';
    expect(await preview(content)).toEqual([[2, 'review', expect.any(String)]]);
    await makeClosures(test.database, [
      { symbol: 'SYS', payout: '100%(B)', bcFrom: '2026-11-23', bcTo: null, exDate: '2026-11-20' },
    ]);
    expect(await preview(content)).toEqual([[2, 'new', null]]);
    const far = 'symbol,date,close\nSYS,2026-11-20,60';
    expect(await preview(far)).toEqual([
      [2, 'review', expect.stringContaining('(Rs. 152.10, Rs. 76.05 after the payouts since)')],
    ]);
  });

  it('are those of a symbol outside the directory, which has no page until they are confirmed', async () => {
    const content = 'symbol,date,close\nSYSX,2026-11-20,153\nSYS,2026-11-20,153';
    expect(await preview(content)).toEqual([
      [2, 'review', 'SYSX is not in the company directory.'],
      [3, 'new', null],
    ]);
    expect(await confirm(content, [])).toBe(201);
    expect((await readPage('SYSX')).statusCode).toBe(404);
    expect(await confirm(content, ['2'])).toBe(201);
    expect((await readPage('SYSX')).statusCode).toBe(200);
  });

  it('are stored without their range if it contradicts them, and without review on a day without trades', async () => {
    const content = [
      'symbol,date,open,high,low,close,volume,previous_close',
      'SYS,2026-11-20,152,152.50,151,153,900,152.10',
      'SYS,2026-11-17,148,149,147,150,0,150',
    ].join('\n');
    expect(await preview(content)).toEqual([
      [
        2,
        'review',
        'The close 153.00 is above the high 152.50. If you confirm the row, only its close is stored.',
      ],
      [3, 'new', null],
    ]);
    expect(await confirm(content, ['2'])).toBe(201);
    const rows = await stored();
    expect(rows.map(({ date, high, close }) => [date, high, close])).toEqual([
      ['2026-11-17', null, 15_000],
      ['2026-11-18', null, 15_000],
      ['2026-11-19', null, 15_210],
      ['2026-11-20', null, 15_300],
    ]);
    expect(await preview(content)).toEqual([
      [2, 'unchanged', null],
      [3, 'unchanged', null],
    ]);
  });

  it.each<[string, Kind, string, string | null]>([
    [
      'before the first stored close, which contradicts them',
      'prices',
      'symbol,date,close\nSYS,2026-11-17,15',
      'The next close is stored: Rs. 150.00 is beyond',
    ],
    [
      'before the first stored close, which follows from them',
      'prices',
      'symbol,date,close\nSYS,2026-11-17,148',
      null,
    ],
    [
      'after more than 40 trading days without a close',
      'prices',
      'symbol,date,close\nSYS,2027-03-01,153',
      'There is no close in the 40 trading days before',
    ],
    [
      'of a symbol outside the directory',
      'prices',
      'symbol,date,close\nSYSX,2026-11-20,153',
      'SYSX is not in the company directory.',
    ],
    [
      'of an index that moved by more than its shares can',
      'index-values',
      'index,date,value\nKSE100,2026-11-20,176001',
      '176001.00 is more than 10 % a trading day from 160000.00, the value of 19 Nov 2026.',
    ],
    [
      'of an index after more than 40 trading days without a value',
      'index-values',
      'index,date,value\nKSE100,2027-03-01,160100',
      'There is no value in the 40 trading days before.',
    ],
    [
      'of an index before the first stored value, which contradicts them',
      'index-values',
      'index,date,value\nKSE100,2026-11-18,120000',
      'The next value is stored: 160000.00 on 19 Nov 2026.',
    ],
    [
      'of an index that moved within what its shares can',
      'index-values',
      'index,date,value\nKSE100,2026-11-20,175900',
      null,
    ],
  ])('are checked: those %s', async (_, kind, content, reason) => {
    await importFile(file('index,date,value\nKSE100,2026-11-19,160000', 'index-values'));
    const now = test.clock.now();
    test.clock.set('2027-03-02T05:42:00Z');
    ({ access: token } = await signInAdministrator(test));
    const rows = await preview(content, kind);
    test.clock.set(now.toISOString());
    ({ access: token } = await signInAdministrator(test));
    expect(rows).toEqual([
      reason === null ? [2, 'new', null] : [2, 'review', expect.stringContaining(reason)],
    ]);
  });

  it('of an index wait if they replace stored ones by very different ones', async () => {
    await importFile(file('index,date,value\nKSE100,2026-11-19,160000', 'index-values'));
    expect(await preview('index,date,value\nKSE100,2026-11-19,160100', 'index-values')).toEqual([
      [2, 'changed', null],
    ]);
    expect(await preview('index,date,value\nKSE100,2026-11-19,165000', 'index-values')).toEqual([
      [2, 'review', expect.stringContaining('It would replace the stored value 160000.00')],
    ]);
  });

  it('are no longer doubtful for a symbol of which an administrator has confirmed some', async () => {
    await confirm('symbol,date,close\nSYSX,2026-11-19,153', ['2']);
    expect(await preview('symbol,date,close\nSYSX,2026-11-20,153')).toEqual([[2, 'new', null]]);
  });

  it('of a day without trades are stored without the range that the file has', async () => {
    const content =
      'symbol,date,open,high,low,close,volume,previous_close\nSYS,2026-11-20,152,153,151,152.10,0,152.10';
    expect(await confirm(content, [])).toBe(201);
    expect((await stored()).at(-1)).toMatchObject({ open: null, high: null, low: null, close: 15_210 });
  });

  it('are intraday prices beyond the limits of their day', async () => {
    const content =
      'symbol,date,time,price\nSYS,2026-11-20,09:32:05,153\nSYS,2026-11-20,09:40:00,1530\nSYS,2026-11-19,10:00:00,152';
    expect(await preview(content, 'intraday-prices')).toEqual([
      [2, 'review', expect.stringContaining('Rs. 1530.00 is beyond the price limits of 20 Nov 2026')],
      [4, 'new', null],
    ]);
  });
});

describe('adjustments', () => {
  const closure = {
    eventKey: 'LUCK|2026-11-20',
    symbol: 'LUCK',
    companyName: 'Lucky Cement Limited',
    payout: '100%(B)',
    bcFrom: '2026-11-20',
    exDate: '2026-11-19',
    updatedAt: new Date('2026-11-01T00:00:00Z'),
  };
  const record = () => recordAdjustments(test);

  it('adjusts prices for a bonus once, as long as its closure exists, and never changes recorded rows', async () => {
    await importFile(file(FULL));
    const closes = async (adjusted: 'true' | 'false') =>
      (await list({ adjusted })).bars.map(({ close }: { close: string }) => close);
    await test.database.db.insert(bookClosures).values(closure);
    await record();
    await record();
    expect(await test.database.db.$count(priceAdjustments)).toBe(1);
    expect(await closes('true')).toEqual(['402.50', '811.00', '818.25']);
    expect(await closes('false')).toEqual(['805.00', '811.00', '818.25']);
    expect((await list()).adjustments).toEqual([
      { ex_date: '2026-11-19', kind: 'bonus', factor: '0.500000000000', description: '100%(B)' },
    ]);

    // The imported previous close is that of the exchange; without one it is the bar before, in shares of the day.
    await test.database.pool.query(`delete from price_bars where date = '2026-11-20'`);
    await test.database.pool.query('update price_bars set previous_close = null');
    test.database.changes.emit('prices');
    expect((await list()).last_close.previous_close).toBe('402.50');
    await importFile(file(FULL));

    await test.database.db.delete(bookClosures);
    await record();
    expect(await closes('true')).toEqual(['805.00', '811.00', '818.25']);
    expect(await test.database.db.$count(priceAdjustments)).toBe(2);
    await expect(test.database.pool.query('delete from price_adjustments')).rejects.toThrow('only grows');
  });

  it('waits for the ex-date', async () => {
    const count = await test.database.db.$count(priceAdjustments);
    await test.database.db
      .insert(bookClosures)
      .values({ ...closure, eventKey: 'later', bcFrom: '2026-12-01', exDate: '2026-11-30' });
    await record();
    expect(await test.database.db.$count(priceAdjustments)).toBe(count);
  });

  it('does not wait for it with a cash dividend, which has the date on which it was first stored', async () => {
    const now = test.clock.now();
    const store = async () => {
      const dates = { bcFrom: '2026-12-01', exDate: '2026-11-30' };
      await test.database.db
        .insert(bookClosures)
        .values({ ...closure, ...dates, eventKey: 'cash', payout: '50%(D)' });
      await record();
    };
    await store();
    await test.database.db.delete(bookClosures);
    await record();
    expect(await listEvaluatedAdjustments(test.database.db, ['LUCK'])).toEqual([]);
    test.clock.set('2026-12-02T05:42:00Z');
    await store();
    test.clock.set(now.toISOString());
    expect(await listEvaluatedAdjustments(test.database.db, ['LUCK'])).toEqual([
      {
        symbol: 'LUCK',
        exDate: '2026-11-30',
        factor: '1',
        dividend: '500.0000',
        recordedOn: toKarachiDate(now),
        isConfirmed: true,
      },
    ]);
  });
});

describe('imports of several files', () => {
  const observer = { by: 'operator', onPlanned: () => {}, onRejected: () => {} };
  async function* makeFiles(contents: readonly string[]) {
    for (const [index, content] of contents.entries())
      yield { kind: 'prices' as const, fileName: `${index}.csv`, content };
  }

  it('imports of several files are one import, which a file that cannot be read does not stop, and revert as one', async () => {
    const rejected: string[] = [];
    const { finished } = await test.importer.startFiles(
      { kind: 'prices', name: '4 files' },
      makeFiles([
        'symbol,date,close\nLUCK,2026-11-18,800\nLUCK,2026-11-19,x',
        'not a table',
        'symbol,date,close\nLUCK,2026-11-18,800',
        'symbol,date,close\nLUCK,2026-11-19,801\nMARI,2026-11-19,600',
      ]),
      { ...observer, onRejected: ({ fileName }) => rejected.push(fileName) },
    );
    const done = await finished;
    expect(done).toMatchObject({
      status: 'done',
      fileName: '4 files',
      total: 3,
      done: 3,
      new: 3,
      unchanged: 1,
    });
    expect([done.rejected, rejected]).toEqual([1, ['1.csv']]);
    await revert(done.id);
    expect(await stored()).toEqual([]);
  });

  it('imports of several files are rejected if no file changes anything', async () => {
    const start = test.importer.startFiles({ kind: 'prices', name: 'none' }, makeFiles(['x']), observer);
    await expect(start).rejects.toMatchObject({ code: 'import_changes_nothing' });
  });
});

import { eq, inArray } from 'drizzle-orm';
import { beforeAll, describe, expect, it } from 'vitest';
import { addDays, getWeekday } from '#core/contract/dates.ts';
import { bookClosures } from '#features/corporate-actions/server/corporate-actions.tables.ts';
import { revertImport, startImport } from '#features/imports/contract/imports.ts';
import { saveCompanyStatus } from '#features/market/contract/company-statuses.ts';
import {
  type CompanyFacts,
  getCompanyFacts,
  getHeatMap,
  getMarketOverview,
  listFacts,
  listScreener,
} from '#features/market/contract/facts.ts';
import { listCurrentAdjustments } from '#features/market/server/prices/adjustments/adjustments.queries.ts';
import { recordAdjustments } from '#features/market/server/prices/adjustments/record-adjustments.ts';
import {
  companyFacts,
  indexValues,
  priceBars,
  priceCounts,
} from '#features/market/server/prices/prices.tables.ts';
import { reviewAdjustment } from '#features/signals/contract/track-record/adjustments.ts';
import { signInAdministrator } from '#tests/support/accounts/accounts.ts';
import { makeClosures, makeMeetings } from '#tests/support/market/corporate-actions.ts';
import { useTestApp } from '#tests/support/test-app.ts';
import { refreshFacts, refreshOutdatedFacts } from './refresh-facts.ts';

const test = useTestApp();
let token: string;

/** Friday. */
const LAST = '2026-11-20';
/** Their closes on the last two days, and the volume. */
const COMPANIES: Record<string, [before: number, close: number, volume: number]> = {
  LUCK: [800, 840, 100_000],
  MLCF: [100, 95, 50_000],
  OGDC: [200, 200, 1_000_000],
  // Below the floor of gainers.
  PPL: [100, 109, 3],
};

const toFile = (rows: string[], name = 'prices.csv') => ({
  kind: 'prices' as const,
  file_name: name,
  content: ['symbol,date,open,high,low,close,volume,previous_close,suffix', ...rows].join('\n'),
});
const toRow = (symbol: string, date: string, close: number, volume: number) =>
  `${symbol},${date},${close},${close},${close},${close},${volume},,`;

async function importRows(rows: string[], name?: string): Promise<string> {
  const { status, body } = await test.call(startImport, { body: toFile(rows, name) }, { token });
  expect(status).toBe(201);
  await test.importer.waitUntilIdle();
  return String(body.id);
}

const readAll = () => test.database.db.select().from(companyFacts).orderBy(companyFacts.symbol);
const screen = async (query: object): Promise<string[]> => {
  const { status, body } = await test.call(listScreener, { query });
  expect(status).toBe(200);
  return body.results.map(({ symbol }: CompanyFacts) => symbol);
};

beforeAll(async () => {
  ({ access: token } = await signInAdministrator(test));
  await test.database.pool.query(
    'truncate imports, import_changes, replaced_prices, price_bars, index_values, company_facts restart identity',
  );
  const entries = Object.entries(COMPANIES);
  await importRows(
    entries.map(([symbol, [before, , volume]]) => toRow(symbol, addDays(LAST, -1), before, volume)),
  );
  await importRows(
    entries.map(([symbol, [, close, volume]]) => toRow(symbol, LAST, close, volume)),
    'last.csv',
  );
  await test.database.transaction(async (tx, announce) => {
    announce('prices');
    await tx.insert(indexValues).values([
      { symbol: 'KSE100', date: addDays(LAST, -1), value: 10_000_000 },
      { symbol: 'KSE100', date: LAST, value: 10_150_000 },
    ]);
  });
});

describe('the market overview', () => {
  it('the market overview has the indices, the breadth, rankings with a floor, and sectors', async () => {
    const { status, body } = await test.call(getMarketOverview, { query: { period: '1D' } });
    expect(status).toBe(200);
    expect(body).toMatchObject({
      date: LAST,
      indices: [{ code: 'KSE100', value: '101500.00', change: '1.50' }],
      breadth: { up: 2, down: 1, unchanged: 1, upper_limit: 0, lower_limit: 0, new_highs: 0, new_lows: 0 },
      volume: 1_150_003,
      value: '288750327.00',
    });
    expect(body.gainers).toEqual([
      { symbol: 'LUCK', close: '840.00', change: '5.00', volume: 100_000, value: '84000000.00' },
    ]);
    expect(body.losers.map(({ symbol }: { symbol: string }) => symbol)).toEqual(['MLCF']);
    expect(body.most_traded_value[0].symbol).toBe('OGDC');
    const cement = body.sectors.find(({ sector }: { sector: string }) => sector === 'Cement');
    // (84.00 × 5 − 4.75 × 5) / 88.75 = 4.46
    expect(cement).toEqual({
      ...{
        sector: 'Cement',
        change: '0.00',
        weighted_change: '4.46',
        companies: 2,
        leaders: ['LUCK', 'MLCF'],
      },
    });
  });

  it('the market overview is limited to companies, and has no changes of periods without bars', async () => {
    const query = { period: '1Y', symbol: 'LUCK,MLCF' } as const;
    const { body } = await test.call(getMarketOverview, { query });
    expect(body.breadth).toMatchObject({ up: 0, down: 0, unchanged: 0 });
    expect(body.most_traded_volume).toHaveLength(2);
    expect(body.most_traded_volume[0]).toMatchObject({ symbol: 'LUCK', change: null });
    expect(body.indices[0].change).toBeNull();
  });

  it('the map has areas that are traded values', async () => {
    const { body } = await test.call(getHeatMap, { query: {} });
    const area = (symbol: string) => {
      const { width, height } = body.companies.find((each: { symbol: string }) => each.symbol === symbol);
      return width * height;
    };
    expect(body.companies.map(({ symbol }: { symbol: string }) => symbol)).toContain('PPL');
    expect(area('OGDC') / area('LUCK')).toBeGreaterThan(1.8);
    expect(area('OGDC') / area('LUCK')).toBeLessThan(3);
  });

  it.each(['2D', ''])('rejects the period %j', async (period) => {
    expect((await test.request(`/api/market/overview/?period=${period}`)).statusCode).toBe(400);
  });
});

describe('the screener', () => {
  it.each<[object, string[]]>([
    [{}, ['LUCK', 'MLCF', 'OGDC', 'PPL']],
    [{ sector: 'Cement' }, ['LUCK', 'MLCF']],
    [{ ordering: '-change_1d' }, ['PPL', 'LUCK', 'OGDC', 'MLCF']],
    [{ ordering: 'value' }, ['PPL', 'MLCF', 'LUCK', 'OGDC']],
    [{ min_change_1d: '0.01' }, ['LUCK', 'PPL']],
    [{ min_change_1d: '-5', max_change_1d: '0' }, ['MLCF', 'OGDC']],
    // Unknown values meet no limit, and are last.
    [{ max_rsi_14: '100' }, []],
    [{ ordering: '-rsi_14' }, ['LUCK', 'MLCF', 'OGDC', 'PPL']],
    [{ symbol: 'luck,ppl' }, ['LUCK', 'PPL']],
  ])('lists by %j the companies %j', async (query, symbols) => {
    expect(await screen(query)).toEqual(symbols);
  });

  it('lists all companies if all parameters are empty', async () => {
    const empty = 'sector=&status=&min_change_1m=&max_rsi_14=&ordering=&columns=&page=';
    const list = await test.request(`/api/market/screener/?${empty}`);
    expect(list.json().count).toBe(4);
    const { body } = await test.request(`/api/market/screener/export.csv?${empty}`);
    expect(body.split('\r\n')[0]?.split(',').length).toBeGreaterThan(30);
  });

  it.each(['min_close=x', 'ordering=nothing', 'status=none', 'max_value=1e9'])(
    'rejects %s',
    async (query) => {
      expect((await test.request(`/api/market/screener/?${query}`)).statusCode).toBe(400);
    },
  );

  it('writes the chosen columns as CSV', async () => {
    const { body } = await test.request(
      '/api/market/screener/export.csv?sector=Cement&columns=close,change_1d&ordering=-close',
    );
    expect(body).toBe('\ufeffsymbol,close,change_1d\r\nLUCK,840.00,5.00\r\nMLCF,95.00,-5.00\r\n');
  });

  it('the screener leaves out suspended shares, unless they are requested', async () => {
    const status = { symbol: 'PPL', status: 'suspended', date: null, successor: null, note: null } as const;
    await test.call(saveCompanyStatus, { body: status }, { token });
    expect(await screen({})).toEqual(['LUCK', 'MLCF', 'OGDC']);
    expect(await screen({ status: 'suspended' })).toEqual(['PPL']);
    expect((await test.call(getMarketOverview, { query: {} })).body.breadth.up).toBe(1);
  });
});

describe('the facts of a company', () => {
  it('the facts of a company have peers of its sector, and are null without prices', async () => {
    const { body } = await test.call(getCompanyFacts, { params: { symbol: 'LUCK' } });
    expect(body.facts).toMatchObject({ close: '840.00', change_1d: '5.00', change_1w: null, bars: 2 });
    expect(body.peers.map(({ symbol }: CompanyFacts) => symbol)).toEqual(['MLCF']);
    const none = await test.call(getCompanyFacts, { params: { symbol: 'HUBC' } });
    expect(none.body).toEqual({ facts: null, dividends: [], peers: [] });
    const { body: list } = await test.call(listFacts, { query: { symbols: 'LUCK,HUBC' } });
    expect(list.results).toHaveLength(1);
  });

  it('the facts of a company are restored exactly by a revert, and removed with the last bar', async () => {
    const before = await readAll();
    const id = await importRows([toRow('LUCK', LAST, 850, 5), toRow('HUBC', LAST, 100, 5)], 'correction.csv');
    const changed = await readAll();
    expect(changed.find(({ symbol }) => symbol === 'LUCK')?.close).toBe(85_000);
    expect(changed.map(({ symbol }) => symbol)).toContain('HUBC');
    expect((await test.call(revertImport, { params: { id } }, { token })).status).toBe(200);
    await test.importer.waitUntilIdle();
    expect(await readAll()).toEqual(before);
  });
});

const readMarket = async () => (await test.call(getMarketOverview, { query: {} })).body;

async function insertBars(symbol: string, closes: Record<string, number>): Promise<void> {
  const bars = Object.entries(closes).map(([date, close]) => ({ symbol, date, close, volume: 1_000_000 }));
  await test.database.transaction(async (tx, announce) => {
    announce('prices');
    await tx.insert(priceBars).values(bars);
    await refreshFacts(tx, [symbol]);
  });
}

it('the market has companies outside the directory, with their dates ahead and the direction of small changes', async () => {
  const meeting = { symbol: 'NEWCO', companyName: 'New Company', meetingDate: '2099-01-05' };
  await makeMeetings(test.database, [meeting]);
  const before = await readMarket();
  await insertBars('NEWCO', { [addDays(LAST, -1)]: 2_000_000, [LAST]: 2_000_090 });
  const after = await readMarket();
  expect(after.breadth).toMatchObject({ up: before.breadth.up + 1, unchanged: before.breadth.unchanged });
  const other = after.sectors.find(({ sector }: { sector: string }) => sector === 'Other');
  expect(other).toMatchObject({ companies: 1, change: '0.00' });
  const { body } = await test.call(listScreener, { query: { sector: 'Other' } });
  expect(body.results).toMatchObject([
    {
      symbol: 'NEWCO',
      name: 'New Company',
      sector: null,
      change_1d: '0.00',
      next_meeting_date: '2099-01-05',
    },
  ]);
});

it('the market counts closes at the price limits, and new highs and lows of 52 weeks', async () => {
  const before = (await readMarket()).breadth;
  const [first, day] = [addDays(LAST, -365), addDays(LAST, -1)];
  await insertBars('UPPER', { [first]: 9_000, [day]: 10_000, [LAST]: 11_000 });
  await insertBars('LOWER', { [first]: 11_000, [day]: 10_000, [LAST]: 9_000 });
  // Neither at its limit nor outside its range, and with too few weeks.
  await insertBars('WITHIN', { [first]: 9_000, [addDays(LAST, -99)]: 8_000, [day]: 10_000, [LAST]: 9_001 });
  await insertBars('YOUNG', { [addDays(LAST, -300)]: 9_000, [LAST]: 9_500 });
  const { breadth } = await readMarket();
  expect(breadth).toMatchObject({
    upper_limit: before.upper_limit + 1,
    lower_limit: before.lower_limit + 1,
    new_highs: before.new_highs + 1,
    new_lows: before.new_lows + 1,
  });
  await test.database.db
    .delete(priceBars)
    .where(inArray(priceBars.symbol, ['UPPER', 'LOWER', 'WITHIN', 'YOUNG']));
  await refreshOutdatedFacts(test.database);
});

describe('the facts of a symbol change', () => {
  const readFacts = async () => (await readAll()).find(({ symbol }) => symbol === 'FFC');
  const announce = async (closure: { payout: string; exDate: string } | null) => {
    await test.database.db.delete(bookClosures).where(eq(bookClosures.symbol, 'FFC'));
    if (closure)
      await makeClosures(test.database, [
        { symbol: 'FFC', eventKey: 'FFC', bcFrom: LAST, bcTo: null, ...closure },
      ]);
    await recordAdjustments(test);
    return readFacts();
  };

  it('the facts of a symbol change with its cash dividends', async () => {
    await insertBars('FFC', { [addDays(LAST, -1)]: 10_000, [LAST]: 10_000 });
    expect(await announce({ payout: '25%(i) (D)', exDate: LAST })).toMatchObject({
      dividends12m: '2.50',
      dividendYield: '2.50',
    });
    expect(await announce({ payout: '50%(i) (D)', exDate: LAST })).toMatchObject({ dividends12m: '5.00' });
    expect(await announce(null)).toMatchObject({ dividends12m: '0.00', close1dAgo: 10_000 });
  });

  it('the facts of a symbol change with its bonuses, and with decisions about them', async () => {
    expect(await announce({ payout: '25%(B)', exDate: LAST })).toMatchObject({ close1dAgo: 8_000 });
    const [adjustment] = (await listCurrentAdjustments(test.database.db)).filter(
      ({ symbol, factor }) => symbol === 'FFC' && factor !== null,
    );
    const params = { id: String(adjustment?.id) };
    expect(
      (await test.call(reviewAdjustment, { params, body: { review: 'removed' } }, { token })).status,
    ).toBe(204);
    expect(await readFacts()).toMatchObject({ close1dAgo: 10_000 });
  });
});

it('the market keeps its date when a few companies have later bars, without these companies and without later indices', async () => {
  await test.database.transaction(async (tx, announce) => {
    announce('prices');
    await tx.insert(indexValues).values([
      { symbol: 'KSE100', date: addDays(LAST, 3), value: 1 },
      { symbol: 'KSE30', date: addDays(LAST, -1), value: 1 },
    ]);
  });
  const before = await readMarket();
  await insertBars('LUCK', { [addDays(LAST, 3)]: 84_100 });
  const { date, indices, sectors } = await readMarket();
  expect(date).toBe(LAST);
  expect(indices).toEqual([{ code: 'KSE100', value: '101500.00', change: '1.50' }]);
  const count = (all: typeof sectors) =>
    all.reduce((sum: number, { companies }: { companies: number }) => sum + companies, 0);
  expect(count(sectors)).toBe(count(before.sectors) - 1);
});

it('the close of a cheap share is on the right side of its average', async () => {
  const closes = Array.from({ length: 20 }, (_, index) => [addDays(LAST, -index), index === 5 ? 108 : 100]);
  await insertBars('PENNY', Object.fromEntries(closes));
  const { body } = await test.call(listScreener, { query: { symbol: 'PENNY' } });
  // The average is 100.4 paisa.
  expect(body.results).toMatchObject([{ close: '1.00', sma_20: '1.00', from_sma_20: '-0.40' }]);
});

it('the screener lists a share that is rarely traded, with its date', async () => {
  const date = addDays(LAST, -30);
  await insertBars('RARE', { [date]: 10_000 });
  const { body } = await test.call(listScreener, { query: { symbol: 'RARE' } });
  expect(body.results).toMatchObject([{ symbol: 'RARE', date }]);
});

it('the facts of an import of several batches are those of all of its bars, and its revert removes them', async () => {
  const before = await readAll();
  const dates = Array.from({ length: 3_100 }, (_, index) => addDays(LAST, -index)).filter(
    (date) => getWeekday(date) % 6 !== 0,
  );
  const id = await importRows(
    dates.map((date) => toRow('MARI', date, 100, 5)),
    'years.csv',
  );
  const counted = (await test.database.db.select().from(priceCounts)).find(({ symbol }) => symbol === 'MARI');
  expect(counted?.bars).toBeGreaterThan(2_000);
  expect((await readAll()).find(({ symbol }) => symbol === 'MARI')).toMatchObject({
    ...{ date: LAST, bars: counted?.bars, isOutdated: false, sma200: 10_000 },
  });
  expect((await test.call(revertImport, { params: { id } }, { token })).status).toBe(200);
  await test.importer.waitUntilIdle();
  expect(await readAll()).toEqual(before);
});

import { beforeAll, describe, expect, it } from 'vitest';
import type { EndpointInput } from '#core/contract/endpoint.ts';
import { getPerformanceExportPath, getSignalPath, paths } from '#core/contract/paths.ts';
import { indexValues } from '#features/market/server/prices/prices.tables.ts';
import { deleteSignal } from '#features/signals/contract/publishing/admin-endpoints.ts';
import type { AdminSignal } from '#features/signals/contract/publishing/signal-body.ts';
import { decideOutcome } from '#features/signals/contract/track-record/decisions.ts';
import {
  listPastSignals,
  type PastSignal,
  type Performance,
  type PerformancePeriod,
  readPerformance,
} from '#features/signals/contract/track-record/performance.ts';
import { readPremiumSample } from '#features/signals/contract/track-record/premium-sample.ts';
import { evaluateSignals } from '#features/signals/server/track-record/outcomes/evaluate-signals.ts';
import { signInAdministrator } from '#tests/support/accounts/accounts.ts';
import { parseStrictCsv } from '#tests/support/csv.ts';
import { forceChange } from '#tests/support/ledger/ledger.ts';
import { storeBars } from '#tests/support/market/prices.ts';
import { publish } from '#tests/support/signals/signals.ts';
import { useTestApp } from '#tests/support/test-app.ts';

const test = useTestApp({
  PREMIUM_PUBLIC_AFTER_DAYS: '7',
  TRACK_RECORD_COST_PERCENT: '0.50',
  ANALYST_NAME: 'Bilal Raza',
});
const LEVELS = { entry_price: '100.00', stop_loss: '95.00', target_points: ['110.00'] };

/** Part of every text of the premium signals that are not released: a response that contains it leaks one. */
const MARK = 'QXPREMIUMQX';
const SECRETS = { symbol: MARK, title: MARK, sector: MARK, analyst_name: MARK, rationale: MARK };
const SECRET_LEVELS = { entry_price: '7531.00', stop_loss: '7412.00', target_points: ['7642.00'] };

const RATIONALE = '=Broke out of its "range".\nVolume, twice the average.';

function readCsv(file: string): Record<string, string>[] {
  const [header = [], ...records] = parseStrictCsv(file);
  return records.map((cells) => Object.fromEntries(header.map((name, index) => [name, cells[index] ?? ''])));
}

async function publishAt(time: string, overrides: Parameters<typeof publish>[2]): Promise<AdminSignal> {
  test.clock.set(time);
  return publish(test, await signInAdministrator(test), { ...LEVELS, ...overrides });
}

async function evaluateAt(time: string): Promise<void> {
  test.clock.set(time);
  await evaluateSignals({ ...test, releaseDays: 7 });
}

const read = async (period?: PerformancePeriod): Promise<Performance> => {
  const { status, body } = await test.call(readPerformance, { query: period ? { period } : {} });
  expect(status).toBe(200);
  return body;
};

describe('without signals', () => {
  it('the performance without signals has no figures, and the page says what appears when', async () => {
    expect(await read()).toMatchObject({
      prices_until: null,
      statistics: { published: 0, closed: 0, win_rate: null, expectancy: null },
      equity: [],
    });
    const { body } = await test.request(paths.performance);
    expect(body).toContain('No results yet');
    expect(body).toContain('These results are hypothetical');
  });

  it('rejects an unknown period', async () => {
    const { status, body } = await test.call(readPerformance, { query: { period: '2Y' } } as never);
    expect(status).toBe(400);
    expect(body).toHaveProperty('period');
  });
});

describe('the performance of public signals', () => {
  beforeAll(async () => {
    const day = { '2026-10-30': [104, 105, 103, 104], '2026-11-02': [102, 103, 99, 101] } as const;
    const open = structuredClone(day) as unknown as Record<string, [number, number, number, number]>;
    await storeBars(test, 'OGDC', { ...open, '2026-11-03': [101, 111, 100, 110] });
    await storeBars(test, 'PPL', { ...open, '2026-11-03': [101, 102, 94, 96] });
    await storeBars(test, 'LUCK', {
      ...open,
      '2026-11-04': [101, 102, 94, 96],
      '2026-11-20': [101, 102, 94, 96],
    });
    await storeBars(test, MARK, {
      '2026-10-30': [7540, 7541, 7535, 7540],
      '2026-11-02': [7535, 7540, 7530, 7535],
      '2026-11-19': [7600, 7650, 7599, 7640],
    });
    await test.database.db.insert(indexValues).values([
      { symbol: 'KSE100', date: '2026-10-30', value: 100_000_00 },
      { symbol: 'KSE100', date: '2026-11-02', value: 102_000_00 },
      { symbol: 'KSE100', date: '2026-11-03', value: 101_000_00 },
    ]);
    const time = '2026-11-02T03:00:00Z';
    await publishAt(time, {
      symbol: 'OGDC',
      signal_type: 'swing',
      analyst_name: 'Ayesha Khan',
      rationale: RATIONALE,
    });
    const deleted = await publishAt('2026-11-02T03:00:01Z', { symbol: 'PPL', signal_type: 'swing' });
    const earlier = await publishAt(time, { symbol: 'LUCK', signal_type: 'intraday' });
    // As a release before that of the analysts stored it.
    await forceChange(
      test,
      `update signals set horizon_days = null where id = '${earlier.id}';
       update signal_versions set signal = signal - 'horizon_days' where signal_id = '${earlier.id}'`,
    );
    // One ended a day ago, one is open.
    await publishAt(time, { ...SECRETS, ...SECRET_LEVELS, signal_type: 'swing' });
    await publishAt(time, {
      ...SECRETS,
      ...SECRET_LEVELS,
      signal_type: 'investment',
      target_points: ['8000.00'],
    });
    test.clock.set('2026-11-05T06:00:00Z');
    const { access } = await signInAdministrator(test);
    await test.call(deleteSignal, { params: { id: deleted.id } }, { token: access });
    await evaluateAt('2026-11-20T15:00:00Z');
  });

  it('the performance of public signals has the statistics of ended signals after costs, including deleted ones', async () => {
    const performance = await read();
    // +2, −1 and +0.2 R before costs of 0.1 R each: 0.5 % of 100 rupees, of a risk of five.
    expect(performance.statistics).toMatchObject({
      published: 3,
      closed: 3,
      won: 2,
      lost: 1,
      win_rate: '66.67',
      expectancy: '0.300',
      average_win: '1.00',
      average_loss: '-1.10',
      profit_factor: '1.82',
      max_drawdown: '1.10',
      open: 0,
      is_small_sample: true,
      // From the close before the fill, without the signal that began and ended on one date.
      comparison: { closed: 2, average_percent: '2.00', average_index_percent: '1.00', ahead: 1 },
      expectancy_low: '-3.45',
      expectancy_high: '4.05',
    });
    expect(performance).toMatchObject({ prices_until: '2026-11-20', deleted: 1, cost_percent: '0.50' });
    expect(performance.equity).toEqual([
      { date: '2026-11-02', total: '0.10' },
      { date: '2026-11-03', total: '0.90' },
    ]);
    expect(performance.groups.signal_type.map(({ key, statistics }) => [key, statistics.closed])).toEqual([
      ['swing', 2],
      ['intraday', 1],
    ]);
    // Without an analyst, a signal of an earlier release is of that of the settings, and a later one of none.
    expect(performance.groups.analyst.map(({ key, statistics }) => [key, statistics.published])).toEqual([
      [null, 1],
      ['Ayesha Khan', 1],
      ['Bilal Raza', 1],
    ]);
    for (const groups of Object.values(performance.groups)) {
      const published = groups.map(({ statistics }) => statistics.published);
      expect(published.reduce((total, count) => total + count)).toBe(performance.statistics.published);
    }
    expect(performance.groups.month.map(({ key }) => key)).toEqual(['2026-11']);
    expect(performance.distribution.filter(({ count }) => count > 0)).toEqual([
      { from: -2, to: -1, count: 1 },
      { from: 0, to: 1, count: 1 },
      { from: 1, to: 2, count: 1 },
    ]);
  });

  it('exports every public result as a CSV file with numbers', async () => {
    const { body, headers } = await test.request(getPerformanceExportPath('all'));
    expect(headers['content-type']).toBe('text/csv; charset=utf-8');
    const rows = readCsv(body);
    expect(rows.map((row) => [row.symbol, row.r_before_costs, row.r_after_costs, row.is_deleted])).toEqual(
      expect.arrayContaining([
        ['OGDC', '2', '1.9', 'no'],
        ['PPL', '-1', '-1.1', 'yes'],
        ['LUCK', '0.2', '0.1', 'no'],
      ]),
    );
    expect(rows).toHaveLength(3);
    expect(rows.find(({ symbol }) => symbol === 'OGDC')).toMatchObject({
      rationale: `'${RATIONALE}`,
      exits: '2026-11-03 110.00 1 target',
      bars_held: '1',
      worst_r_before_costs: '2',
      best_r_before_costs: '2',
      kse100_from_date: '2026-10-30',
      kse100_from: '100000',
      kse100_to: '101000',
    });
  });

  describe('the list of past signals', () => {
    const list = async (query: EndpointInput<typeof listPastSignals>['query'] = {}) =>
      (await test.call(listPastSignals, { query })).body;

    it('lists losses and deleted signals too, last end first, with results after costs, and none that is in progress or not released', async () => {
      const { count, next, previous, results } = await list();
      expect({ count, next, previous }).toEqual({ count: 3, next: null, previous: null });
      expect(results.map(({ ended_on }: PastSignal) => ended_on)).toEqual([
        '2026-11-03',
        '2026-11-03',
        '2026-11-02',
      ]);
      expect(results.map(({ id, ...signal }: PastSignal) => signal)).toEqual(
        expect.arrayContaining([
          {
            signal_type: 'swing',
            symbol: 'PPL',
            side: 'buy',
            published_on: '2026-11-02',
            ended_on: '2026-11-03',
            result: 'lost',
            r_multiple: '-1.10',
            is_deleted: true,
            is_voided: false,
            is_overridden: false,
          },
          expect.objectContaining({ symbol: 'OGDC', result: 'won', r_multiple: '1.90', is_deleted: false }),
          expect.objectContaining({ symbol: 'LUCK', result: 'won', r_multiple: '0.10' }),
        ]),
      );
    });

    it.each([
      [{ result: 'lost' }, ['PPL']],
      [{ result: 'won' }, ['OGDC', 'LUCK']],
      [{ result: 'voided' }, []],
      [{ signal_type: 'intraday' }, ['LUCK']],
      [{ signal_type: 'investment' }, []],
      [{ symbol: 'ppl,luck' }, ['PPL', 'LUCK']],
      [{ symbol: MARK }, []],
      [{ signal_type: 'swing', result: 'won', symbol: 'OGDC', period: '3M' }, ['OGDC']],
    ] as const)('lists the past signals with %j', async (query, symbols) => {
      const { count, results } = await list(query as never);
      expect(results.map(({ symbol }: PastSignal) => symbol)).toEqual(symbols);
      expect(count).toBe(symbols.length);
    });

    it('counts what the statistics count', async () => {
      const { statistics } = await read();
      expect((await list({ result: 'won' })).count).toBe(statistics.won);
      expect((await list({ result: 'lost' })).count).toBe(statistics.lost);
    });

    it('rejects pages past the end and values that do not exist', async () => {
      for (const page of ['2', '0', 'x'])
        expect((await test.call(listPastSignals, { query: { page } })).status).toBe(404);
      for (const query of ['signal_type=forex', 'result=great', 'period=2Y'])
        expect((await test.request(`/api/performance/signals/?${query}`)).statusCode).toBe(400);
    });

    it('renders the page without scripts, with the filters of its URL and links to the signals', async () => {
      const { body, statusCode } = await test.request(`${paths.pastSignals}?result=lost`);
      expect(statusCode).toBe(200);
      expect(body).toContain('Found 1 past signal');
      expect(body).toContain(getSignalPath((await list({ result: 'lost' })).results[0]?.id ?? ''));
      expect(body).toContain('deleted since');
      expect(body).not.toContain('OGDC</span>');
      expect((await test.request(`${paths.pastSignals}?page=2`)).statusCode).toBe(404);
      expect((await test.request(`${paths.pastSignals}?symbol=HUBC`)).body).toContain(
        'No past signals found',
      );
    });
  });

  it('shows as a sample the premium signal that ended last of those that are public, a loss and deleted', async () => {
    const { body } = await test.call(readPremiumSample, {});
    expect(body.sample).toMatchObject({
      symbol: 'PPL',
      signal_type: 'swing',
      side: 'buy',
      ...LEVELS,
      published_on: '2026-11-02',
      ended_on: '2026-11-03',
      is_deleted: true,
      outcome: 'closed',
      r_multiple: '-1.10',
    });
    const page = (await test.request(paths.pricing)).body;
    expect(page).toContain('The last public premium signal, whatever its result');
    expect(page).toContain('−1.10 R after costs');
  });

  it('of swing signals is summed up on the pricing page', async () => {
    const text = (await test.request(paths.pricing)).body.replace(/<[^>]*>/g, '');
    expect(text).toContain('Swing signals: 2 closed, 1 won, +0.40 R on average after costs; last 12 months');
  });

  it('leads from Charting to its signals alone', async () => {
    const { body } = await test.request(paths.charting);
    const linked = [...body.matchAll(new RegExp(`href="${getSignalPath('([\\da-f-]{36})')}"`, 'g'))];
    const { results } = (await test.call(listPastSignals, { query: {} })).body;
    expect(results).toHaveLength(3);
    expect(linked.map(([, id]) => id)).toEqual(results.map(({ id }: PastSignal) => id));
  });

  it('contains nothing of premium signals that are open or ended less than seven days ago', async () => {
    for (const url of [
      `/api/performance/`,
      '/api/performance/premium-sample/',
      '/api/performance/signals/',
      paths.pastSignals,
      getPerformanceExportPath('all'),
      paths.performance,
      paths.pricing,
      paths.charting,
    ]) {
      // A random ID may contain the digits of a price.
      const body = (await test.request(url)).body.replace(/[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}/g, 'ID');
      expect(body).not.toContain(MARK);
      expect(body).not.toContain('75.31');
      expect(body).not.toContain('7531');
      expect(body).not.toContain('7642');
    }
    const { statistics, groups } = await read();
    expect(statistics).toMatchObject({ published: 3, open: 0, pending: 0 });
    // Their number and age are public. If each lost 1 R, or won 1 R like the average gain of public ones:
    expect((await read()).unreleased).toEqual({
      count: 2,
      oldest_published_on: '2026-11-02',
      expectancy_low: '-0.220',
      expectancy_high: '0.580',
    });
    expect(groups.signal_type.map(({ key }) => key)).not.toContain('investment');
    expect(groups.sector.map(({ key }) => key)).not.toContain(MARK);
  });

  it('announces nothing when a premium signal is evaluated, and releases its result after seven days', async () => {
    const topics: (string | null)[] = [];
    test.database.changes.subscribe((topic) => topics.push(topic));
    await storeBars(test, MARK, { '2026-11-23': [7640, 7645, 7400, 7420] });
    topics.length = 0;
    await evaluateAt('2026-11-23T15:00:00Z');
    expect(topics).not.toContain('track-record');
    expect((await read()).statistics.published).toBe(3);
    test.clock.set('2026-11-25T20:00:00Z');
    expect((await test.request('/api/performance/?period=all&again=1')).body).toContain(MARK);
    const { groups, statistics } = await read('1Y');
    expect(statistics.closed).toBe(4);
    expect(groups.signal_type.map(({ key }) => key)).not.toContain('investment');
  });

  it('marks a voided and an overridden signal, and counts the worse result of both', async () => {
    const { access } = await signInAdministrator(test);
    const { pool } = test.database;
    const find = async (symbol: string) =>
      (await pool.query<{ id: string }>('select id from signals where symbol = $1', [symbol])).rows[0]?.id ??
      '';
    const decide = async (symbol: string, body: object) =>
      test.call(
        decideOutcome,
        { params: { id: await find(symbol) }, body: body as never },
        { token: access },
      );
    const before = (await read('6M')).statistics;
    const override = { kind: 'override', reason: 'Filled and closed in the session.', fill_price: '100.00' };
    const result = { exit_price: '94.50', exit_date: '2026-11-03' };
    expect((await decide('PPL', { ...override, ...result })).body).toMatchObject({ r_multiple: '-1.1000' });
    // The announced decision about the intraday signal shows both.
    const voided = await decide('LUCK', { kind: 'void', reason: 'The stop had a digit too many.' });
    expect(voided).toMatchObject({ status: 201, body: { kind: 'void', r_multiple: null } });
    const after = await read('6M');
    // −1.10 R before costs instead of −1, and 0.1 R of costs.
    expect(after.statistics).toMatchObject({
      voided: 0,
      voided_later: 1,
      closed: before.closed,
      overridden: 1,
      overridden_average: '-1.20',
      won: before.won,
      lost: before.lost,
      average_loss: '-1.20',
      published: before.published,
    });
    expect(after.overridden).toBe(1);
    expect(after.without_voided).toMatchObject({ closed: before.closed - 1, won: before.won - 1 });
    const { results } = (await test.call(listPastSignals, { query: {} })).body;
    const getPast = (symbol: string) => results.find((each: { symbol: string }) => each.symbol === symbol);
    expect(getPast('LUCK')).toMatchObject({ result: 'won', r_multiple: '0.10', is_voided: true });
    expect(getPast('PPL')).toMatchObject({ result: 'lost', r_multiple: '-1.20', is_overridden: true });
    for (const [result, symbol] of [
      ['voided', 'LUCK'],
      ['overridden', 'PPL'],
    ] as const) {
      const { body } = await test.call(listPastSignals, { query: { result } });
      expect(body.results.map((each: PastSignal) => each.symbol)).toEqual([symbol]);
    }
    const { body: csv } = await test.request(getPerformanceExportPath('all'));
    expect(csv).toContain('void: The stop had a digit too many.');
    const rows = readCsv(csv);
    expect(rows.find(({ symbol }) => symbol === 'PPL')).toMatchObject({
      state: 'closed',
      r_before_costs: '-1.1',
      r_after_costs: '-1.2',
      evaluated_r_before_costs: '-1',
      entered_r_before_costs: '-1.1',
      is_voided: 'no',
    });
    expect(rows.find(({ symbol }) => symbol === 'LUCK')).toMatchObject({
      state: 'closed',
      r_after_costs: '0.1',
      is_voided: 'yes',
    });
    const page = (await test.request(paths.performance)).body;
    expect(page).toContain('Without voided signals');
    const past = (await test.request(paths.pastSignals)).body;
    expect(past).toContain(', voided later');
    expect(past).toContain(', overridden');

    for (const symbol of ['PPL', 'LUCK'])
      await decide(symbol, { kind: 'withdraw', reason: 'Decided by mistake.' });
    expect((await read('6M')).statistics).toEqual(before);
    expect((await decide('PPL', { ...override, ...result, exit_date: '2026-10-01' })).body).toEqual({
      exit_date: ['Enter a date from 2 Nov 2026, the first trading day of the signal, to today.'],
    });
    expect((await decide('PPL', { ...override, ...result, exit_price: '9999999999.00' })).status).toBe(400);
    expect((await decide('PPL', { kind: 'void', reason: 'short' })).status).toBe(400);
  });

  it('renders the page with charts that have texts, and selects a period', async () => {
    const { body, statusCode } = await test.request(`${paths.performance}?period=3M`);
    expect(statusCode).toBe(200);
    expect(body).toContain('The sum of results is');
    expect(body).toContain('Closed signals by result');
    expect(body).toContain('Small sample');
    expect(body).toContain('By month of publication');
  });
});

describe('a page of past signals', () => {
  it('has fifty of them, and leads to the next one', async () => {
    test.clock.set('2026-11-26T03:00:00Z');
    const admin = await signInAdministrator(test);
    for (let count = 0; count < 50; count += 1) await publish(test, admin, { ...LEVELS, symbol: 'OGDC' });
    await storeBars(test, 'OGDC', { '2026-11-26': [104, 105, 103, 104] });
    await evaluateAt('2026-11-26T15:00:00Z');
    const { count, next, results } = (await test.call(listPastSignals, { query: {} })).body;
    expect(count).toBeGreaterThan(50);
    expect(results).toHaveLength(50);
    expect(next).toContain('page=2');
  });
});

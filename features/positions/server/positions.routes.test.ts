import { eq } from 'drizzle-orm';
import { beforeEach, describe, expect, it } from 'vitest';
import type { EndpointInput } from '#core/contract/endpoint.ts';
import { bookClosures } from '#features/corporate-actions/server/corporate-actions.tables.ts';
import { indexValues, priceBars } from '#features/market/server/prices/prices.tables.ts';
import { recordAdjustments } from '#features/market/server/prices/prices.ts';
import { correctAction, listActions } from '#features/positions/contract/actions.ts';
import { readFollowing } from '#features/positions/contract/following.ts';
import { readChart, readPositions, readReturns } from '#features/positions/contract/positions.ts';
import {
  downloadTaxReport,
  readPositionSettings,
  readTaxReport,
  savePositionSettings,
} from '#features/positions/contract/taxes.ts';
import { enterTrade, listTrades } from '#features/positions/contract/trades.ts';
import { evaluateSignals } from '#features/signals/server/track-record/outcomes/evaluate-signals.ts';
import { signInAdministrator, signUpCustomer } from '#tests/support/accounts/accounts.ts';
import { makeClosures, makeMeetings } from '#tests/support/market/corporate-actions.ts';
import { storeBars } from '#tests/support/market/prices.ts';
import { publish } from '#tests/support/signals/signals.ts';
import { useTestApp } from '#tests/support/test-app.ts';

const test = useTestApp();

beforeEach(async () => {
  test.clock.set('2026-11-21T05:42:00.000Z');
  await test.database.transaction(async (tx, announce) => {
    announce('prices');
    announce('corporate-actions');
    for (const table of [bookClosures, priceBars, indexValues]) await tx.delete(table);
  });
});

type Body = EndpointInput<typeof enterTrade>['body'];

async function signUp() {
  const { access: token } = await signUpCustomer(test);
  const enter = async (...[symbol, side, date, shares, price, more = {}]: TradeLine) => {
    const body = { symbol, side, date, shares, price, ...more };
    const response = await test.call(enterTrade, { body }, { token });
    expect(response).toMatchObject({ status: 201 });
    return response.body;
  };
  const read = async (query: EndpointInput<typeof readPositions>['query'] = {}) =>
    (await test.call(readPositions, { query }, { token })).body;
  const actions = async () => (await test.call(listActions, {}, { token })).body;
  const correct = (body: EndpointInput<typeof correctAction>['body']) =>
    test.call(correctAction, { body }, { token });
  return { token, enter, read, actions, correct };
}
type TradeLine = [
  symbol: string,
  side: 'buy' | 'sell',
  date: string,
  shares: number,
  price: string,
  more?: Partial<Body>,
];

const bar = (close: number): [number, number, number, number] => [close, close, close, close];

describe('positions', () => {
  it('are blank lists and zero without trades', async () => {
    const { read } = await signUp();
    expect(await read()).toEqual({
      ...{ as_of: '2026-11-21', holdings: [], closed: [], income: [], expected_income: [], unpriced: [] },
      excess_sales: 0,
      totals: {
        ...{ cost: '0.00', value: '0.00', unrealized: '0.00', realized: '0.00', income_gross: '0.00' },
        ...{ day_change: '0.00', cash_in_lieu: '0.00' },
      },
    });
  });

  it('have lots with their costs, values at the last close, closed trades and income, and null for what is unknown', async () => {
    await storeBars(test, 'LUCK', { '2026-11-19': bar(470), '2026-11-20': bar(471.5) });
    await makeClosures(test.database, [
      { payout: '40%(F)(D)', exDate: '2026-11-10', bcFrom: '2026-11-11', bcTo: '2026-11-17' },
      { payout: '50%(i)(D)', exDate: '2026-12-10', bcFrom: '2026-12-11', bcTo: '2026-12-17' },
    ]);
    await makeMeetings(test.database, [{ meetingDate: '2026-11-25' }]);
    const { enter, read } = await signUp();
    await enter('LUCK', 'buy', '2026-11-02', 100, '400.10', { costs: '61.50' });
    await enter('LUCK', 'buy', '2026-11-12', 50, '460', { costs: '30' });
    await enter('LUCK', 'sell', '2026-11-17', 60, '480', { costs: '44.40' });
    await enter('BAFL', 'buy', '2026-11-02', 10, '90.1234');
    // Half of the costs of the purchase: 60 of 100 shares cost 24,006 and 36.90.
    const luck = { cost: '39058.60', value: '42435.00' };
    expect(await read()).toMatchObject({
      as_of: '2026-11-21',
      holdings: [
        {
          ...{
            symbol: 'BAFL',
            shares: 10,
            cost: '901.23',
            average_cost: '90.12',
            close: null,
            close_date: null,
          },
          ...{
            value: null,
            unrealized: null,
            unrealized_fraction: null,
            day_change: null,
            share_of_value: null,
          },
          ...{ next_ex_date: null, next_meeting: null },
        },
        {
          ...{ symbol: 'LUCK', name: 'Lucky Cement Limited', sector: 'Cement', shares: 90, ...luck },
          ...{ average_cost: '433.98', close: '471.50', close_date: '2026-11-20', unrealized: '3376.40' },
          ...{ unrealized_fraction: '0.086444', day_change: '135.00', share_of_value: '1.000000' },
          ...{ next_ex_date: '2026-12-10', next_meeting: '2026-11-25', status_note: null },
          lots: [
            { date: '2026-11-02', shares: 40, cost: '16028.60', signal_id: null },
            { date: '2026-11-12', shares: 50, cost: '23030.00', signal_id: null },
          ],
        },
      ],
      closed: [
        {
          ...{
            symbol: 'LUCK',
            opened_on: '2026-11-02',
            closed_on: '2026-11-17',
            shares: 60,
            signal_id: null,
          },
          ...{ proceeds: '28755.60', cost: '24042.90', realized: '4712.70', r_multiple: null },
        },
      ],
      income: [
        {
          ...{ symbol: 'LUCK', ex_date: '2026-11-10', shares: 100, gross: '400.00', withholding: '60.00' },
          ...{
            net: '340.00',
            received_on: null,
            is_estimated: true,
            rule: 'dividend-ordinary-since-2026-on-list',
          },
        },
      ],
      expected_income: [{ symbol: 'LUCK', ex_date: '2026-12-10', shares: 90, gross: '450.00' }],
      totals: {
        ...{ cost: '39959.83', value: '42435.00', unrealized: '3376.40', realized: '4712.70' },
        ...{ income_gross: '400.00', day_change: '135.00' },
      },
      unpriced: ['BAFL'],
    });
  });

  it('are those of an earlier date, at its close and without later trades', async () => {
    await storeBars(test, 'LUCK', { '2026-11-10': bar(450), '2026-11-20': bar(471) });
    const { enter, read } = await signUp();
    await enter('LUCK', 'buy', '2026-11-02', 100, '400');
    await enter('LUCK', 'sell', '2026-11-17', 60, '480');
    expect(await read({ as_of: '2026-11-13' })).toMatchObject({
      ...{ as_of: '2026-11-13', closed: [], expected_income: [] },
      holdings: [{ shares: 100, close: '450.00', close_date: '2026-11-10', next_ex_date: null }],
    });
    expect(await read({ as_of: '2026-11-01' })).toMatchObject({ holdings: [] });
    expect(await read({ as_of: '2026-11-22' })).toEqual({ as_of: ['Enter a date until today.'] });
  });

  it('hold a renamed company once, under the name of the day', async () => {
    await storeBars(test, 'WAFI', { '2026-11-20': bar(200) });
    const { enter, read } = await signUp();
    await enter('SHEL', 'buy', '2024-03-01', 10, '150');
    await enter('WAFI', 'buy', '2026-11-02', 5, '190');
    expect((await read()).holdings).toMatchObject([{ symbol: 'WAFI', shares: 15, value: '3000.00' }]);
    expect((await read({ as_of: '2024-12-31' })).holdings).toMatchObject([{ symbol: 'SHEL', shares: 10 }]);
  });
});

describe('corporate actions', () => {
  it('move with their closure, and say what was announced before', async () => {
    const { enter, read, actions } = await signUp();
    const dates = { exDate: '2026-11-10', bcFrom: '2026-11-11', bcTo: '2026-11-17' };
    const [id = 0] = await makeClosures(test.database, [{ payout: '20%(B)', ...dates }]);
    await enter('LUCK', 'buy', '2026-11-12', 100, '400');
    expect((await read()).holdings).toMatchObject([{ shares: 100 }]);
    await recordAdjustments(test);
    test.clock.advance(60_000);
    const revisions = [
      { replacedAt: '2026-11-15T07:00:00.000Z', bcTo: null, bcFrom: '2026-11-11', payout: '20%(B)' },
    ];
    await test.database.db
      .update(bookClosures)
      .set({ payout: '25%(B)', exDate: '2026-11-18', bcFrom: '2026-11-19', bcTo: '2026-11-25', revisions })
      .where(eq(bookClosures.id, id));
    await recordAdjustments(test);
    expect((await read()).holdings).toMatchObject([
      { shares: 125, cost: '40000.00', lots: [{ date: '2026-11-12', shares: 125 }] },
    ]);
    const listed = await actions();
    expect(listed).toMatchObject({
      results: [
        {
          ...{
            key: expect.stringMatching(/^closure:.+:bonus:0$/),
            symbol: 'LUCK',
            kind: 'bonus',
            state: 'applied',
          },
          ...{
            ex_date: '2026-11-18',
            shares_before: 100,
            shares_change: 25,
            correction: null,
            is_own: false,
          },
          earlier: [{ bc_from: '2026-11-11', payout: '20%(B)' }],
        },
      ],
      orphaned: [],
      changes: [{ symbol: 'LUCK', ex_date: '2026-11-18', is_withdrawn: false, description: '25%(B)' }],
    });
    await test.database.db.delete(bookClosures);
    await recordAdjustments(test);
    expect((await read()).holdings).toMatchObject([{ shares: 100 }]);
    expect((await actions()).changes).toMatchObject([{ is_withdrawn: true }, { is_withdrawn: false }]);
  });

  it('are corrected, reset and added by the customer', async () => {
    const dates = { exDate: '2026-11-10', bcFrom: '2026-11-11', bcTo: '2026-11-17' };
    await makeClosures(test.database, [{ payout: '40%(F)(D)', ...dates }]);
    const { enter, read, actions, correct } = await signUp();
    await enter('LUCK', 'buy', '2026-11-02', 100, '400');
    const key = (await actions()).results[0]?.key ?? '';
    expect((await correct({ key, correction: { received_on: '2026-11-09' } })).body).toEqual({
      received_on: ['Enter a date from the ex-date on, 10 Nov 2026.'],
    });
    expect(
      await correct({ key, correction: { withholding: '50', received_on: '2026-11-20' } }),
    ).toMatchObject({
      status: 200,
      body: { key },
    });
    const entered = { withholding: '50.00', net: '350.00', received_on: '2026-11-20', is_estimated: false };
    expect((await read()).income).toMatchObject([entered]);
    expect((await actions()).results).toMatchObject([{ correction: { withholding: '50.00' } }]);
    await test.database.db.delete(bookClosures);
    expect((await actions()).orphaned).toEqual([
      { key, correction: { withholding: '50.00', received_on: '2026-11-20' } },
    ]);
    expect((await correct({ key, correction: null })).status).toBe(200);
    expect((await actions()).orphaned).toEqual([]);
    expect((await correct({ key, correction: { decision: 'ignored' } })).status).toBe(404);

    const split = { symbol: 'LUCK', kind: 'split', ex_date: '2026-11-16' } as const;
    expect((await correct({ own: split })).body).toEqual({ ratio: ['Enter the new and the old shares.'] });
    const ratio = { new_shares: '5', old_shares: '1' };
    const { body } = await correct({ own: { ...split, ratio } });
    expect((await read()).holdings).toMatchObject([{ shares: 500, cost: '40000.00', average_cost: '80.00' }]);
    expect((await actions()).results).toMatchObject([{ key: body.key, is_own: true, shares_change: 400 }]);
    await correct({ key: body.key, correction: { decision: 'ignored' } });
    expect((await read()).holdings).toMatchObject([{ shares: 100 }]);
    await correct({ key: body.key, correction: null });
    expect((await actions()).results).toEqual([]);
  });

  it('accept a correction that makes a sale exceed the holding, which the sale says', async () => {
    const { enter, correct, token } = await signUp();
    await enter('LUCK', 'buy', '2026-11-02', 100, '400');
    const { body } = await correct({
      own: { symbol: 'LUCK', kind: 'bonus', ex_date: '2026-11-10', amount: '10' },
    });
    await enter('LUCK', 'sell', '2026-11-17', 110, '400');
    expect((await correct({ key: body.key, correction: null })).status).toBe(200);
    expect((await test.call(listTrades, { query: {} }, { token })).body.results[0]).toMatchObject({
      exceeds: { held: 100 },
    });
  });

  it.each([
    [{}, 'key'],
    [{ key: 'closure:1:cash:0' }, 'key'],
    [{ own: { symbol: 'NOSUCH', kind: 'cash', ex_date: '2026-11-10', amount: '1' } }, 'symbol'],
    [{ own: { symbol: 'LUCK', kind: 'cash', ex_date: '2026-11-10' } }, 'amount'],
    [{ own: { symbol: 'LUCK', kind: 'cash', ex_date: '2028-11-10', amount: '1' } }, 'ex_date'],
    [{ own: { symbol: 'LUCK', kind: 'merger', ex_date: '2026-11-10', successor: 'LUCK' } }, 'successor'],
    [
      {
        own: {
          ...{ symbol: 'LUCK', kind: 'split' as const, ex_date: '2026-11-10' },
          ratio: { new_shares: '10000', old_shares: '0.0001' },
        },
      },
      'shares',
    ],
  ] as const)('reject %j', async (body, field) => {
    const { enter, correct } = await signUp();
    await enter('LUCK', 'buy', '2026-11-02', 100, '400');
    expect(await correct(body)).toMatchObject({ status: 400, body: { [field]: [expect.any(String)] } });
  });
});

describe('returns and the chart', () => {
  it('compare with the index over the same days', async () => {
    await storeBars(test, 'LUCK', { '2025-11-21': bar(400), '2026-11-20': bar(440) });
    await test.database.db.insert(indexValues).values([
      { symbol: 'KSE100', date: '2025-11-21', value: 10_000_000 },
      { symbol: 'KSE100', date: '2026-11-20', value: 10_500_000 },
    ]);
    const { enter, token } = await signUp();
    await enter('LUCK', 'buy', '2025-11-21', 100, '400');
    const returns = async (period: string) =>
      (await test.call(readReturns, { query: { period } }, { token })).body;
    expect(await returns('all')).toMatchObject({
      ...{ period: 'all', from: '2025-11-21', until: '2026-11-21', xirr: '0.100000', xirr_problem: null },
      ...{ time_weighted: '0.100000', index: { code: 'KSE100', change: '0.050000' }, unpriced: [] },
      indices: [{ code: 'KSE100', change: '0.050000' }],
      periods: ['2026', '2025', '2026-27', '2025-26'],
    });
    expect(await returns('2020')).toMatchObject({
      xirr: null,
      xirr_problem: 'no_payments',
      time_weighted: null,
    });
    for (const period of ['2025-27', '0781', '0781-82'])
      expect(await returns(period)).toEqual({ period: [expect.any(String)] });
    const { points } = (await test.call(readChart, {}, { token })).body;
    expect(points.length).toBe(54);
    expect(points.at(0)).toEqual({ date: '2025-11-21', value: '40000.00', put_in: '40000.00' });
    expect(points.at(-1)).toEqual({ date: '2026-11-21', value: '44000.00', put_in: '40000.00' });
  });

  it('say that there are no prices', async () => {
    const { enter, token } = await signUp();
    await enter('LUCK', 'buy', '2026-11-02', 100, '400');
    expect((await test.call(readReturns, { query: {} }, { token })).body).toMatchObject({
      ...{ xirr: null, xirr_problem: 'no_prices', time_weighted: null, unpriced: ['LUCK'] },
      index: { code: 'KSE100', change: null },
    });
    const { points } = (await test.call(readChart, {}, { token })).body;
    expect(points.at(-1)).toEqual({ date: '2026-11-21', value: null, put_in: '40000.00' });
  });
});

describe('taxes', () => {
  it('are estimated by rules, the figure of the clearing company and the settings of the customer', async () => {
    const { enter, token } = await signUp();
    await enter('LUCK', 'buy', '2024-10-01', 100, '400');
    await enter('LUCK', 'sell', '2026-11-17', 100, '500');
    const report = async (tax_year = '2026-27') =>
      (await test.call(readTaxReport, { query: { tax_year } }, { token })).body;
    expect(await report()).toMatchObject({
      ...{ tax_year: '2026-27', tax_years: ['2026-27'], is_on_list: true },
      capital_gains: { tax_low: '1500.00', tax_high: '1500.00', entered: null },
      rules: [{ id: 'gain-2024-to-2025-on-list', rate_low: '15' }],
    });
    const save = (body: EndpointInput<typeof savePositionSettings>['body']) =>
      test.call(savePositionSettings, { body }, { token });
    await save({ is_on_list: false });
    expect(await report()).toMatchObject({ capital_gains: { tax_low: '3000.00' } });
    await save({ tax_figure: { tax_year: '2026-27', capital_gains: '1234.5' } });
    expect(await report()).toMatchObject({ capital_gains: { tax_low: '1234.50', entered: '1234.50' } });
    expect(await report('2026-28')).toEqual({ tax_year: ['Enter a tax year such as 2025-26.'] });
    const { status, headers, body } = await test.call(
      downloadTaxReport,
      { query: { tax_year: '2026-27' } },
      { token },
    );
    expect({ status, type: headers['content-type'], cache: headers['cache-control'] }).toEqual({
      ...{ status: 200, type: 'text/csv', cache: 'no-store' },
    });
    expect(String(body)).toContain('capital gain,LUCK,2024-10-01,2026-11-17,100,50000,40000,10000,');
    expect(String(body)).toContain('sum of capital gains,,,,,,,,1234.5,1234.5,');
  });

  it('have settings that are changed one by one', async () => {
    const { token } = await signUp();
    const read = async () => (await test.call(readPositionSettings, {}, { token })).body;
    const defaults = { is_on_list: true, cost_preset_id: null, dividend_classes: [], tax_figures: [] };
    const { presets } = await read();
    expect(await read()).toEqual({ ...defaults, presets });
    expect(presets).toMatchObject([{ name: 'Usual costs', commission_percent: '0.15', valid_to: null }]);
    const save = async (body: EndpointInput<typeof savePositionSettings>['body']) =>
      (await test.call(savePositionSettings, { body }, { token })).body;
    const dividend_class = { symbol: 'HUBC', dividend_class: 'power' } as const;
    await save({ dividend_class });
    await save({ cost_preset_id: presets[0].id });
    expect(await read()).toEqual({
      ...{ ...defaults, presets, cost_preset_id: presets[0].id, dividend_classes: [dividend_class] },
    });
    await save({ dividend_class: { symbol: 'HUBC', dividend_class: null }, cost_preset_id: null });
    expect(await read()).toEqual({ ...defaults, presets });
    expect(await save({ cost_preset_id: 999 })).toEqual({ cost_preset_id: ['Choose one of the presets.'] });
  });
});

describe('what following earned', () => {
  it('is compared with the result of the record', async () => {
    test.clock.set('2026-11-16T03:00:00.000Z');
    const admin = await signInAdministrator(test);
    const signal = await publish(test, admin, { signal_type: 'intraday', target_points: ['495.00'] });
    test.clock.set('2026-11-18T13:00:00.000Z');
    await storeBars(test, 'LUCK', {
      '2026-11-13': bar(470),
      '2026-11-16': [470, 473, 469, 472],
      '2026-11-17': [472, 500, 471, 499],
      '2026-11-18': bar(490),
    });
    await evaluateSignals({ ...test, releaseDays: 7 });
    const { enter, token, read } = await signUp();
    const followed = { signal_id: signal.id, planned_shares: 100, costs: '50' };
    await enter('LUCK', 'buy', '2026-11-16', 80, '472', followed);
    await enter('LUCK', 'sell', '2026-11-18', 80, '490', { costs: '50' });
    const { body } = await test.call(readFollowing, {}, { token });
    expect(body).toMatchObject({
      results: [
        {
          ...{ signal_id: signal.id, symbol: 'LUCK', record: { is_final: true, filled_on: '2026-11-16' } },
          mine: {
            ...{ rupees: '1340.00', r_multiple: '0.73', is_final: true, shares: 80, planned_shares: 100 },
            ...{ opened_on: '2026-11-16', closed_on: '2026-11-18' },
          },
        },
      ],
      summary: { followed: 1, published: 1, compared: 1, mine_rupees: '1340.00' },
    });
    const [{ causes, record, mine }] = body.results;
    const sum = causes.reduce((total: number, { rupees }: { rupees: string }) => total + Number(rupees), 0);
    expect(sum).toBeCloseTo(Number(mine.rupees) - Number(record.rupees), 2);
    expect((await read()).closed).toMatchObject([{ signal_id: signal.id, r_multiple: '0.73' }]);
  });
});

import { beforeEach, describe, expect, it } from 'vitest';
import { listAuditLog } from '#core/contract/accounts/security-events.ts';
import { saveCompanyStatus } from '#features/market/contract/company-statuses.ts';
import { priceBars } from '#features/market/server/prices/prices.tables.ts';
import { listPsxSignals } from '#features/signals/contract/endpoints.ts';
import {
  editSignal,
  listSignalVersions,
  publishSignal,
} from '#features/signals/contract/publishing/admin-endpoints.ts';
import { getSignalChecks } from '#features/signals/contract/publishing/signal-checks.ts';
import { signInAdministrator, signUpCustomer } from '#tests/support/accounts/accounts.ts';
import { makeClosures } from '#tests/support/market/corporate-actions.ts';
import { makeSignalBody, publish } from '#tests/support/signals/signals.ts';
import { useTestApp } from '#tests/support/test-app.ts';

const test = useTestApp();
let admin: Awaited<ReturnType<typeof signInAdministrator>>;

beforeEach(async () => {
  // In session: 12:00 in Karachi.
  test.clock.set('2026-11-23T07:00:00.000Z');
  await test.database.pool.query('truncate price_bars');
  admin = await signInAdministrator(test);
});

const savePrices = (...bars: [date: string, close: number, symbol?: string][]) =>
  test.database.transaction(async (tx, announce) => {
    announce('prices');
    const rows = bars.map(([date, close, symbol = 'LUCK']) => ({ symbol, date, close }));
    await tx.insert(priceBars).values(rows);
  });
const send = ({
  override_reason = undefined,
  ...overrides
}: Partial<Parameters<typeof makeSignalBody>[0]> = {}) =>
  test.call(
    publishSignal,
    { body: { ...makeSignalBody(overrides), override_reason } as never },
    { token: admin.access },
  );
const getChecks = async (symbol = 'LUCK') =>
  (await test.call(getSignalChecks, { query: { symbol } }, { token: admin.access })).body;

describe('GET /admin/signal-checks/', () => {
  it('returns the price limits of today from the last close', async () => {
    await savePrices(['2026-11-19', 46_000], ['2026-11-20', 47_100]);
    expect(await getChecks('luck')).toEqual({
      symbol: 'LUCK',
      is_listed: true,
      not_traded: null,
      trading_date: '2026-11-23',
      is_session_over: false,
      price_limits: {
        lower: '423.90',
        upper: '518.10',
        close: '471.00',
        close_date: '2026-11-20',
        reference_price: '471.00',
        payouts: [],
        is_outdated: false,
      },
      min_reward_to_risk: '1.00',
    });
  });

  it('returns none without prices, and says that a symbol is not in the directory', async () => {
    expect(await getChecks('NEWCO')).toMatchObject({ is_listed: false, price_limits: null });
  });

  it.each([
    ['before the pre-open', '2026-11-23T02:00:00.000Z', '2026-11-23', false],
    ['in the break of a Friday', '2026-11-27T08:00:00.000Z', '2026-11-27', false],
    ['at the close', '2026-11-23T10:30:00.000Z', '2026-11-24', true],
    ['on a Saturday', '2026-11-21T07:00:00.000Z', '2026-11-23', true],
  ])('names the trading day %s', async (_, now, trading_date, is_session_over) => {
    test.clock.set(now);
    admin = await signInAdministrator(test);
    expect(await getChecks()).toMatchObject({ trading_date, is_session_over });
  });

  it('marks a close that is older than the previous trading day', async () => {
    await savePrices(['2026-11-19', 47_100]);
    expect((await getChecks()).price_limits).toMatchObject({ close_date: '2026-11-19', is_outdated: true });
  });

  it('does not calculate the limits of a day from its own close, but from it those of the next day', async () => {
    await savePrices(['2026-11-20', 47_100], ['2026-11-23', 50_000]);
    expect((await getChecks()).price_limits).toMatchObject({ close: '471.00' });
    test.clock.set('2026-11-23T11:00:00.000Z');
    admin = await signInAdministrator(test);
    expect((await getChecks()).price_limits).toMatchObject({ close: '500.00', is_outdated: false });
  });

  // The ex-date of a closure on Wednesday, 25 November is estimated as Tuesday, 24 November.
  describe('on the evening before an ex-date', () => {
    beforeEach(async () => {
      test.clock.set('2026-11-23T15:00:00.000Z');
      admin = await signInAdministrator(test);
      await test.database.pool.query('truncate book_closures');
      await savePrices(['2026-11-23', 7_500, 'OGDC']);
    });
    const getLimits = async (closure: Partial<Parameters<typeof makeClosures>[1][number]>) => {
      await makeClosures(test.database, [{ symbol: 'OGDC', bcFrom: '2026-11-25', bcTo: null, ...closure }]);
      return (await getChecks('OGDC')).price_limits;
    };

    it.each([
      // Prices by the exchange's method for ex-prices, with a close of Rs. 75.
      ['a cash dividend of Rs. 5', '50%(F) (D)', '10.00', '70.00', '63.00', '77.00'],
      [
        'a cash dividend of a share with a face value of Rs. 5',
        '50%(F) (D)',
        '5.00',
        '72.50',
        '65.25',
        '79.75',
      ],
      ['a bonus of 25 %', '25% (B)', '10.00', '60.00', '54.00', '66.00'],
      ['a right at par', '20% (R)', '10.00', '64.17', '57.75', '70.59'],
      [
        'a right at a premium of Rs. 5',
        '20% AT A PREMIUM RS.5/= PER SHARE (R)',
        '10.00',
        '65.00',
        '58.50',
        '71.50',
      ],
      ['cash and a bonus', '50%(F) (D) 25% (B)', '10.00', '56.00', '50.40', '61.60'],
      ['a bonus and a right', '20% (B) 50% (R)', '10.00', '47.06', '42.35', '51.77'],
      ['a right and a bonus', '50% (R) 20% (B)', '10.00', '47.06', '42.35', '51.77'],
      ['a split', 'Stock split 5:1', '10.00', '15.00', '13.50', '16.50'],
    ])('calculates the limits after %s', async (_, payout, faceValue, reference_price, lower, upper) => {
      expect(await getLimits({ payout, faceValue })).toEqual({
        close: '75.00',
        close_date: '2026-11-23',
        reference_price,
        lower,
        upper,
        payouts: [{ payout, ex_date: '2026-11-24', is_ex_date_estimated: true, is_applied: true }],
        is_outdated: false,
      });
    });

    it.each([
      ['is not understood', { payout: 'Specie dividend' }],
      ['has a split and percentages that are not understood', { payout: '50% Stock split 5:1' }],
      ['has a split and cash in rupees', { payout: 'Dividend Rs. 5/- and stock split 5:1' }],
      ['has a split and a bonus in words', { payout: 'Stock split 5:1 and bonus 10 percent' }],
      ['is a right above the market price', { payout: '20% AT A PREMIUM RS.90/= PER SHARE (R)' }],
      ['is more than the close', { payout: '750%(F) (D)' }],
    ])('calculates them from the close if the payout %s', async (_, closure) => {
      expect(await getLimits(closure)).toMatchObject({
        reference_price: '75.00',
        payouts: [{ is_applied: false }],
      });
    });

    it.each([
      ['a closure for a meeting', { payout: 'NIL' }],
      ['a closure for a meeting that is named', { payout: 'EOGM' }],
      ['an ex-date on a later day', { bcFrom: '2026-11-26' }],
      ['an ex-date on the day of the close', { bcFrom: '2026-11-24' }],
      ['a closure of another company', { symbol: 'PPL' }],
    ])('ignores %s', async (_, closure) => {
      expect(await getLimits(closure)).toMatchObject({ reference_price: '75.00', payouts: [] });
    });

    it('ignores an estimated ex-date whose payout the last bar is marked with', async () => {
      await test.database.pool.query("update price_bars set suffix = 'XD' where symbol = 'OGDC'");
      expect(await getLimits({ payout: '50%(F) (D)' })).toMatchObject({
        reference_price: '75.00',
        payouts: [],
      });
      expect(await getLimits({ payout: '25% (B)' })).toMatchObject({ reference_price: '60.00' });
    });

    it('uses a published ex-date', async () => {
      expect(await getLimits({ bcFrom: '2026-11-27', exDate: '2026-11-24' })).toMatchObject({
        payouts: [{ is_ex_date_estimated: false }],
      });
    });
  });

  it('rejects a blank symbol and callers who are not administrators', async () => {
    expect(
      (await test.call(getSignalChecks, { query: { symbol: ' ' } }, { token: admin.access })).status,
    ).toBe(400);
    const { access } = await signUpCustomer(test);
    expect((await test.call(getSignalChecks, { query: { symbol: 'LUCK' } }, { token: access })).status).toBe(
      403,
    );
    expect((await test.call(getSignalChecks, { query: { symbol: 'LUCK' } })).status).toBe(401);
  });
});

describe('publishing a signal with warnings', () => {
  beforeEach(() => savePrices(['2026-11-20', 47_100]));

  it('accepts a signal without warnings and without a reason', async () => {
    const { status, body } = await send({ target_points: ['495.00', '518.10'] });
    expect(status).toBe(201);
    const { body: history } = await test.call(listSignalVersions, { params: body }, { token: admin.access });
    expect(history.results[0].override).toBeNull();
  });

  it.each([
    ['after the close of Friday', '2026-11-20T11:30:00.000Z'],
    ['on a Saturday', '2026-11-21T05:00:00.000Z'],
    ['before the open of Monday', '2026-11-23T03:00:00.000Z'],
  ])('accepts an intraday signal %s without a reason: it is for the session of Monday', async (_, now) => {
    test.clock.set(now);
    admin = await signInAdministrator(test);
    const { status, body } = await send({ target_points: ['518.10'] });
    expect(status).toBe(201);
    const { body: history } = await test.call(listSignalVersions, { params: body }, { token: admin.access });
    expect(history.results[0].override).toBeNull();
    const { body: list } = await test.call(listPsxSignals, { query: { signal_type: 'intraday' } });
    const listed = list.results.find(({ id }: { id: string }) => id === body.id);
    expect(listed.expires_at).toBe('2026-11-23T10:30:00.000Z');
    const beyond = await send({ target_points: ['518.11'] });
    expect(beyond).toMatchObject({ status: 409, body: { warnings: [{ code: 'price_limit' }] } });
  });

  it('rejects it with the warnings and stores nothing', async () => {
    const count = async () =>
      (await test.call(listPsxSignals, { query: { signal_type: 'intraday' } })).body.count;
    const before = await count();
    const { status, body } = await send();
    expect(status).toBe(409);
    expect(body).toEqual({
      detail: 'Check the warnings. Change the signal, or give a reason to save it as it is.',
      code: 'signal_warnings',
      warnings: [
        {
          code: 'price_limit',
          field: 'target_points.2',
          message:
            'TP3 (Rs. 540.00) is above the upper price limit of 23 Nov 2026 (Rs. 518.10), so it cannot be reached on that day.',
        },
      ],
    });
    expect(await count()).toBe(before);
  });

  describe('of a share that is not traded', () => {
    const enter = (status: 'delisted' | 'listed') =>
      test.call(
        saveCompanyStatus,
        { body: { symbol: 'LUCK', status, date: null, successor: null, note: null } },
        { token: admin.access },
      );
    beforeEach(async () => {
      await test.database.pool.query('truncate company_statuses');
    });

    it('rejects it until a reason is given, by the status that an administrator entered', async () => {
      await enter('delisted');
      const target_points = ['518.10'];
      const { status, body } = await send({ target_points });
      expect(status).toBe(409);
      const message = 'LUCK is not traded: Delisted.';
      expect(body.warnings).toEqual([{ code: 'not_traded', field: 'symbol', message }]);
      expect((await send({ target_points, override_reason: 'Relisted today' })).status).toBe(201);
      await enter('listed');
      expect((await send({ target_points })).status).toBe(201);
    });

    it('rejects it by the table of changes, unless prices show that a suspension is over', async () => {
      const warnings = async () => (await send({ symbol: 'SPL' })).body.warnings;
      expect(await warnings()).toMatchObject([
        { code: 'not_traded', message: 'SPL is not traded: Suspended since 18 Nov 2024.' },
      ]);
      await test.database.db
        .insert(priceBars)
        .values({ symbol: 'SPL', date: '2026-11-20', close: 47_100, volume: 500, importId: 1 });
      expect(JSON.stringify(await warnings())).not.toContain('not_traded');
    });
  });

  it('reports errors before warnings', async () => {
    const { status, body } = await send({ stop_loss: '480.00' });
    expect(status).toBe(400);
    expect(body).toEqual({ stop_loss: [expect.stringContaining('must be below')] });
  });

  it.each(['', '  ', 'No', 'x'.repeat(501)])('rejects the reason %j', async (override_reason) => {
    const { status, body } = await send({ override_reason });
    expect(status).toBe(400);
    expect(Object.keys(body)).toEqual(['override_reason']);
  });

  it('publishes it with a reason, which the history and the audit log show', async () => {
    const { status, body } = await send({ override_reason: ' Circuit widened\nby notice PSX/N-12 ' });
    expect(status).toBe(201);
    expect(body).not.toHaveProperty('override_reason');
    const reason = 'Circuit widened by notice PSX/N-12';
    const { body: history } = await test.call(listSignalVersions, { params: body }, { token: admin.access });
    expect(history.results[0].override).toEqual({
      reason,
      warnings: [{ code: 'price_limit', field: 'target_points.2', message: expect.any(String) }],
    });
    const { body: log } = await test.call(
      listAuditLog,
      { query: { actor: admin.username } },
      { token: admin.access },
    );
    expect(log.results[0]).toMatchObject({
      kind: 'signal_published',
      details: {
        label: 'LUCK',
        note: 'Circuit widened by notice PSX/N-12',
        warnings: 'price_limit target_points.2',
      },
    });
  });

  it('does not store a reason that nothing needs', async () => {
    const { body } = await send({ target_points: ['518.10'], override_reason: 'To be safe' });
    const { body: history } = await test.call(listSignalVersions, { params: body }, { token: admin.access });
    expect(history.results[0].override).toBeNull();
  });
});

describe('editing a signal with warnings', () => {
  beforeEach(() => savePrices(['2026-11-20', 47_100]));
  const edit = (signal: { id: string }, body: object) =>
    test.call(editSignal, { params: signal, body }, { token: admin.access });

  it('asks for a reason only if the change causes warnings', async () => {
    const signal = await publish(test, admin);
    expect((await edit(signal, { title: 'TP3 stays beyond the limits' })).status).toBe(200);
    const { status, body } = await edit(signal, { stop_loss: '519.00', expected_version: 2 });
    expect(status).toBe(409);
    expect(body).toMatchObject({
      code: 'signal_warnings',
      warnings: [{ code: 'price_limit', field: 'stop_loss' }],
    });
    const override_reason = 'The limits may be extended';
    const saved = await edit(signal, { stop_loss: '519.00', expected_version: 2, override_reason });
    expect(saved.body).toMatchObject({ stop_loss: '519.00', version: 3 });
    const { body: history } = await test.call(
      listSignalVersions,
      { params: signal },
      { token: admin.access },
    );
    expect(history.results[0].override).toEqual({ reason: override_reason, warnings: body.warnings });
    expect(history.results[1].override).toBeNull();
    const { body: log } = await test.call(
      listAuditLog,
      { query: { actor: admin.username } },
      { token: admin.access },
    );
    expect(log.results[0].details).toMatchObject({
      note: override_reason,
      warnings: 'price_limit stop_loss',
    });
  });

  it('reports a concurrent change before warnings, with another code', async () => {
    const signal = await publish(test, admin);
    await edit(signal, { title: 'First' });
    const { status, body } = await edit(signal, { stop_loss: '400.00', expected_version: 1 });
    expect(status).toBe(409);
    expect(body.code).toBe('changed_meanwhile');
  });
});

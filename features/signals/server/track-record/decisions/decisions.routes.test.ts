import { beforeEach, describe, expect, it } from 'vitest';
import { editSignal } from '#features/signals/contract/publishing/admin-endpoints.ts';
import type { AdminSignal } from '#features/signals/contract/publishing/signal-body.ts';
import {
  decideOutcome,
  listSignalDecisions,
  listSignalOutcomes,
} from '#features/signals/contract/track-record/decisions.ts';
import { evaluateSignals } from '#features/signals/server/track-record/outcomes/evaluate-signals.ts';
import { signInAdministrator, signUpCustomer } from '#tests/support/accounts/accounts.ts';
import { evaluateGain } from '#tests/support/evaluation/evaluate-gain.ts';
import { storeBars } from '#tests/support/market/prices.ts';
import { publish } from '#tests/support/signals/signals.ts';
import { useTestApp } from '#tests/support/test-app.ts';

const test = useTestApp();
const MISSING = '7d0f6a52-0000-4000-8000-000000000000';
const REASON = 'The exchange canceled these trades.';

let admin: Awaited<ReturnType<typeof signInAdministrator>>;
beforeEach(async () => {
  test.clock.set('2026-11-21T05:42:00Z');
  admin = await signInAdministrator(test);
});

/** Publishes a signal and evaluates it until its end. */
async function publishEnded(overrides: Parameters<typeof publish>[2] = {}): Promise<AdminSignal> {
  const signal = await publish(test, admin, overrides);
  await evaluateGain(test, signal.symbol);
  admin = await signInAdministrator(test);
  return signal;
}

const as = () => ({ token: admin.access });
const decide = ({ id }: { id: string }, kind: 'void' | 'withdraw') =>
  test.call(decideOutcome, { params: { id }, body: { kind, reason: REASON } }, as());
const RESULT = { fill_price: '471.00', exit_price: '482.50', exit_date: '2026-11-23' };
const override = ({ id }: AdminSignal, result: Partial<typeof RESULT> = {}) =>
  test.call(
    decideOutcome,
    { params: { id }, body: { kind: 'override', reason: REASON, ...RESULT, ...result } },
    as(),
  );
const list = (ids: string) => test.call(listSignalOutcomes, { query: { ids } }, as());
const readHistory = ({ id }: { id: string }) => test.call(listSignalDecisions, { params: { id } }, as());

describe('decisions about a signal', () => {
  it('decisions about a signal are listed newest first, and the last one applies', async () => {
    const signal = await publishEnded();
    expect((await readHistory(signal)).body).toEqual({
      results: [],
      override_dates: { first: '2026-11-23', last_entry: '2026-11-23', last_exit: '2026-11-23' },
      void_effect: 'kept',
    });
    await decide(signal, 'void');
    await override(signal);
    const { body } = await readHistory(signal);
    expect(body.results).toEqual([
      {
        kind: 'override',
        reason: REASON,
        r_multiple: '0.5000',
        decided_at: test.clock.now().toISOString(),
        decided_by: admin.username,
      },
      expect.objectContaining({ kind: 'void', r_multiple: null }),
    ]);
    expect((await list(signal.id)).body.results).toEqual([
      {
        signal_id: signal.id,
        evaluated: expect.objectContaining({ state: 'closed', ended_on: '2026-11-23' }),
        decision: body.results[0],
      },
    ]);
  });

  it('the dates of an override are those of the validity and the time limit, until today', async () => {
    const signal = await publish(test, admin, { signal_type: 'swing' });
    const dates = { first: '2026-11-23', last_entry: '2026-12-04' };
    test.clock.set('2026-12-08T08:00:00Z');
    admin = await signInAdministrator(test);
    expect((await readHistory(signal)).body.override_dates).toEqual({ ...dates, last_exit: '2026-12-08' });
    test.clock.set('2027-06-01T08:00:00Z');
    admin = await signInAdministrator(test);
    const { last_exit } = (await readHistory(signal)).body.override_dates;
    const late = await override(signal, { exit_date: '2027-05-31' });
    expect([late.status, last_exit > '2027-02-01' && last_exit < '2027-03-15']).toEqual([409, true]);
  });

  it('decisions about a signal do not apply once they are withdrawn', async () => {
    const signal = await publish(test, admin);
    await decide(signal, 'void');
    expect((await decide(signal, 'withdraw')).status).toBe(201);
    expect((await list(signal.id)).body.results).toEqual([]);
    const { body } = await readHistory(signal);
    expect(body.results.map(({ kind }: { kind: string }) => kind)).toEqual(['withdraw', 'void']);
  });

  it('decisions about a signal cannot be withdrawn if none applies', async () => {
    const signal = await publish(test, admin);
    const { status, body } = await decide(signal, 'withdraw');
    expect({ status, code: body.code }).toEqual({ status: 409, code: 'no_decision' });
  });

  it('decisions about a signal are withdrawn once if that is requested several times at once', async () => {
    const signal = await publish(test, admin);
    await decide(signal, 'void');
    const responses = await Promise.all([1, 2, 3].map(() => decide(signal, 'withdraw')));
    expect(responses.map(({ status }) => status).toSorted()).toEqual([201, 409, 409]);
    expect((await readHistory(signal)).body.results).toHaveLength(2);
  });

  it('decisions about a signal are not found for a signal that does not exist', async () => {
    expect((await readHistory({ id: MISSING })).status).toBe(404);
    expect((await decide({ id: MISSING }, 'void')).status).toBe(404);
  });
});

describe('an override', () => {
  const SWING = { symbol: 'OGDC', signal_type: 'swing' } as const;

  it.each<[string, Partial<typeof RESULT>, object]>([
    [
      'an exit at a price that was not traded on its day',
      { exit_price: '545.01' },
      {
        exit_price: [
          'OGDC traded from Rs. 460.00 to Rs. 545.00 on 23 Nov 2026. Enter a price in this range.',
        ],
      },
    ],
    [
      'an exit at a price of another day',
      { exit_price: '471.00', exit_date: '2026-11-24' },
      {
        exit_price: [
          'OGDC traded from Rs. 544.00 to Rs. 560.00 on 24 Nov 2026. Enter a price in this range.',
        ],
      },
    ],
    [
      'a fill at a price that was not traded since the publication',
      { fill_price: '459.99' },
      {
        fill_price: [
          'OGDC traded from Rs. 460.00 to Rs. 545.00 on 23 Nov 2026. Enter a price at which it traded on one of these days.',
        ],
      },
    ],
    [
      'a result that is better than the best price path',
      { fill_price: '460.00', exit_price: '545.00' },
      {
        exit_price: [
          'These prices give +3.70 R. An override may not be better than the best path of the evaluation, which earns +2.10 R.',
        ],
      },
    ],
    [
      'a day before the first trading day',
      { exit_date: '2026-11-22' },
      { exit_date: ['Enter a date from 23 Nov 2026, the first trading day of the signal, to today.'] },
    ],
    [
      'a day in the future',
      { exit_date: '2026-11-25' },
      { exit_date: ['Enter a date from 23 Nov 2026, the first trading day of the signal, to today.'] },
    ],
  ])('an override is rejected with %s', async (_, result, errors) => {
    const signal = await publishEnded(SWING);
    expect(await override(signal, result)).toMatchObject({ status: 400, body: errors });
    expect((await readHistory(signal)).body.results).toEqual([]);
  });

  it('an override is rejected for a day without trades, and says what to do', async () => {
    const signal = await publishEnded(SWING);
    const { pool } = test.database;
    await pool.query(`update price_bars set volume = 0 where symbol = 'OGDC' and date = '2026-11-24'`);
    const exit_date = [
      'No trades of OGDC on 24 Nov 2026 are stored. Import the prices of that day, or enter another date.',
    ];
    const onThatDay = () => override(signal, { exit_price: '550.00', exit_date: '2026-11-24' });
    expect((await onThatDay()).body).toEqual({ exit_date });
    await pool.query(`delete from price_bars where symbol = 'OGDC' and date = '2026-11-24'`);
    expect((await onThatDay()).body).toEqual({ exit_date });
  });

  it('an override is compared with prices of a share as published, like the evaluation', async () => {
    const signal = await publishEnded(SWING);
    await test.database.pool.query(
      `insert into price_adjustments (source, symbol, ex_date, kind, factor, description, recorded_at, review)
       values ('test', 'OGDC', '2026-11-24', 'split', '0.5', 'Stock split 2:1', now(), 'confirmed')`,
    );
    await storeBars(test, 'OGDC', { '2026-11-24': [230, 250, 225, 240] });
    const onThatDay = (exit_price: string) => override(signal, { exit_price, exit_date: '2026-11-24' });
    expect((await onThatDay('240.00')).body).toEqual({
      exit_price: ['OGDC traded from Rs. 450.00 to Rs. 500.00 on 24 Nov 2026. Enter a price in this range.'],
    });
    expect(await onThatDay('482.50')).toMatchObject({ status: 201, body: { r_multiple: '0.5000' } });
  });

  it('an override is rejected with a day after the time limit', async () => {
    const signal = await publishEnded({ symbol: 'OGDC', signal_type: 'intraday' });
    const { status, body } = await override(signal, { exit_price: '550.00', exit_date: '2026-11-24' });
    expect({ status, body }).toEqual({
      status: 400,
      body: {
        exit_date: [
          'Enter a date from 23 Nov 2026, the first trading day of the signal, to 23 Nov 2026, its time limit.',
        ],
      },
    });
  });

  it.each<[string, Record<string, [number, number, number, number]>, boolean, string]>([
    [
      'expired',
      { '2026-11-20': [490, 495, 485, 490], '2026-11-23': [490, 495, 485, 490] },
      false,
      'The signal expired before its entry was filled,',
    ],
    [
      'was canceled',
      { '2026-11-20': [490, 495, 485, 490], '2026-11-23': [490, 495, 485, 490] },
      true,
      'The signal was canceled before its entry was filled,',
    ],
    ['ended without prices', {}, false, 'The signal ended without any price since its publication,'],
  ])('an override is rejected for a signal that %s', async (_, bars, isClosed, reason) => {
    const signal = await publish(test, admin, {
      symbol: 'MARI',
      signal_type: isClosed ? 'swing' : 'intraday',
    });
    if (isClosed) {
      const change = { params: { id: signal.id }, body: { call_status: 'closed' as const } };
      await test.call(editSignal, change, as());
    }
    await test.database.pool.query(`delete from price_bars where symbol = 'MARI'`);
    await storeBars(test, 'MARI', bars);
    await evaluateGain(test, 'OGDC');
    // Missing bars are waited for on 20 trading days.
    await storeBars(test, 'OGDC', { '2026-12-24': [540, 545, 535, 540] });
    test.clock.set('2026-12-24T15:00:00Z');
    await evaluateSignals({ ...test, releaseDays: 7 });
    admin = await signInAdministrator(test);
    const { status, body } = await override(signal);
    expect({ status, code: body.code }).toEqual({ status: 409, code: 'no_result' });
    expect(body.detail).toContain(reason);
  });

  it('an override is rejected until the evaluation has ended', async () => {
    const signal = await publish(test, admin, { symbol: 'MARI' });
    const { status, body } = await override(signal, { exit_date: '2026-11-21' });
    expect({ status, code: body.code }).toEqual({ status: 409, code: 'not_evaluated' });
    expect(body.detail).toContain('Import the prices until its end, or void the signal.');
  });
});

describe('GET /admin/signal-outcomes/', () => {
  it('lists several signals, and ignores those without an outcome', async () => {
    const [first, second, third] = [
      await publish(test, admin),
      await publish(test, admin),
      await publish(test, admin),
    ];
    await decide(first, 'void');
    await decide(third, 'void');
    const { body } = await list([first.id, second.id, third.id.toUpperCase(), MISSING].join(','));
    expect(body.results.map(({ signal_id }: { signal_id: string }) => signal_id)).toEqual([
      first.id,
      third.id,
    ]);
  });

  it.each(['', 'x', `${MISSING},`, Array.from({ length: 51 }, () => MISSING).join(',')])(
    'rejects the IDs “%s”',
    async (ids) => {
      expect((await list(ids)).status).toBe(400);
    },
  );

  it('rejects visitors and customers', async () => {
    const { access } = await signUpCustomer(test);
    const read = (token?: string) => test.call(listSignalOutcomes, { query: { ids: MISSING } }, { token });
    expect((await read()).status).toBe(401);
    expect((await read(access)).status).toBe(403);
  });
});

import { beforeAll, describe, expect, it } from 'vitest';
import { listPsxSignals } from '#features/signals/contract/endpoints.ts';
import { editSignal } from '#features/signals/contract/publishing/admin-endpoints.ts';
import type { AdminSignal } from '#features/signals/contract/publishing/signal-body.ts';
import type { Signal } from '#features/signals/contract/signal.ts';
import type { SignalState } from '#features/signals/contract/signal-state.ts';
import type { SignalType } from '#features/signals/contract/signal-types.ts';
import { decideOutcome } from '#features/signals/contract/track-record/decisions.ts';
import { getSignalDetails } from '#features/signals/contract/track-record/signal-details.ts';
import { signInAdministrator } from '#tests/support/accounts/accounts.ts';
import { recordStatements } from '#tests/support/database/record-statements.ts';
import { storeBars } from '#tests/support/market/prices.ts';
import { listen, openStreamClient } from '#tests/support/signals/signal-stream.ts';
import { publish } from '#tests/support/signals/signals.ts';
import { useTestApp } from '#tests/support/test-app.ts';
import { evaluateSignals } from './track-record/outcomes/evaluate-signals.ts';

const test = useTestApp();
const LEVELS = { entry_price: '100.00', stop_loss: '95.00', target_points: ['102.00', '110.00'] };

async function publishAt(time: string, overrides: Parameters<typeof publish>[2]): Promise<AdminSignal> {
  test.clock.set(time);
  return publish(test, await signInAdministrator(test), { ...LEVELS, ...overrides });
}

async function evaluateAt(time: string): Promise<void> {
  test.clock.set(time);
  await evaluateSignals({ ...test, releaseDays: 7 });
}

/** Administrators see premium signals like subscribers. */
async function readState(type: SignalType, { id }: AdminSignal): Promise<SignalState | undefined> {
  const token = type === 'intraday' ? undefined : (await signInAdministrator(test)).access;
  const { body } = await test.call(listPsxSignals, { query: { signal_type: type } }, { token });
  return body.results.find((signal: Signal) => signal.id === id)?.state;
}

const edit = async (signal: AdminSignal, body: object) =>
  test.call(editSignal, { params: signal, body }, { token: (await signInAdministrator(test)).access });

async function decide({ id }: AdminSignal, body: object): Promise<void> {
  const { access } = await signInAdministrator(test);
  const { status } = await test.call(
    decideOutcome,
    { params: { id }, body: body as never },
    { token: access },
  );
  expect(status).toBe(201);
}

const VOID = { kind: 'void', reason: 'The stop had a digit too many.' };

beforeAll(async () => {
  for (const symbol of ['OGDC', 'PPL', 'FFC'])
    await storeBars(test, symbol, {
      '2026-10-30': [104, 105, 103, 104],
      '2026-11-02': [102, 103, 99, 101],
      '2026-11-03': [101, 104, 100, 103],
    });
});

describe('the state of a listed signal', () => {
  it('the state of a listed signal is waiting in its session, awaits prices after it, and is the result once they are evaluated', async () => {
    await storeBars(test, 'HUBC', { '2026-10-30': [104, 105, 103, 104] });
    const signal = await publishAt('2026-11-02T03:00:00Z', { symbol: 'HUBC' });
    expect(await readState('intraday', signal)).toMatchObject({
      kind: 'waiting',
      as_of: null,
      is_old: false,
    });
    test.clock.set('2026-11-02T15:00:00Z');
    expect(await readState('intraday', signal)).toMatchObject({ kind: 'awaiting_prices' });
    await storeBars(test, 'HUBC', { '2026-11-02': [102, 103, 99, 101] });
    await evaluateAt('2026-11-02T15:00:00Z');
    expect(await readState('intraday', signal)).toEqual({
      kind: 'closed_session_end',
      targets_hit: 0,
      r_multiple: '0.20',
      as_of: '2026-11-02',
      is_old: false,
      reason: null,
    });
  });

  it('the state of a listed signal of a premium type follows the prices, also when a correction changes them', async () => {
    const signal = await publishAt('2026-11-02T03:00:00Z', {
      symbol: 'PPL',
      signal_type: 'swing',
      target_points: ['104.50', '110.00'],
    });
    await evaluateAt('2026-11-03T15:00:00Z');
    expect(await readState('swing', signal)).toMatchObject({
      kind: 'entered',
      r_multiple: '0.60',
      as_of: '2026-11-03',
      is_old: false,
    });
    test.clock.set('2026-11-04T15:00:00Z');
    expect(await readState('swing', signal)).toMatchObject({
      kind: 'entered',
      as_of: '2026-11-03',
      is_old: true,
    });
    await storeBars(test, 'PPL', { '2026-11-04': [103, 106, 103, 105] });
    await evaluateAt('2026-11-04T15:00:00Z');
    expect(await readState('swing', signal)).toMatchObject({
      kind: 'target_hit',
      targets_hit: 1,
      is_old: false,
    });
    // The analyst has not closed it.
    await storeBars(test, 'PPL', { '2026-11-05': [101, 102, 94, 95] });
    await evaluateAt('2026-11-05T15:00:00Z');
    expect(await readState('swing', signal)).toEqual({
      kind: 'stopped',
      targets_hit: 1,
      r_multiple: '-0.05',
      as_of: '2026-11-05',
      is_old: false,
      reason: null,
    });
    await storeBars(test, 'PPL', { '2026-11-05': [105, 112, 104, 111] });
    await evaluateAt('2026-11-05T16:00:00Z');
    expect(await readState('swing', signal)).toMatchObject({ kind: 'closed_target', targets_hit: 2 });
  });

  it('awaits prices after the validity of a swing signal whose prices are missing', async () => {
    await storeBars(test, 'LUCK', { '2026-10-01': [104, 105, 103, 104], '2026-10-02': [103, 104, 101, 103] });
    const signal = await publishAt('2026-10-02T03:00:00Z', {
      symbol: 'LUCK',
      signal_type: 'swing',
      target_points: ['115.00'],
    });
    await evaluateAt('2026-10-02T15:00:00Z');
    // The last session of the validity. Its end is the time at which pages load their lists again.
    const end = '2026-10-15T10:30:00.000Z';
    test.clock.set('2026-10-15T10:29:59.999Z');
    expect(await readState('swing', signal)).toMatchObject({ kind: 'waiting', is_old: true });
    const { access: before } = await signInAdministrator(test);
    const { body: listed } = await test.call(
      listPsxSignals,
      { query: { signal_type: 'swing' } },
      { token: before },
    );
    expect(listed.states_change_at).toBe(end);
    test.clock.set(end);
    expect(await readState('swing', signal)).toMatchObject({ kind: 'awaiting_prices', as_of: '2026-10-02' });
    const { access } = await signInAdministrator(test);
    for (const [state, ids] of [
      ['active', []],
      ['awaiting_prices', [signal.id]],
    ] as const) {
      const query = { signal_type: 'swing', symbol: 'LUCK', state } as const;
      const { body } = await test.call(listPsxSignals, { query }, { token: access });
      expect(body.results.map(({ id }: Signal) => id)).toEqual(ids);
    }
  });

  it.each([
    ['MCB', 1],
    ['UBL', 2],
    ['HBL', 3],
    ['EFERT', 4],
    ['ENGRO', 5],
    ['PSO', 6],
  ])(
    'the state of a listed signal of %s with %i targets is the result of all of them',
    async (symbol, count) => {
      await storeBars(test, symbol, { '2026-10-30': [104, 105, 103, 104] });
      const targets = Array.from({ length: count }, (_, index) => 102 + 2 * index);
      const signal = await publishAt('2026-11-02T03:00:00Z', {
        symbol,
        signal_type: 'swing',
        target_points: targets.map((target) => target.toFixed(2)),
      });
      const last = 100 + 2 * count;
      await storeBars(test, symbol, {
        '2026-11-02': [100, 101, 99, 101],
        '2026-11-03': [101, last + 1, 100.6, last],
      });
      await evaluateAt('2026-11-03T15:00:00Z');
      const { access: token } = await signInAdministrator(test);
      const { body } = await test.call(getSignalDetails, { params: { id: signal.id } }, { token });
      const [evaluation] = body.report.evaluations;
      expect(evaluation.exits.map(({ price }: { price: string }) => price)).toEqual(signal.target_points);
      // An equal part of the position exits at each target: 0.4 R for the first one, and 0.4 R more for each further one.
      expect(await readState('swing', signal)).toMatchObject({
        kind: 'closed_target',
        targets_hit: count,
        r_multiple: ((count + 1) / 5).toFixed(2),
        as_of: '2026-11-03',
      });
    },
  );

  it('the state of a listed signal is the decision of an administrator with its reason, also while the signal is active', async () => {
    const signal = await publishAt('2026-11-03T03:00:00Z', { symbol: 'FFC' });
    await decide(signal, VOID);
    expect(await readState('intraday', signal)).toEqual({
      kind: 'voided',
      targets_hit: 0,
      r_multiple: null,
      as_of: null,
      is_old: false,
      reason: VOID.reason,
    });
    await decide(signal, { kind: 'withdraw', reason: 'Decided by mistake.' });
    expect(await readState('intraday', signal)).toMatchObject({ kind: 'waiting' });
    await evaluateAt('2026-11-03T15:00:00Z');
    const result = { fill_price: '101.00', exit_price: '102.00', exit_date: '2026-11-03' };
    await decide(signal, { kind: 'override', reason: 'Closed within the session.', ...result });
    expect(await readState('intraday', signal)).toMatchObject({
      kind: 'overridden',
      // The entry was not filled, which is worse.
      r_multiple: null,
      as_of: '2026-11-03',
      reason: 'Closed within the session.',
    });
  });

  it('decides the order of the list, its filter and how long a signal is listed', async () => {
    const ended = await publishAt('2026-11-02T03:00:00Z', { symbol: 'MARI', signal_type: 'swing' });
    const active = await publishAt('2026-11-02T03:00:00Z', {
      symbol: 'MARI',
      signal_type: 'swing',
      stop_loss: '80.00',
      target_points: ['150.00'],
    });
    await storeBars(test, 'MARI', {
      '2026-10-30': [104, 105, 103, 104],
      '2026-11-02': [102, 103, 94, 94],
    });
    await evaluateAt('2026-11-02T15:00:00Z');
    const list = async (query: object) => {
      const { access } = await signInAdministrator(test);
      const { body } = await test.call(
        listPsxSignals,
        { query: { signal_type: 'swing', symbol: 'MARI', ...query } },
        { token: access },
      );
      return body.results.map(({ id }: Signal) => id);
    };
    expect(await list({})).toEqual([active.id, ended.id]);
    expect(await list({ state: 'active' })).toEqual([active.id]);
    expect(await list({ state: 'ended' })).toEqual([ended.id]);
    expect(await list({ state: 'stopped' })).toEqual([ended.id]);
    test.clock.set('2026-12-02T18:00:00Z');
    expect(await list({})).toEqual([active.id, ended.id]);
    test.clock.set('2026-12-03T00:00:00Z');
    expect(await list({})).toEqual([active.id]);
  });

  it('costs one query, whatever the number of signals', async () => {
    await publishAt('2026-11-04T03:00:00Z', { symbol: 'OGDC' });
    const statements = await recordStatements(test.database, async () => {
      const url = '/api/signals/psx-signals/?signal_type=intraday&order_type=buy';
      expect(JSON.parse((await test.request(url)).body).count).toBeGreaterThan(2);
    });
    expect(statements.filter(({ text }) => text.includes('signal_outcomes'))).toHaveLength(1);
  });
});

it('keeps its state in the event of a later change', async () => {
  const signal = await publishAt('2026-11-05T03:00:00Z', { symbol: 'OGDC' });
  await decide(signal, VOID);
  const client = await openStreamClient(await listen(test.app), { query: '?signal_type=intraday' });
  await client.waitFor('ready');
  expect((await edit(signal, { title: 'Corrected title' })).status).toBe(200);
  const { data } = await client.waitFor('updated');
  expect(data.signal).toMatchObject({ id: signal.id, state: { kind: 'voided', reason: VOID.reason } });
  client.disconnect();
});

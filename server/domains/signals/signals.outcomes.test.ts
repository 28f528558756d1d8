import { beforeAll, describe, expect, it } from 'vitest';
import { editSignal } from '#contract/signals/admin-endpoints.ts';
import { listPsxSignals } from '#contract/signals/endpoints.ts';
import type { Signal } from '#contract/signals/signal.ts';
import type { AdminSignal } from '#contract/signals/signal-body.ts';
import type { SignalType } from '#contract/signals/signal-types.ts';
import { decideOutcome } from '#contract/track-record/decisions.ts';
import { evaluateSignals } from '#server/domains/track-record/outcomes/evaluate-signals.ts';
import { signInAdministrator } from '#tests/support/accounts/accounts.ts';
import { recordStatements } from '#tests/support/database/record-statements.ts';
import { storeBars } from '#tests/support/prices.ts';
import { listen, openStreamClient } from '#tests/support/signal-stream.ts';
import { publish } from '#tests/support/signals.ts';
import { useTestApp } from '#tests/support/test-app.ts';

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
async function readOutcome(type: SignalType, { id }: AdminSignal): Promise<Signal['outcome'] | undefined> {
  const token = type === 'intraday' ? undefined : (await signInAdministrator(test)).access;
  const { body } = await test.call(listPsxSignals, { query: { signal_type: type } }, { token });
  return body.results.find((signal: Signal) => signal.id === id)?.outcome;
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

describe('a listed signal', () => {
  it('has an outcome once it has expired and was evaluated, not while it is in progress', async () => {
    const signal = await publishAt('2026-11-02T03:00:00Z', { symbol: 'OGDC' });
    expect(await readOutcome('intraday', signal)).toBeNull();
    test.clock.set('2026-11-02T15:00:00Z');
    expect(await readOutcome('intraday', signal)).toBeNull();
    await evaluateAt('2026-11-02T15:00:00Z');
    expect(await readOutcome('intraday', signal)).toEqual({
      kind: 'session_end',
      targets_hit: 0,
      r_multiple: '0.20',
      reason: null,
    });
  });

  it('has an outcome once it is closed if it is a premium signal, and the cached list shows it at once', async () => {
    const signal = await publishAt('2026-11-02T03:00:00Z', { symbol: 'PPL', signal_type: 'swing' });
    // Evaluated as stopped, but an administrator has not closed it.
    await storeBars(test, 'PPL', { '2026-11-04': [101, 102, 94, 95] });
    await evaluateAt('2026-11-04T15:00:00Z');
    expect(await readOutcome('swing', signal)).toBeNull();
    expect((await edit(signal, { call_status: 'closed' })).status).toBe(200);
    expect(await readOutcome('swing', signal)).toEqual({
      kind: 'stop',
      targets_hit: 1,
      r_multiple: '-0.30',
      reason: null,
    });
    // A corrected price changes the result of the closed signal.
    await storeBars(test, 'PPL', { '2026-11-04': [101, 112, 100, 111] });
    await evaluateAt('2026-11-04T16:00:00Z');
    expect(await readOutcome('swing', signal)).toMatchObject({
      kind: 'target',
      targets_hit: 2,
      r_multiple: '1.20',
    });
  });

  it('shows the decision of an administrator with its reason, also while it is in progress', async () => {
    const signal = await publishAt('2026-11-03T03:00:00Z', { symbol: 'FFC' });
    await decide(signal, VOID);
    expect(await readOutcome('intraday', signal)).toEqual({
      kind: 'voided',
      targets_hit: 0,
      r_multiple: null,
      reason: VOID.reason,
    });
    const result = { fill_price: '100.00', exit_price: '104.00', exit_date: '2026-11-03' };
    await decide(signal, { kind: 'override', reason: 'Closed within the session.', ...result });
    expect(await readOutcome('intraday', signal)).toMatchObject({
      kind: 'overridden',
      r_multiple: '0.80',
      reason: 'Closed within the session.',
    });
    await decide(signal, { kind: 'withdraw', reason: 'Decided by mistake.' });
    expect(await readOutcome('intraday', signal)).toBeNull();
  });

  it('costs one query more, whatever the number of signals', async () => {
    await publishAt('2026-11-04T03:00:00Z', { symbol: 'OGDC' });
    const statements = await recordStatements(test.database, async () => {
      const url = '/api/signals/psx-signals/?signal_type=intraday&order_type=buy';
      expect(JSON.parse((await test.request(url)).body).count).toBeGreaterThan(2);
    });
    expect(statements.filter(({ text }) => text.includes('signal_outcomes'))).toHaveLength(1);
  });
});

it('keeps its outcome in the event of a later change', async () => {
  const signal = await publishAt('2026-11-05T03:00:00Z', { symbol: 'OGDC' });
  await decide(signal, VOID);
  const client = await openStreamClient(await listen(test.app), { query: '?signal_type=intraday' });
  await client.waitFor('ready');
  expect((await edit(signal, { title: 'Corrected title' })).status).toBe(200);
  const { data } = await client.waitFor('updated');
  expect(data.signal).toMatchObject({ id: signal.id, outcome: { kind: 'voided', reason: VOID.reason } });
  client.disconnect();
});

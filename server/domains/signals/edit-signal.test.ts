import { beforeAll, describe, expect, it } from 'vitest';
import { editSignal, listSignalVersions, readAdminSignal } from '#contract/signals/admin-endpoints.ts';
import { listPsxSignals } from '#contract/signals/endpoints.ts';
import type { SignalPatch } from '#contract/signals/signal-body.ts';
import { MINUTE } from '#server/platform/clock.ts';
import { signInAdministrator } from '#tests/support/accounts/accounts.ts';
import { publish } from '#tests/support/signals.ts';
import { useTestApp } from '#tests/support/test-app.ts';

const test = useTestApp();
const PUBLISHED = '2026-11-21T05:42:00.000Z';
const CHANGED = '2026-11-21T05:44:00.000Z';

let admin: Awaited<ReturnType<typeof signInAdministrator>>;
beforeAll(async () => {
  admin = await signInAdministrator(test);
});

const signIn = () => ({ token: admin.access });
const edit = (signal: { id: string }, patch: SignalPatch) =>
  test.call(editSignal, { params: { id: signal.id }, body: patch }, signIn());
const read = async ({ id }: { id: string }) =>
  (await test.call(readAdminSignal, { params: { id } }, signIn())).body;
const versions = async ({ id }: { id: string }) =>
  (await test.call(listSignalVersions, { params: { id } }, signIn())).body.results;

/** Publishes a signal and advances the clock by two minutes. */
async function publishEarlier(overrides: Parameters<typeof publish>[2] = {}) {
  test.clock.set(PUBLISHED);
  const signal = await publish(test, admin, overrides);
  test.clock.advance(2 * MINUTE);
  return signal;
}

describe('editing a signal', () => {
  it('changes only the given fields and records when', async () => {
    const signal = await publishEarlier({ title: 'Breakout', risk_type: 'low' });
    const { status, body } = await edit(signal, { risk_type: 'high', target_points: ['500.00'] });
    expect(status).toBe(200);
    expect(body).toEqual({
      ...signal,
      risk_type: 'high',
      target_points: ['500.00'],
      changed_at: CHANGED,
      version: 2,
    });
    expect(await read(signal)).toEqual(body);
    const { body: list } = await test.call(listPsxSignals, { query: { signal_type: 'intraday' } });
    expect(list.results.find(({ id }: { id: string }) => id === signal.id)).toMatchObject({
      risk_type: 'high',
      target_points: ['500.00'],
      created_at: PUBLISHED,
      changed_at: CHANGED,
    });
  });

  it.each<SignalPatch>([
    { symbol: 'hubc' },
    { signal_type: 'swing' },
    { entry_price: '470.00' },
    { stop_loss: '440.00' },
    { target_points: ['500.00', '520.00'] },
    { leverage: 5 },
    { shariah_type: 'Compliant' },
    { order_type: 'sell', stop_loss: '500.00', target_points: ['440.00'] },
    { call_status: 'closed' },
    { title: 'Changed' },
    { sector: 'Changed' },
    { analyst_name: 'Sana Tariq' },
    { analyst_registration: 'SECP-12' },
  ])('changes %j', async (patch) => {
    const signal = await publishEarlier();
    const { status, body } = await edit(signal, patch);
    expect(status).toBe(200);
    const expected = 'symbol' in patch ? { symbol: 'HUBC' } : patch;
    expect(body).toMatchObject({ ...expected, version: 2 });
  });

  it('clears an optional text when it is null or blank', async () => {
    const texts = { title: 'T', sector: 'S', analyst_name: 'A', analyst_registration: 'R' };
    const signal = await publishEarlier(texts);
    const { body } = await edit(signal, {
      title: null,
      sector: '',
      analyst_name: null,
      analyst_registration: null,
    });
    expect(body).toMatchObject({ title: null, sector: null, analyst_name: null, analyst_registration: null });
  });

  it.each<[string, SignalPatch]>([
    ['no fields', {}],
    [
      'the current values',
      { symbol: 'luck', entry_price: '471', target_points: ['495', '518', '540'], title: '' },
    ],
    ['only the version', { expected_version: 1 }],
  ])('does not change the signal for a patch with %s', async (_, patch) => {
    const signal = await publishEarlier();
    expect((await edit(signal, patch)).body).toEqual(signal);
    expect((await versions(signal)).length).toBe(1);
  });

  it('ignores fields that an administrator cannot set', async () => {
    const signal = await publishEarlier();
    const forged = {
      id: '7d0f6a52-0000-4000-8000-000000000000',
      version: 9,
      created_at: CHANGED,
      changed_at: null,
    };
    expect((await edit(signal, forged as SignalPatch)).body).toEqual(signal);
  });

  it('records each change with its author and time, newest first', async () => {
    const signal = await publishEarlier();
    const first = (await edit(signal, { title: 'First' })).body;
    test.clock.advance(MINUTE);
    const second = (await edit(signal, { title: 'Second' })).body;
    expect(await versions(signal)).toEqual([
      {
        version: 3,
        action: 'updated',
        changed_at: '2026-11-21T05:45:00.000Z',
        changed_by: admin.username,
        signal: second,
        override: null,
      },
      {
        version: 2,
        action: 'updated',
        changed_at: CHANGED,
        changed_by: admin.username,
        signal: first,
        override: null,
      },
      {
        version: 1,
        action: 'added',
        changed_at: PUBLISHED,
        changed_by: admin.username,
        signal,
        override: expect.anything(),
      },
    ]);
  });

  it('sets closed_at when a signal is closed and clears it when it is reopened', async () => {
    const signal = await publishEarlier();
    expect((await edit(signal, { call_status: 'closed' })).body.closed_at).toBe(CHANGED);
    test.clock.advance(MINUTE);
    expect((await edit(signal, { title: 'Hit TP1' })).body.closed_at).toBe(CHANGED);
    expect((await edit(signal, { call_status: 'in_progress' })).body.closed_at).toBeNull();
  });

  it('responds with 404 for a signal that does not exist', async () => {
    const { status, body } = await edit({ id: '7d0f6a52-0000-4000-8000-000000000000' }, { title: 'x' });
    expect({ status, body }).toEqual({ status: 404, body: { detail: 'Not found.' } });
  });
});

describe('editing the stop loss', () => {
  it('accepts a stop that trails the price past the entry', async () => {
    const signal = await publishEarlier();
    expect((await edit(signal, { stop_loss: '480.00' })).body).toMatchObject({
      stop_loss: '480.00',
      version: 2,
    });
    expect((await edit(signal, { stop_loss: '500.00' })).status).toBe(200);
    expect((await edit(signal, { call_status: 'closed' })).status).toBe(200);
  });

  it.each<[string, SignalPatch, string]>([
    [
      'past the entry, together with the entry',
      { entry_price: '470.00', stop_loss: '480.00' },
      'Stop loss must be below the entry price (Rs. 470.00) for a buy order.',
    ],
    [
      'past the last target',
      { stop_loss: '540.00' },
      'Stop loss must stay below the last target (Rs. 540.00).',
    ],
    [
      'past a last target that moves at the same time',
      { stop_loss: '500.00', target_points: ['495.00'] },
      'Stop loss must stay below the last target (Rs. 495.00).',
    ],
  ])('rejects a stop that moves %s', async (_, patch, message) => {
    const signal = await publishEarlier();
    const { status, body } = await edit(signal, patch);
    expect({ status, body }).toEqual({ status: 400, body: { stop_loss: [message] } });
    expect(await read(signal)).toEqual(signal);
    expect((await versions(signal)).length).toBe(1);
  });

  it('rejects an entry price that moves past the stop', async () => {
    const signal = await publishEarlier();
    const { status, body } = await edit(signal, { entry_price: '440.00' });
    expect(status).toBe(400);
    expect(body).toEqual({
      stop_loss: ['Stop loss must be below the entry price (Rs. 440.00) for a buy order.'],
    });
  });
});

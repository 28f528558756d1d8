import { beforeAll, describe, expect, it } from 'vitest';
import { listAuditLog } from '#core/contract/accounts/security-events.ts';
import { MINUTE } from '#core/server/platform/clock.ts';
import { listPsxSignals } from '#features/signals/contract/endpoints.ts';
import {
  editSignal,
  listSignalVersions,
  readAdminSignal,
} from '#features/signals/contract/publishing/admin-endpoints.ts';
import type { SignalPatch } from '#features/signals/contract/publishing/signal-body.ts';
import { signInAdministrator } from '#tests/support/accounts/accounts.ts';
import { publish } from '#tests/support/signals/signals.ts';
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
    const { status, body } = await edit(signal, { risk_type: 'high', leverage: 3 });
    expect(status).toBe(200);
    expect(body).toEqual({
      ...signal,
      risk_type: 'high',
      leverage: 3,
      changed_at: CHANGED,
      version: 2,
    });
    expect(await read(signal)).toEqual(body);
    const { body: list } = await test.call(listPsxSignals, { query: { signal_type: 'intraday' } });
    expect(list.results.find(({ id }: { id: string }) => id === signal.id)).toMatchObject({
      risk_type: 'high',
      leverage: 3,
      created_at: PUBLISHED,
      changed_at: CHANGED,
    });
  });

  it.each<SignalPatch>([
    { stop_loss: '450.00' },
    { leverage: 5 },
    { shariah_type: 'Compliant' },
    { call_status: 'closed' },
    { title: 'Changed' },
    { sector: 'Changed' },
  ])('changes %j', async (patch) => {
    const signal = await publishEarlier();
    const { status, body } = await edit(signal, patch);
    expect(status).toBe(200);
    expect(body).toMatchObject({ ...patch, version: 2 });
  });

  it('clears an optional text when it is null or blank', async () => {
    const signal = await publishEarlier({ title: 'T', sector: 'S' });
    const { body } = await edit(signal, { title: null, sector: '' });
    expect(body).toMatchObject({ title: null, sector: null });
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
        approved_by: null,
        override: null,
      },
      {
        version: 2,
        action: 'updated',
        changed_at: CHANGED,
        changed_by: admin.username,
        signal: first,
        approved_by: null,
        override: null,
      },
      {
        version: 1,
        action: 'added',
        changed_at: PUBLISHED,
        changed_by: admin.username,
        signal,
        approved_by: null,
        override: null,
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

  it('records why a signal is closed in its history and the audit log, and no reason of other edits', async () => {
    const signal = await publishEarlier();
    const override_reason = ' Results are due tonight ';
    expect((await edit(signal, { title: 'Renamed', override_reason })).status).toBe(200);
    expect((await edit(signal, { call_status: 'closed', override_reason })).status).toBe(200);
    expect((await edit(signal, { title: 'Closed', override_reason })).status).toBe(200);
    expect((await edit(signal, { call_status: 'in_progress', override_reason })).status).toBe(200);
    const history = await versions(signal);
    expect(history.map(({ override }: { override: unknown }) => override)).toEqual([
      null,
      null,
      { reason: 'Results are due tonight', warnings: [] },
      null,
      null,
    ]);
    const { body: log } = await test.call(listAuditLog, { query: { actor: admin.username } }, signIn());
    const entries = log.results.filter(({ target }: { target: { id: string } }) => target.id === signal.id);
    const reasons = entries.map(({ details }: { details: { note?: string; warnings?: string } }) => [
      details.note,
      details.warnings,
    ]);
    expect(reasons.filter(([note]: [string?]) => note)).toEqual([['Results are due tonight', undefined]]);
    expect(reasons).toHaveLength(5);
  });

  it('closes a signal without a reason, and rejects one that is too short', async () => {
    const signal = await publishEarlier();
    const { status, body } = await edit(signal, { call_status: 'closed', override_reason: 'No' });
    expect({ status, fields: Object.keys(body) }).toEqual({ status: 400, fields: ['override_reason'] });
    expect((await edit(signal, { call_status: 'closed' })).status).toBe(200);
    expect((await versions(signal))[0].override).toBeNull();
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
    ['away from profit', { stop_loss: '447.99' }, 'Stop loss can only move toward profit: above Rs. 448.00.'],
    [
      'to the last target',
      { stop_loss: '540.00' },
      'Stop loss must stay below the last target (Rs. 540.00).',
    ],
    [
      'while the signal is closed',
      { stop_loss: '450.00', call_status: 'closed' },
      'The stop loss of a closed signal cannot move.',
    ],
  ])('rejects a stop that moves %s', async (_, patch, message) => {
    const signal = await publishEarlier();
    const { status, body } = await edit(signal, patch);
    expect({ status, body }).toEqual({ status: 400, body: { stop_loss: [message] } });
    expect(await read(signal)).toEqual(signal);
    expect((await versions(signal)).length).toBe(1);
  });

  it('rejects a stop that moves back', async () => {
    const signal = await publishEarlier();
    await edit(signal, { stop_loss: '480.00' });
    expect((await edit(signal, { stop_loss: '475.00' })).body).toEqual({
      stop_loss: ['Stop loss can only move toward profit: above Rs. 480.00.'],
    });
  });

  it('rejects a stop of an intraday signal that has expired, and of a closed signal', async () => {
    test.clock.set('2026-11-23T10:29:00.000Z');
    const monday = await signInAdministrator(test);
    const move = ({ id }: { id: string }) =>
      test.call(editSignal, { params: { id }, body: { stop_loss: '450.00' } }, { token: monday.access });
    const [expired, closed] = [await publish(test, monday), await publish(test, monday)];
    await test.call(
      editSignal,
      { params: { id: closed.id }, body: { call_status: 'closed' } },
      { token: monday.access },
    );
    test.clock.advance(2 * MINUTE);
    expect((await move(expired)).body).toEqual({
      stop_loss: ['The trading day of this signal has ended, so its stop loss cannot move.'],
    });
    expect((await move(closed)).body).toEqual({
      stop_loss: ['The stop loss of a closed signal cannot move.'],
    });
  });
});

describe('editing the other levels', () => {
  it.each<[string, SignalPatch]>([
    ['symbol', { symbol: 'hubc' }],
    ['order_type', { order_type: 'sell' }],
    ['entry_price', { entry_price: '470.00' }],
    ['target_points', { target_points: ['500.00', '520.00'] }],
  ])('rejects a change of %s, because the record is of what was published', async (field, patch) => {
    const signal = await publishEarlier();
    const { status, body } = await edit(signal, { ...patch, title: 'Changed' });
    expect(status).toBe(400);
    expect(Object.keys(body)).toEqual([field]);
    expect(body[field][0]).toMatch(/of a published signal cannot change/);
    expect(await read(signal)).toEqual(signal);
    expect((await versions(signal)).length).toBe(1);
  });
});

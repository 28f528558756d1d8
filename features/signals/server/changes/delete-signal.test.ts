import { beforeAll, describe, expect, it } from 'vitest';
import { MINUTE } from '#core/server/platform/clock.ts';
import { listPsxSignals } from '#features/signals/contract/endpoints.ts';
import {
  deleteSignal,
  editSignal,
  listAdminSignals,
  listSignalVersions,
  readAdminSignal,
} from '#features/signals/contract/publishing/admin-endpoints.ts';
import type { AdminSignal } from '#features/signals/contract/publishing/signal-body.ts';
import { signInAdministrator } from '#tests/support/accounts/accounts.ts';
import { publish } from '#tests/support/signals/signals.ts';
import { useTestApp } from '#tests/support/test-app.ts';

const test = useTestApp();

let admin: Awaited<ReturnType<typeof signInAdministrator>>;
let remaining: AdminSignal;
let deleted: AdminSignal;
let response: Awaited<ReturnType<typeof remove>>;

const remove = ({ id }: { id: string }) =>
  test.call(deleteSignal, { params: { id } }, { token: admin.access });

describe('deleting a signal', () => {
  beforeAll(async () => {
    admin = await signInAdministrator(test);
    remaining = await publish(test, admin, { symbol: 'HUBC' });
    deleted = await publish(test, admin);
    test.clock.advance(MINUTE);
    response = await remove(deleted);
  });

  it('responds with 204 and no body', () => {
    expect(response.status).toBe(204);
    expect(response.body).toBeUndefined();
  });

  it('hides only the deleted signal, from traders and administrators', async () => {
    const open = await test.call(listPsxSignals, { query: { signal_type: 'intraday' } });
    expect(open.body.results.map(({ id }: AdminSignal) => id)).toEqual([remaining.id]);
    const managed = await test.call(listAdminSignals, { query: {} }, { token: admin.access });
    expect(managed.body).toMatchObject({
      count: 1,
      results: [remaining],
      active_counts: { intraday: 1, swing: 0, investment: 0 },
    });
  });

  it('responds with 404 when the signal is read, edited or deleted again', async () => {
    const token = admin.access;
    const params = { id: deleted.id };
    expect((await test.call(readAdminSignal, { params }, { token })).status).toBe(404);
    expect((await test.call(editSignal, { params, body: { title: 'Back' } }, { token })).status).toBe(404);
    expect((await remove(deleted)).status).toBe(404);
  });

  it('records who deleted the signal and when in its history', async () => {
    const { status, body } = await test.call(
      listSignalVersions,
      { params: deleted },
      { token: admin.access },
    );
    expect(status).toBe(200);
    expect(body.results).toEqual([
      {
        version: 2,
        action: 'deleted',
        changed_at: '2026-11-21T05:43:00.000Z',
        changed_by: admin.username,
        approved_by: null,
        signal: { ...deleted, version: 2 },
        override: null,
      },
      {
        version: 1,
        action: 'added',
        changed_at: '2026-11-21T05:42:00.000Z',
        changed_by: admin.username,
        approved_by: null,
        signal: deleted,
        override: null,
      },
    ]);
  });

  it('responds with 404 for a signal that does not exist', async () => {
    const never = { id: '7d0f6a52-0000-4000-8000-000000000000' };
    expect((await remove(never)).status).toBe(404);
    const history = await test.call(listSignalVersions, { params: never }, { token: admin.access });
    expect(history.status).toBe(404);
    expect(history.body).toEqual({ detail: 'Not found.' });
  });
});

import { describe, expect, it } from 'vitest';
import {
  deleteSignal,
  editSignal,
  listSignalVersions,
  readAdminSignal,
} from '#features/signals/contract/publishing/admin-endpoints.ts';
import type { SignalPatch } from '#features/signals/contract/publishing/signal-body.ts';
import { signInAdministrator } from '#tests/support/accounts/accounts.ts';
import { publish } from '#tests/support/signals/signals.ts';
import { useTestApp } from '#tests/support/test-app.ts';

const test = useTestApp();

type Administrator = Awaited<ReturnType<typeof signInAdministrator>>;
const edit = (admin: Administrator, { id }: { id: string }, body: SignalPatch) =>
  test.call(editSignal, { params: { id }, body }, { token: admin.access });

describe('concurrent edits of a signal', () => {
  it('rejects the later edit and names the administrator who was first', async () => {
    const [sana, bilal] = [await signInAdministrator(test), await signInAdministrator(test)];
    const signal = await publish(test, sana);
    await edit(sana, signal, { title: 'By Sana', expected_version: 1 });
    const { status, body } = await edit(bilal, signal, { title: 'By Bilal', expected_version: 1 });
    expect(status).toBe(409);
    expect(body).toEqual({
      detail: `${sana.username} changed this signal while you were editing it. Open it again to see the change, then repeat yours.`,
      code: 'changed_meanwhile',
    });
    const now = await test.call(readAdminSignal, { params: signal }, { token: bilal.access });
    expect(now.body).toMatchObject({ title: 'By Sana', version: 2 });
    expect((await edit(bilal, signal, { title: 'By Bilal', expected_version: 2 })).status).toBe(200);
  });

  it('accepts one of several simultaneous edits of the same version', async () => {
    const admin = await signInAdministrator(test);
    const signal = await publish(test, admin);
    const responses = await Promise.all(
      ['A', 'B', 'C'].map((title) => edit(admin, signal, { title, expected_version: 1 })),
    );
    expect(responses.map(({ status }) => status).sort()).toEqual([200, 409, 409]);
  });

  it('applies all simultaneous edits without an expected version, each as a version', async () => {
    const admin = await signInAdministrator(test);
    const signal = await publish(test, admin);
    const patches: SignalPatch[] = [{ title: 'T' }, { sector: 'S' }, { leverage: 3 }, { risk_type: 'low' }];
    const responses = await Promise.all(patches.map((patch) => edit(admin, signal, patch)));
    expect(responses.map(({ status }) => status)).toEqual([200, 200, 200, 200]);
    const { body } = await test.call(listSignalVersions, { params: signal }, { token: admin.access });
    expect(body.results.map(({ version }: { version: number }) => version)).toEqual([5, 4, 3, 2, 1]);
    expect(body.results[0].signal).toMatchObject({ title: 'T', sector: 'S', leverage: 3, risk_type: 'low' });
  });

  it('accepts one of two simultaneous deletions', async () => {
    const admin = await signInAdministrator(test);
    const signal = await publish(test, admin);
    const remove = () => test.call(deleteSignal, { params: signal }, { token: admin.access });
    const responses = await Promise.all([remove(), remove()]);
    expect(responses.map(({ status }) => status).sort()).toEqual([204, 404]);
  });
});

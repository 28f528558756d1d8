import { beforeAll, describe, expect, it } from 'vitest';
import { listAuditLog } from '#core/contract/accounts/security-events.ts';
import { recordOperatorEvent } from '#core/server/platform/security-events/store-event.ts';
import { signInAdministrator, signUpCustomer } from '#tests/support/accounts/accounts.ts';
import { publish } from '#tests/support/signals/signals.ts';
import { useTestApp } from '#tests/support/test-app.ts';

const test = useTestApp();
let admin: Awaited<ReturnType<typeof signInAdministrator>>;

beforeAll(async () => {
  admin = await signInAdministrator(test);
  await publish(test, admin, { symbol: 'OGDC' });
  await test.database.transaction((tx) =>
    recordOperatorEvent(tx, { kind: 'jobs_retried' }, new Date('2026-11-25T05:00:00Z')),
  );
  await signUpCustomer(test);
});

const list = (query: Record<string, string> = {}, token = admin.access) =>
  test.call(listAuditLog, { query: query as never }, { token });
const listKinds = async (query: Record<string, string>) =>
  (await list(query)).body.results.map(({ kind }: { kind: string }) => kind);

describe('GET /admin/audit-log/', () => {
  it('lists actions of administrators and operators, without sign-ins and customers, newest first', async () => {
    const { status, body } = await list();
    expect(status).toBe(200);
    expect(body).toMatchObject({
      next: null,
      results: [
        { kind: 'jobs_retried', account: { kind: 'operator', id: null, name: null }, ip_address: null },
        {
          kind: 'signal_published',
          account: { kind: 'administrator', name: admin.username },
          ip_address: '127.0.0.1',
          target: { type: 'signal' },
          details: { label: 'OGDC' },
        },
        { kind: 'administrator_created', account: { kind: 'operator' } },
      ],
    });
  });

  it('filters by actor, action and dates in Karachi', async () => {
    expect(await listKinds({ actor: admin.username })).toEqual(['signal_published']);
    expect(await listKinds({ actor: 'operator' })).toEqual(['jobs_retried', 'administrator_created']);
    expect(await listKinds({ actor: 'no-such-name' })).toEqual([]);
    expect(await listKinds({ action: 'signal_published' })).toEqual(['signal_published']);
    expect(await listKinds({ from_date: '2026-11-25', to_date: '2026-11-25' })).toEqual(['jobs_retried']);
    expect(await listKinds({ to_date: '2026-11-20' })).toEqual([]);
  });

  it.each([{ action: 'sign_in_succeeded' }, { from_date: '2026-02-30' }])('rejects %j', async (query) => {
    expect((await list(query as never)).status).toBe(400);
  });
});

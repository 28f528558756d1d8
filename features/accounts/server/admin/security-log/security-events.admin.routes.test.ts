import { beforeAll, describe, expect, it } from 'vitest';
import { listSecurityEvents } from '#core/contract/accounts/security-events.ts';
import { securityEvents } from '#core/server/platform/security-events/security-events.tables.ts';
import { signInAdministrator, signUpCustomer } from '#tests/support/accounts/accounts.ts';
import { useTestApp } from '#tests/support/test-app.ts';

const test = useTestApp();
let admin: Awaited<ReturnType<typeof signInAdministrator>>;
let customer: Awaited<ReturnType<typeof signUpCustomer>> & { id: string };

const DELETED = '7d0f6a52-0000-4000-8000-00000000000d';

beforeAll(async () => {
  admin = await signInAdministrator(test);
  const registered = await signUpCustomer(test);
  const { rows } = await test.database.pool.query('select id from users where email = $1', [
    registered.email,
  ]);
  customer = { ...registered, id: rows[0].id };
  await record({
    occurredAt: new Date('2026-11-01T18:59:59Z'),
    kind: 'signed_out',
    clientIp: '198.51.100.1',
  });
  await record({
    occurredAt: new Date('2026-11-01T19:00:00Z'),
    kind: 'signal_edited',
    clientIp: '198.51.100.1',
  });
  await record({ occurredAt: new Date('2026-11-02T18:59:59Z'), kind: 'signal_deleted' });
  await record({ accountKind: 'customer', accountId: DELETED, kind: 'account_deleted' });
});

type NewRow = Partial<typeof securityEvents.$inferInsert>;
const record = (row: NewRow) =>
  test.database.db.insert(securityEvents).values({
    occurredAt: new Date('2026-10-01T00:00:00Z'),
    kind: 'holiday_saved',
    outcome: 'success',
    ...row,
  });

const list = (query: Record<string, string> = {}, token = admin.access) =>
  test.call(listSecurityEvents, { query: query as never }, { token });
const listKinds = async (query: Record<string, string>) =>
  (await list(query)).body.results.map(({ kind }: { kind: string }) => kind);

describe('GET /admin/security-events/', () => {
  it('lists an event of a kind that only a newer release has', async () => {
    await test.database.pool.query(
      `insert into security_events (occurred_at, kind, outcome, client_ip)
       values ('2026-09-01T00:00:00Z', 'passkey_added', 'success', '198.51.100.9')`,
    );
    expect(await listKinds({ ip_address: '198.51.100.9' })).toEqual(['passkey_added']);
  });

  it('lists events with account, IP address, device and time, newest first', async () => {
    const { status, body } = await list();
    expect(status).toBe(200);
    expect(body.next).toBeNull();
    expect(body.results[0]).toEqual({
      id: expect.any(Number),
      occurred_at: '2026-11-21T05:42:00.000Z',
      kind: 'sign_in_succeeded',
      outcome: 'success',
      count: 1,
      account: { kind: 'customer', id: customer.id, name: customer.email },
      ip_address: '127.0.0.1',
      device: 'Unknown device',
      session_id: expect.any(String),
      target: null,
      details: { method: 'registration' },
    });
    const times = body.results.map((event: { occurred_at: string }) => event.occurred_at);
    expect(times).toEqual([...times].sort().reverse());
  });

  it.each(['email', 'upper-case email', 'id'])('finds the events of an account by its %s', async (how) => {
    const account = {
      email: customer.email,
      'upper-case email': customer.email.toUpperCase(),
      id: customer.id,
    }[how];
    expect(await listKinds({ account: account ?? '' })).toEqual([
      'sign_in_succeeded',
      'risk_statement_accepted',
      'account_created',
    ]);
  });

  it('finds the events of an administrator by the username, and of a deleted account by its id', async () => {
    expect(await listKinds({ account: admin.username })).toEqual(['sign_in_succeeded']);
    const { body } = await list({ account: DELETED });
    expect(body.results).toMatchObject([{ account: { kind: 'customer', id: DELETED, name: null } }]);
    expect(await listKinds({ account: 'unregistered@example.com' })).toEqual([]);
  });

  it('filters by kind and IP address, and by dates in Karachi', async () => {
    expect(await listKinds({ kind: 'signal_edited' })).toEqual(['signal_edited']);
    expect(await listKinds({ ip_address: ' 198.51.100.1 ' })).toEqual(['signal_edited', 'signed_out']);
    expect(await listKinds({ ip_address: '::ffff:198.51.100.1' })).toEqual(['signal_edited', 'signed_out']);
    expect(await listKinds({ from_date: '2026-11-02', to_date: '2026-11-02' })).toEqual([
      'signal_deleted',
      'signal_edited',
    ]);
    expect(await listKinds({ kind: 'signal_edited', ip_address: '198.51.100.9' })).toEqual([]);
  });

  it('pages through events of the same millisecond without gaps or duplicates', async () => {
    await test.database.db.insert(securityEvents).values(
      Array.from({ length: 120 }, (_, index) => ({
        occurredAt: new Date('2026-09-01T00:00:00.123Z'),
        kind: 'news_source_added' as const,
        outcome: 'success' as const,
        targetType: 'news_source',
        targetId: String(index),
      })),
    );
    const seen: string[] = [];
    let url: string | null = 'https://tezi.test/api/admin/security-events/?kind=news_source_added';
    const sizes: number[] = [];
    while (url !== null) {
      const { pathname, search }: URL = new URL(url);
      const response = await test.request({
        url: pathname + search,
        headers: { authorization: `Bearer ${admin.access}` },
      });
      const page = response.json();
      sizes.push(page.results.length);
      seen.push(...page.results.map(({ target }: { target: { id: string } }) => target.id));
      url = page.next;
    }
    expect(sizes).toEqual([50, 50, 20]);
    expect(seen).toEqual(Array.from({ length: 120 }, (_, index) => String(119 - index)));
  });

  it.each<[Record<string, string>, number]>([
    [{ kind: 'no_such_kind' }, 400],
    [{ from_date: '2026-02-30' }, 400],
    [{ from_date: '0001-01-01' }, 400],
    [{ to_date: '9999-12-31' }, 400],
    [{ ip_address: '203.0.113' }, 400],
    [{ cursor: 'x' }, 404],
    [{ cursor: '1-99999999999999999999' }, 404],
    [{ cursor: '999999999999999-1' }, 404],
  ])('rejects %j', async (query, status) => {
    expect((await list(query)).status).toBe(status);
  });

  it('rejects callers other than administrators', async () => {
    expect((await list({}, customer.access)).status).toBe(403);
    expect((await test.call(listSecurityEvents, { query: {} })).status).toBe(401);
  });
});

import { eq, sql } from 'drizzle-orm';
import { beforeAll, describe, expect, it } from 'vitest';
import { API_SCOPES, type ApiScope } from '#core/contract/api/api-scopes.ts';
import { DAY } from '#core/server/platform/clock.ts';
import { deleteAccount, exportAccount } from '#features/accounts/contract/account-data.ts';
import {
  createApiKey,
  deleteApiKey,
  listApiKeys,
  MAX_API_KEYS,
} from '#features/accounts/contract/api-keys.ts';
import { createFeedLink } from '#features/accounts/contract/feed-links.ts';
import { confirmPasswordReset, requestPasswordReset } from '#features/accounts/contract/passwords.ts';
import { readProfile } from '#features/accounts/contract/profile.ts';
import { apiKeys, feedLinks } from '#features/accounts/server/accounts.tables.ts';
import { revokeSessionsOfAccount } from '#features/accounts/server/accounts.ts';
import { publishSignal } from '#features/signals/contract/publishing/admin-endpoints.ts';
import { signInAdministrator, signUpCustomer } from '#tests/support/accounts/accounts.ts';
import { getEmailToken } from '#tests/support/accounts/emails.ts';
import { trackSecurityEvents } from '#tests/support/accounts/security-events.ts';
import { createFakePaddle } from '#tests/support/billing/paddle.ts';
import { signUpSubscriber } from '#tests/support/billing/subscribers.ts';
import { waitForLock } from '#tests/support/database/wait-for-lock.ts';
import { fetchRaw } from '#tests/support/network/raw-request.ts';
import { makeSignalBody, publish } from '#tests/support/signals/signals.ts';
import { useTestApp } from '#tests/support/test-app.ts';
import { createKey, isWellFormedKey } from './api-keys.ts';

const test = useTestApp({}, { paddle: createFakePaddle() });
const newEvents = trackSecurityEvents(test);

const ENTRY = '7531.17';
const SWING = '/api/signals/psx-signals/?signal_type=swing';
const INTRADAY = '/api/signals/psx-signals/?signal_type=intraday';
const NEWS = '/api/news/articles/';
const KEY = { name: 'Key', scopes: ['news:read' as const], expires_in_days: null };

beforeAll(async () => {
  const admin = await signInAdministrator(test);
  const levels = { entry_price: ENTRY, stop_loss: '7412.19', target_points: ['7642.13'] };
  await publish(test, admin, { signal_type: 'swing', horizon_days: 20, ...levels });
});

async function create(
  customer: { access: string },
  scopes: ApiScope[] = [...API_SCOPES],
  days: 30 | null = null,
): Promise<{ key: string; id: string }> {
  const body = { name: 'My spreadsheet', scopes, expires_in_days: days };
  const created = await test.call(createApiKey, { body }, { token: customer.access });
  expect(created.status).toBe(201);
  return { key: created.body.key, id: created.body.api_key.id };
}

const read = (url: string, key: string) => test.request({ url, headers: { authorization: `Bearer ${key}` } });
const getStatus = async (url: string, key: string) => (await read(url, key)).statusCode;

describe('the form of API keys', () => {
  it('has a checksum that rejects other characters in a key', () => {
    // The example of the checksum in GitHub's pattern: CRC-32 of the 30 characters in base62.
    expect(isWellFormedKey('tezi_4kT0vYcW2mQxZr8sLhPn3bUdEe7GJ11sWuQO')).toBe(true);
    const key = createKey();
    expect(key).toMatch(/^tezi_[0-9A-Za-z]{36}$/);
    expect(isWellFormedKey(key)).toBe(true);
    for (let index = 5; index < key.length; index += 1) {
      const typo = key.slice(0, index) + (key[index] === 'a' ? 'b' : 'a') + key.slice(index + 1);
      expect(isWellFormedKey(typo)).toBe(false);
    }
  });
});

describe('an API key', () => {
  it('reads what its scopes name and nothing else', async () => {
    const customer = await signUpCustomer(test);
    const { key } = await create(customer, ['news:read']);
    expect((await read(NEWS, key)).json()).toMatchObject({ count: 0 });
    expect((await read(INTRADAY, key)).json()).toEqual({
      detail: 'The API key lacks the scope signals:read. Create a key that has it.',
    });
    const all = (await create(customer)).key;
    for (const path of [INTRADAY, '/api/board-meetings/', '/api/market/quotes/?symbols=LUCK'])
      expect(await getStatus(path, all)).toBe(200);
    const rejected = [
      '/api/customers/profile/',
      '/api/customers/api-keys/',
      '/api/subscriptions/',
      '/api/market/status/',
      '/api/signals/psx-signals/stream/',
      '/api/admin/openapi.json',
      '/api/admin/signals/',
    ];
    for (const path of rejected)
      expect({ path, status: await getStatus(path, all) }).toEqual({ path, status: 403 });
    const write = await test.call(publishSignal, { body: makeSignalBody() }, { token: all });
    expect(write.status).toBe(403);
    const signUp = await test.request({
      method: 'POST',
      url: '/api/customers/auth/login/',
      headers: { authorization: `Bearer ${all}` },
      payload: { email: customer.email, password: customer.password },
    });
    expect(signUp.statusCode).toBe(403);
  });

  it('reads premium signals only while its owner may read them', async () => {
    const subscriber = await signUpSubscriber(test);
    const { key } = await create(subscriber);
    expect((await read(SWING, key)).body).toContain(ENTRY);
    await subscriber.sendUpdate({ status: 'canceled', current_billing_period: null });
    const lapsed = await read(SWING, key);
    expect(lapsed.json()).toMatchObject({ count: 0, has_subscription: false });
    expect(lapsed.body).not.toContain(ENTRY);
    expect((await read(SWING, (await create(await signUpCustomer(test))).key)).body).not.toContain(ENTRY);
  });

  it('shares the stored response of public endpoints, and is counted and checked for each', async () => {
    await test.app.listen({ host: '127.0.0.1', port: 0 });
    const address = test.app.server.address();
    const port = typeof address === 'object' ? address?.port : 0;
    const customer = await signUpCustomer(test);
    const { key, id } = await create(customer);
    const call = (headers: Record<string, string>) => fetchRaw(`http://127.0.0.1:${port}${NEWS}`, headers);
    for (let count = 0; count < 3; count += 1) expect((await call({})).status).toBe(200);
    const renderings = () => test.app.responseCache.counters.rendered;
    const before = renderings();
    const keyed = await call({ authorization: `Bearer ${key}` });
    expect(renderings()).toBe(before);
    expect(keyed.status).toBe(200);
    expect(keyed.headers).toMatchObject({
      'cache-control': 'no-store',
      'ratelimit-policy': '"default";q=120;w=60',
      ratelimit: expect.stringMatching(/^"default";r=119;t=\d+$/),
    });
    await test.call(deleteApiKey, { params: { id } }, { token: customer.access });
    expect((await call({ authorization: `Bearer ${key}` })).status).toBe(401);
    expect((await call({})).status).toBe(200);
  });

  it('is limited, with the time to wait', async () => {
    const { key } = await create(await signUpCustomer(test));
    const statuses = new Set<number>();
    for (let count = 0; count < 120; count += 1) statuses.add(await getStatus(NEWS, key));
    expect([...statuses]).toEqual([200]);
    const limited = await read(NEWS, key);
    expect(limited.statusCode).toBe(429);
    expect(limited.headers).toMatchObject({ 'retry-after': '60', ratelimit: '"default";r=0;t=60' });
  });

  it('is shown once, is stored as a hash, and is listed with its last use', async () => {
    const customer = await signUpCustomer(test);
    await newEvents();
    await test.deliverEmails();
    const { key, id } = await create(customer, ['dates:read', 'news:read'], 30);
    expect(await newEvents()).toMatchObject([
      { kind: 'api_key_created', accountKind: 'customer', targetId: id },
    ]);
    const [email] = await test.deliverEmails();
    expect(email).toMatchObject({ subject: 'A new API key was created for your Tezi account' });
    expect(JSON.stringify([email, await test.database.db.select().from(apiKeys)])).not.toContain(key);
    await getStatus(NEWS, key);
    const now = test.clock.now();
    const { body } = await test.call(listApiKeys, {}, { token: customer.access });
    expect(body.results).toEqual([
      {
        id,
        name: 'My spreadsheet',
        hint: `${key.slice(0, 9)}…${key.slice(-4)}`,
        scopes: ['dates:read', 'news:read'],
        created_at: now.toISOString(),
        expires_at: new Date(now.getTime() + 30 * DAY).toISOString(),
        last_used_at: now.toISOString(),
      },
    ]);
    const exported = await test.call(exportAccount, {}, { token: customer.access });
    expect(exported.body.api_keys).toEqual(body.results);
    test.clock.advance(30 * DAY);
    expect((await read(NEWS, key)).json()).toMatchObject({ detail: expect.stringContaining('expired') });
    test.clock.advance(-30 * DAY);
  });

  it('ends with its revocation, a password reset and the deletion of the account', async () => {
    const customer = await signUpCustomer(test);
    const other = await signUpCustomer(test);
    const first = await create(customer);
    expect((await test.call(deleteApiKey, { params: first }, { token: other.access })).status).toBe(404);
    expect((await test.call(deleteApiKey, { params: first }, { token: customer.access })).status).toBe(204);
    expect(await getStatus(NEWS, first.key)).toBe(401);

    const second = await create(customer);
    await test.deliverEmails();
    await test.call(requestPasswordReset, { body: { email: customer.email } });
    const [email] = await test.deliverEmails();
    expect(await getStatus(NEWS, second.key)).toBe(200);
    const body = { token: getEmailToken(email), new_password: 'another horse battery' };
    expect((await test.call(confirmPasswordReset, { body })).status).toBe(200);
    expect(await getStatus(NEWS, second.key)).toBe(401);

    const third = await create(other);
    await test.call(deleteAccount, { body: { password: other.password } }, { token: other.access });
    expect(await getStatus(NEWS, third.key)).toBe(401);
  });

  it('and a secret feed URL are announced by email', async () => {
    const { access: token, email } = await signUpCustomer(test);
    await test.deliverEmails();
    await test.call(createApiKey, { body: KEY }, { token });
    await test.call(createFeedLink, { body: { kind: 'dates' } }, { token });
    expect((await test.deliverEmails()).map(({ to, subject }) => ({ to, subject }))).toEqual([
      { to: email, subject: 'A new API key was created for your Tezi account' },
      { to: email, subject: 'A secret feed URL was created for your Tezi account' },
    ]);
  });

  it('is no session: a key with the wrong checksum and an access token stay apart', async () => {
    const customer = await signUpCustomer(test);
    expect(await getStatus(NEWS, 'tezi_wrong')).toBe(401);
    expect((await test.call(readProfile, {}, { token: customer.access })).status).toBe(200);
  });

  it.each([
    ['key', (token: string) => test.call(createApiKey, { body: KEY }, { token })],
    ['feed', (token: string) => test.call(createFeedLink, { body: { kind: 'dates' } }, { token })],
  ])('or a feed is not created by a session that ends at the same time: %s', async (_name, call) => {
    const customer = await signUpCustomer(test);
    const creating = await test.database.transaction(async (tx) => {
      const { rows } = await tx.execute<{ id: string }>(
        sql`update users set password_hash = 'reset' where email = ${customer.email} returning id`,
      );
      const request = call(customer.access);
      await waitForLock(test.database);
      const id = rows[0]?.id ?? '';
      await revokeSessionsOfAccount(tx, { accountKind: 'customer', accountId: id }, test.clock.now());
      return { request, id };
    });
    expect((await creating.request).status).toBe(401);
    const counts = [apiKeys, feedLinks].map((table) =>
      test.database.db.$count(table, eq(table.userId, creating.id)),
    );
    expect(await Promise.all(counts)).toEqual([0, 0]);
  });

  it('is one of at most ten of a customer, also when they are created at the same time', async () => {
    const customer = await signUpCustomer(test);
    const created = await Promise.all(
      Array.from({ length: MAX_API_KEYS + 3 }, () =>
        test.call(createApiKey, { body: KEY }, { token: customer.access }),
      ),
    );
    const count = (status: number) => created.filter((each) => each.status === status).length;
    expect([count(201), count(400)]).toEqual([MAX_API_KEYS, 3]);
  });
});

import { beforeAll, expect, it, vi } from 'vitest';
import { listAuditLog } from '#core/contract/accounts/security-events.ts';
import {
  makePushKey,
  readSetup,
  readSystem,
  type SetupItem,
  testSetup,
} from '#features/operations/contract/system.ts';
import { signInAdministrator } from '#tests/support/accounts/accounts.ts';
import { useTestApp } from '#tests/support/test-app.ts';

const test = useTestApp({ SIGNAL_APPROVAL: 'required' });
let token: string;

beforeAll(async () => {
  test.clock.set('2026-11-27T12:40:00.000Z');
  ({ access: token } = await signInAdministrator(test));
});

async function read(id: string): Promise<SetupItem | undefined> {
  const { body } = await test.call(readSetup, {}, { token });
  return body.items.find((item: SetupItem) => item.id === id);
}

it('lists what a site needs by group, and counts the essential items that are missing', async () => {
  const { body } = await test.call(readSetup, {}, { token });
  const items: SetupItem[] = body.items;
  expect(items.map(({ id }) => id)).toEqual([
    'contact',
    'public-url',
    'record',
    'administrators',
    'analysts',
    'events',
    'prices',
    'index-values',
    'companies',
    'holidays',
    'news',
    'email',
    'alerts-push',
    'alerts-telegram',
    'plans',
    'bank-transfer',
  ]);
  expect(items.find(({ id }) => id === 'prices')).toMatchObject({
    state: 'off',
    is_essential: true,
    settings: ['PRICES_URL'],
    path: '/admin/imports?kind=prices',
  });
  expect(body.missing).toBe(
    items.filter(({ state, is_essential }) => is_essential && state === 'off').length,
  );
});

it('reports that no signal can be approved, until there is a second administrator', async () => {
  expect(await read('administrators')).toMatchObject({
    state: 'failing',
    cause: expect.stringContaining('No signal can be approved'),
  });
  await signInAdministrator(test);
  await vi.waitUntil(async () => (await read('administrators'))?.state === 'ok', {
    timeout: 20_000,
    interval: 500,
  });
});

it('does not list what is not set up among the problems of the system', async () => {
  const { checks } = (await test.call(readSystem, {}, { token })).body;
  expect(checks.find(({ id }: { id: string }) => id === 'prices')).toMatchObject({ state: 'off' });
});

it('makes a new key for push messages each time, and records that, but not the key', async () => {
  const [one, other] = await Promise.all([
    test.call(makePushKey, {}, { token }),
    test.call(makePushKey, {}, { token }),
  ]);
  expect(one.body).toEqual({
    setting: 'PUSH_VAPID_PRIVATE_KEY',
    value: expect.stringMatching(/^[\w-]{43}$/),
  });
  expect(other.body.value).not.toBe(one.body.value);
  const log = JSON.stringify((await test.call(listAuditLog, { query: {} }, { token })).body);
  expect(log).toContain('push_key_made');
  expect(log).not.toContain(one.body.value);
});

it.each(['prices', 'none', '../x', 'a\0b'])('has no test of %j', async (id) => {
  expect((await test.call(testSetup, { params: { id } }, { token })).status).toBe(404);
});

it('is closed to visitors', async () => {
  expect((await test.call(readSetup, {})).status).toBe(401);
  expect((await test.call(testSetup, { params: { id: 'email' } })).status).toBe(401);
  expect((await test.call(makePushKey, {})).status).toBe(401);
});

import { afterEach, describe, expect, it } from 'vitest';
import { readConfig } from '#core/server/config/config.ts';
import { DEMO_ADMIN, DEMO_CUSTOMERS } from '#core/server/config/demo.ts';
import { adminSignIn } from '#features/accounts/contract/admin/sign-in.ts';
import { signIn } from '#features/accounts/contract/sign-in.ts';
import { hashPassword } from '#features/accounts/server/accounts.ts';
import { useTestApp } from '#tests/support/test-app.ts';
import { createFirstAccounts, listDemoSignIns } from './first-accounts.ts';

const test = useTestApp();
const make = (settings: Record<string, string> = {}) =>
  createFirstAccounts(test.database, readConfig(settings), test.clock.now());
const names = async (table: 'users' | 'administrators', column: 'email' | 'username') =>
  (await test.database.pool.query(`select ${column} as name from ${table}`)).rows.map(({ name }) => name);

const production = {
  MODE: 'production',
  PUBLIC_URL: 'https://tezi.test',
  DATABASE_URL: 'embedded',
  TOKEN_SECRET: '7Gq2wLx9vTeRb4KzN8mYcP3uJ6hDsF1aX5oWiE0t',
  CONTACT_EMAIL: 'help@tezi.test',
  CONTACT_PHONE: '+92',
  SMTP_URL: 'none',
};

afterEach(async () => {
  await test.database.pool.query('delete from users');
  await test.database.pool.query('delete from administrators');
});

describe('the first start', () => {
  it('accepts an administrator with any password in a private demo', async () => {
    await make({ ADMIN_USERNAME: 'sana', ADMIN_PASSWORD: DEMO_ADMIN.password });
    expect(await names('administrators', 'username')).toEqual(['sana']);
  });

  it('creates an administrator and customers with the public passwords in the demo', async () => {
    await make();
    expect((await test.call(adminSignIn, { body: DEMO_ADMIN })).status).toBe(200);
    for (const { email, password } of DEMO_CUSTOMERS)
      expect((await test.call(signIn, { body: { email, password } })).status).toBe(200);
    expect(await listDemoSignIns(test.database, readConfig({}))).toEqual([
      { role: 'Administrator', credentials: 'admin / demo-admin-2026' },
      { role: 'Customer', credentials: 'trader@tezi.example / demo-trader-2026' },
    ]);
  });

  it('creates the configured administrator and does not print their password', async () => {
    const settings = { ADMIN_USERNAME: 'bilal', ADMIN_PASSWORD: 'a long admin password' };
    await make(settings);
    expect(await names('administrators', 'username')).toEqual(['bilal']);
    const printed = await listDemoSignIns(test.database, readConfig(settings));
    expect(printed[0]).toEqual({ role: 'Administrator', credentials: 'bilal / (your ADMIN_PASSWORD)' });
  });

  it('does not print a public password that the operator configured', async () => {
    const settings = { ADMIN_USERNAME: 'bilal', ADMIN_PASSWORD: DEMO_ADMIN.password };
    await make(settings);
    const [printed] = await listDemoSignIns(test.database, readConfig(settings));
    expect(printed?.credentials).toBe('bilal / (your ADMIN_PASSWORD)');
  });

  it('creates only the configured administrator in production', async () => {
    await make(production);
    expect(await names('administrators', 'username')).toEqual([]);
    expect(await names('users', 'email')).toEqual([]);
    await make({ ...production, ADMIN_PASSWORD: 'a long admin password' });
    expect(await names('administrators', 'username')).toEqual(['admin']);
    expect(await names('users', 'email')).toEqual([]);
  });
});

describe('a later start', () => {
  it('creates no account again on a later start', async () => {
    await make();
    await make();
    await make({ ADMIN_USERNAME: 'second', ADMIN_PASSWORD: 'a long admin password' });
    expect(await names('administrators', 'username')).toEqual(['admin']);
    expect((await names('users', 'email')).toSorted()).toEqual(
      DEMO_CUSTOMERS.map(({ email }) => email).toSorted(),
    );
  });

  it('neither prints nor resets a changed password', async () => {
    await make();
    const changed = await hashPassword('changed since');
    await test.database.pool.query('update administrators set password_hash = $1', [changed]);
    await make();
    expect(await listDemoSignIns(test.database, readConfig({}))).toEqual([
      { role: 'Administrator', credentials: 'admin / (the password that you set)' },
      { role: 'Customer', credentials: 'trader@tezi.example / demo-trader-2026' },
    ]);
  });

  it('prints the administrator that exists when another one is configured later', async () => {
    await make();
    const settings = { ADMIN_USERNAME: 'second', ADMIN_PASSWORD: 'a long admin password' };
    const [printed] = await listDemoSignIns(test.database, readConfig(settings));
    expect(printed?.credentials).toBe('admin / demo-admin-2026');
  });

  it('prints the public password of the administrator whose username is configured with another password later', async () => {
    await make();
    const settings = { ADMIN_USERNAME: DEMO_ADMIN.username, ADMIN_PASSWORD: 'a long admin password' };
    const [printed] = await listDemoSignIns(test.database, readConfig(settings));
    expect(printed?.credentials).toBe('admin / demo-admin-2026');
  });
});

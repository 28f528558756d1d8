import { afterEach, describe, expect, it } from 'vitest';
import { signIn } from '#contract/accounts/sign-in.ts';
import { adminSignIn } from '#contract/admin/sign-in.ts';
import { readConfig } from '#server/config/config.ts';
import { DEMO_ADMIN, DEMO_CUSTOMERS } from '#server/config/demo.ts';
import { hashPassword } from '#server/domains/accounts/accounts.ts';
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
  TOKEN_SECRET: 'k'.repeat(32),
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
      { role: 'Customer', credentials: 'trader@tezi.example / demo-trader-2026' },
    ]);
  });
});

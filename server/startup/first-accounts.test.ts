import { afterEach, describe, expect, it } from 'vitest';
import { signIn } from '#contract/accounts/sign-in.ts';
import { adminSignIn } from '#contract/admin/sign-in.ts';
import { readConfig } from '#server/config/config.ts';
import { hashPassword } from '#server/domains/accounts/accounts.ts';
import { DEMO_ADMIN, DEMO_CUSTOMER } from '#server/startup/public-passwords.ts';
import { useTestApp } from '#tests/support/test-app.ts';
import { demoSignIns, makeFirstAccounts } from './first-accounts.ts';

const test = useTestApp();
const make = (settings: Record<string, string> = {}) =>
  makeFirstAccounts(test.database, readConfig(settings), test.clock.now());
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
  it('of a private demo accepts an administrator with any password', async () => {
    await make({ ADMIN_USERNAME: 'sana', ADMIN_PASSWORD: DEMO_ADMIN.password });
    expect(await names('administrators', 'username')).toEqual(['sana']);
  });

  it('of the demo makes its two people, who can sign in as they are printed', async () => {
    await make();
    expect((await test.call(adminSignIn, { body: DEMO_ADMIN })).status).toBe(200);
    expect((await test.call(signIn, { body: DEMO_CUSTOMER })).status).toBe(200);
    expect(await demoSignIns(test.database, readConfig({}))).toEqual([
      { who: 'Administrator', signIn: 'admin / demo-admin-2026' },
      { who: 'Customer', signIn: 'trader@tezi.example / demo-trader-2026' },
    ]);
  });

  it('makes the administrator that the settings name, and prints no password of theirs', async () => {
    const settings = { ADMIN_USERNAME: 'bilal', ADMIN_PASSWORD: 'a long admin password' };
    await make(settings);
    expect(await names('administrators', 'username')).toEqual(['bilal']);
    const printed = await demoSignIns(test.database, readConfig(settings));
    expect(printed[0]).toEqual({ who: 'Administrator', signIn: 'bilal / (your ADMIN_PASSWORD)' });
  });

  it('in production makes nobody whom the settings do not name', async () => {
    await make(production);
    expect(await names('administrators', 'username')).toEqual([]);
    expect(await names('users', 'email')).toEqual([]);
    await make({ ...production, ADMIN_PASSWORD: 'a long admin password' });
    expect(await names('administrators', 'username')).toEqual(['admin']);
    expect(await names('users', 'email')).toEqual([]);
  });
});

describe('a later start', () => {
  it('makes nobody again', async () => {
    await make();
    await make();
    await make({ ADMIN_USERNAME: 'second', ADMIN_PASSWORD: 'a long admin password' });
    expect(await names('administrators', 'username')).toEqual(['admin']);
    expect(await names('users', 'email')).toEqual(['trader@tezi.example']);
  });

  it('prints no sign-in whose password was changed since, and changes none back', async () => {
    await make();
    const changed = await hashPassword('changed since');
    await test.database.pool.query('update administrators set password_hash = $1', [changed]);
    await make();
    expect(await demoSignIns(test.database, readConfig({}))).toEqual([
      { who: 'Customer', signIn: 'trader@tezi.example / demo-trader-2026' },
    ]);
  });
});

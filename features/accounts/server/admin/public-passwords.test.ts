import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { type Config, readConfig } from '#core/server/config/config.ts';
import { DEMO_ADMIN, DEMO_CUSTOMER } from '#core/server/config/demo.ts';
import type { Database } from '#core/server/platform/database.ts';
import { hashPassword } from '#features/accounts/server/accounts.ts';
import { createAdministrator } from '#features/accounts/server/admin/admin.ts';
import { loadSampleContent, rejectSampleContent } from '#prepare-content.ts';
import { createTestDatabase } from '#tests/support/database/test-database.ts';
import { createFirstAccounts, rejectPublicPasswords } from './first-accounts.ts';

const NOW = new Date('2026-11-21T05:42:00Z');
const OWN = { ADMIN_USERNAME: 'sana', ADMIN_PASSWORD: 'a password of my own' };
const demo = readConfig({});
const demoOnNetwork = readConfig({ ...OWN, HOST: '0.0.0.0', DEMO_ON_NETWORK: 'yes' });
const production = readConfig({
  ...OWN,
  MODE: 'production',
  PUBLIC_URL: 'https://tezi.test',
  DATABASE_URL: 'embedded',
  TOKEN_SECRET: '7Gq2wLx9vTeRb4KzN8mYcP3uJ6hDsF1aX5oWiE0t',
  CONTACT_EMAIL: 'support@tezi.test',
  CONTACT_PHONE: '+92 42 1234567',
  SMTP_URL: 'none',
});
const others: [string, Config][] = [
  ['production', production],
  ['a demo on the network', demoOnNetwork],
];

let database: Database;
let remove: () => Promise<void>;
beforeAll(async () => {
  ({ database, remove } = await createTestDatabase());
});
afterAll(() => remove());

const makeAdministrator = (username: string, password: string) =>
  createAdministrator(database, { username, password }, NOW, { isPasswordPublic: true });

describe('the passwords of the demo', () => {
  afterEach(async () => {
    await database.pool.query('delete from users; delete from administrators');
  });

  it.each(others)('starts %s on a database without the public passwords', async (_, config) => {
    await createFirstAccounts(database, config, NOW);
    await expect(rejectPublicPasswords(database, config)).resolves.toBeUndefined();
    await expect(rejectSampleContent(database)).resolves.toBeUndefined();
  });

  it.each(others)(
    'rejects a database with an administrator who has a public password: %s',
    async (_, config) => {
      await createFirstAccounts(database, config, NOW);
      await makeAdministrator('Bilal', DEMO_CUSTOMER.password);
      await expect(rejectPublicPasswords(database, config)).rejects.toThrow(
        'The administrator "Bilal" in this database has a password of the demo, which is public.',
      );
      await expect(rejectPublicPasswords(database, demo)).resolves.toBeUndefined();
    },
  );

  it.each(others)("rejects a database in which the demo's customer can sign in: %s", async (_, config) => {
    await createFirstAccounts(database, demo, NOW);
    await database.pool.query('delete from administrators');
    await expect(rejectPublicPasswords(database, config)).rejects.toThrow(
      "The customer trader@tezi.example in this database has the demo's password",
    );
    await expect(rejectPublicPasswords(database, demo)).resolves.toBeUndefined();
  });

  it("accepts the demo's accounts in production once their passwords have been changed", async () => {
    await createFirstAccounts(database, demo, NOW);
    const hash = await hashPassword('changed since');
    await database.pool.query(`update administrators set password_hash = '${hash}'`);
    await database.pool.query(`update users set password_hash = '${hash}'`);
    await expect(rejectPublicPasswords(database, production)).resolves.toBeUndefined();
  });

  it("gives the demo's administrator a password that is long enough", () => {
    expect(DEMO_ADMIN.password.length).toBeGreaterThanOrEqual(12);
  });
});

describe('the sample signals', () => {
  it('rejects the sample signals in production', async () => {
    await loadSampleContent(database, NOW);
    await expect(rejectSampleContent(database)).rejects.toThrow('sample signals');
  });
});

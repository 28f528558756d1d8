import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Config, readConfig } from '#server/config.ts';
import type { Database } from '#server/platform/database.ts';
import { testDatabase } from '#tests/support/test-database.ts';
import { DEMO_ADMIN, makeFirstAccounts, refusePublicPasswords } from './first-accounts.ts';
import { loadSampleContent, refuseSampleContent } from './sample-content.ts';

const NOW = new Date('2026-11-21T05:42:00Z');
const OWN = { ADMIN_USERNAME: 'sana', ADMIN_PASSWORD: 'a password of my own' };
const demo = readConfig({});
const demoOnNetwork = readConfig({ ...OWN, HOST: '0.0.0.0', DEMO_ON_NETWORK: 'yes' });
const production = readConfig({
  ...OWN,
  MODE: 'production',
  PUBLIC_URL: 'https://tezi.test',
  DATABASE_URL: 'embedded',
  TOKEN_SECRET: 'x'.repeat(32),
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
  ({ database, remove } = await testDatabase());
});
afterAll(() => remove());

describe('the passwords of the demo', () => {
  it.each(others)('%s begins without them', async (_, config) => {
    await makeFirstAccounts(database, config, NOW);
    await expect(refusePublicPasswords(database, config)).resolves.toBeUndefined();
    await expect(refuseSampleContent(database)).resolves.toBeUndefined();
  });

  it.each(others)('%s refuses a database in which they open an account', async (_, config) => {
    await makeFirstAccounts(database, demo, NOW);
    await expect(refusePublicPasswords(database, config)).rejects.toThrow('made by the demo');
    await expect(refusePublicPasswords(database, demo)).resolves.toBeUndefined();
  });

  it('are long enough for an administrator', () => {
    expect(DEMO_ADMIN.password.length).toBeGreaterThanOrEqual(12);
  });
});

describe('the sample signals', () => {
  it('keep production from starting', async () => {
    await loadSampleContent(database, NOW);
    await expect(refuseSampleContent(database)).rejects.toThrow('sample signals');
  });
});

import { expect, it } from 'vitest';
import { GoogleBrowser, makeGoogleAccount, useGoogleApp } from '#tests/support/accounts/google.ts';

const test = useGoogleApp();

const countAlerts = async () => {
  const { rows } = await test.database.pool.query("select from pgboss.job where name = 'sign-in-alert'");
  return rows.length;
};

it('alerts about a sign-in with Google in a browser that is not trusted yet, and trusts it then', async () => {
  const account = makeGoogleAccount();
  const [first, second] = [new GoogleBrowser(test), new GoogleBrowser(test)];
  await first.signIn(account);
  await first.signIn(account);
  expect(await countAlerts()).toBe(0);
  await second.signIn(account);
  expect(await countAlerts()).toBe(1);
  await second.signIn(account);
  expect(await countAlerts()).toBe(1);
});

import type { Page } from '@playwright/test';
import { paths } from '#contract/paths.ts';
import { expect, test } from '#tests/e2e/fixtures.ts';
import { revokeElsewhere } from '#tests/e2e/support/accounts.ts';
import { open, stored } from '#tests/e2e/support/pages.ts';

test.use({ reader: 'customer' });

/** What an access token looks like that the server does not take any more. */
const RUN_OUT = 'eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiJub2JvZHkiLCJleHAiOjF9.c2lnbmF0dXJl';

const runOut = (page: Page) => page.evaluate((token) => localStorage.setItem('access_token', token), RUN_OUT);

const REFRESH = '**/api/customers/auth/token/refresh/';
const FOUND = /^\d+ signals? found$/;

test('an access token that has run out is refreshed unnoticed', async ({ page, person, surprises }) => {
  surprises.expectStatus(401);
  await open(page, paths.psxSignals);
  await runOut(page);
  await page.getByRole('tab', { name: /Intraday/ }).click();
  await expect(page.getByText("You're viewing free signals only.")).toBeVisible();
  await expect(page.getByRole('status').filter({ hasText: FOUND })).toBeVisible();
  expect(await stored(page, 'access_token')).not.toBe(RUN_OUT);
  expect(await stored(page, 'refresh_token')).not.toBe(person.refresh);
  const user = JSON.parse((await stored(page, 'user')) ?? '');
  expect(user).toMatchObject({ email: person.email, accessToken: await stored(page, 'access_token') });
});

test('two tabs whose token runs out at the same time refresh it once, and both go on', async ({
  page,
  context,
  surprises,
}) => {
  surprises.expectStatus(401);
  const other = await context.newPage();
  await open(page, paths.psxSignals);
  await open(other, paths.psxSignals);

  // The one refresh is held until both tabs have been refused.
  let refused = 0;
  let refreshes = 0;
  let bothRefused = () => {};
  const held = new Promise<void>((resolve) => {
    bothRefused = resolve;
  });
  context.on('response', (response) => {
    if (response.status() !== 401 || !response.url().includes('/signals/psx-signals/')) return;
    refused += 1;
    if (refused === 2) bothRefused();
  });
  await context.route(REFRESH, async (route) => {
    refreshes += 1;
    await held;
    await route.continue();
  });

  await runOut(page);
  await Promise.all([page, other].map((tab) => tab.getByRole('tab', { name: /Intraday/ }).click()));
  for (const tab of [page, other]) {
    await expect(tab.getByRole('status').filter({ hasText: FOUND })).toBeVisible();
    await expect(tab.getByRole('button', { name: 'Account menu' })).toBeVisible();
  }
  expect(refused).toBe(2);
  expect(refreshes).toBe(1);
});

test('a session that was ended elsewhere becomes a visitor who can read on', async ({
  page,
  person,
  product,
  surprises,
}) => {
  surprises.expectStatus(401);
  await open(page, paths.psxSignals);
  await expect(page.getByRole('button', { name: 'Account menu' })).toBeVisible();
  await revokeElsewhere(product.address, person);
  await page.getByRole('tab', { name: /Intraday/ }).click();
  await expect(page.getByRole('status').filter({ hasText: FOUND })).toBeVisible();
  await expect(page.getByRole('banner').getByRole('link', { name: 'Sign In' })).toBeVisible();
  for (const key of ['user', 'access_token', 'refresh_token'])
    expect(await stored(page, key), key).toBeNull();
});

test('a session that was ended elsewhere leads from a premium tab to registration and back', async ({
  page,
  person,
  product,
  surprises,
}) => {
  surprises.expectStatus(401);
  await open(page, paths.psxSignals);
  await revokeElsewhere(product.address, person);
  await page.getByRole('tab', { name: /Swing/ }).click();
  const back = encodeURIComponent(`${paths.psxSignals}?signal_type=swing`);
  await expect(page).toHaveURL(`${paths.signUp}?next=${back}`);
});

test('a server that cannot refresh for the moment does not sign anybody out', async ({
  page,
  person,
  surprises,
}) => {
  surprises.expect(/status of (401|503)/);
  await page.route(REFRESH, (route) => route.fulfill({ status: 503, body: '{}' }));
  await open(page, paths.psxSignals);
  await runOut(page);
  await page.getByRole('tab', { name: /Intraday/ }).click();
  await expect(page.getByText('Failed to load signals. Please try again.')).toBeVisible();
  expect(await stored(page, 'refresh_token')).toBe(person.refresh);
  await page.unroute(REFRESH);
  await page.getByRole('button', { name: 'Retry' }).click();
  await expect(page.getByRole('status').filter({ hasText: FOUND })).toBeVisible();
  await expect(page.getByRole('button', { name: 'Account menu' })).toBeVisible();
});

import type { Page } from '@playwright/test';
import { paths } from '#core/contract/paths.ts';
import { expect, test } from '#tests/e2e/fixtures.ts';
import { revokeElsewhere } from '#tests/e2e/support/accounts.ts';
import { getToast, openPage, readLocalStorage } from '#tests/e2e/support/pages.ts';
import { submitSignIn } from './forms.ts';

test.use({ role: 'customer' });

/** An expired access token. */
const EXPIRED_TOKEN = 'eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiJub2JvZHkiLCJleHAiOjF9.c2lnbmF0dXJl';

const expireToken = (page: Page) =>
  page.evaluate((token) => localStorage.setItem('access_token', token), EXPIRED_TOKEN);

const REFRESH = '**/api/customers/auth/token/refresh/';
const ENDED = 'Your session has ended. Please sign in again.';
const FOUND = /^\d+ signals? found$/;

test('two tabs with the same expired token refresh it once, and both continue', async ({
  page,
  context,
  user,
  browserErrors,
}) => {
  browserErrors.expectStatus(401);
  const other = await context.newPage();
  await openPage(page, paths.psxSignals);
  await openPage(other, paths.psxSignals);

  // Holds the refresh until the calls of both tabs have been rejected.
  let rejectedCalls = 0;
  let refreshes = 0;
  let bothRejected = () => {};
  const held = new Promise<void>((resolve) => {
    bothRejected = resolve;
  });
  context.on('response', (response) => {
    if (response.status() !== 401 || !response.url().includes('/signals/psx-signals/')) return;
    rejectedCalls += 1;
    if (rejectedCalls === 2) bothRejected();
  });
  await context.route(REFRESH, async (route) => {
    refreshes += 1;
    await held;
    await route.continue();
  });

  await expireToken(page);
  await Promise.all([page, other].map((tab) => tab.getByRole('tab', { name: /Intraday/ }).click()));
  for (const tab of [page, other]) {
    await expect(tab.getByRole('status').filter({ hasText: FOUND })).toBeVisible();
    await expect(tab.getByRole('button', { name: 'Account menu' })).toBeVisible();
  }
  expect(rejectedCalls).toBe(2);
  expect(refreshes).toBe(1);
  const access = await readLocalStorage(page, 'access_token');
  expect(access).not.toBe(EXPIRED_TOKEN);
  expect(await readLocalStorage(page, 'refresh_token')).not.toBe(user.refresh);
  expect(JSON.parse((await readLocalStorage(page, 'user')) ?? '')).toMatchObject({
    email: user.email,
    accessToken: access,
  });
});

test('a user whose session was ended elsewhere becomes a visitor', async ({
  page,
  user,
  product,
  browserErrors,
}) => {
  browserErrors.expectStatus(401);
  await openPage(page, paths.psxSignals);
  await expect(page.getByRole('button', { name: 'Account menu' })).toBeVisible();
  await revokeElsewhere(product.url, user);
  await page.getByRole('tab', { name: /Intraday/ }).click();
  await expect(page.getByRole('status').filter({ hasText: FOUND })).toBeVisible();
  await expect(page.getByRole('banner').getByRole('link', { name: 'Sign In' })).toBeVisible();
  await expect(getToast(page, 'Your session has ended', 'Please sign in again.')).toBeVisible();
  for (const key of ['user', 'access_token', 'refresh_token'])
    expect(await readLocalStorage(page, key), key).toBeNull();
});

test('a user whose session was ended elsewhere sees that and is led from a premium tab to the sign-in page', async ({
  page,
  user,
  product,
  browserErrors,
}) => {
  browserErrors.expectStatus(401);
  // The page's own calls, rejected, would lock the tab. The second one follows the first.
  const ownCall = page.waitForResponse('**/api/subscriptions/');
  await openPage(page, paths.psxSignals);
  await ownCall;
  await revokeElsewhere(product.url, user);
  await page.getByRole('tab', { name: /Swing/ }).click();
  const back = encodeURIComponent(`${paths.psxSignals}?signal_type=swing`);
  await expect(page).toHaveURL(`${paths.signIn}?next=${back}`);
  await expect(page.getByRole('main').getByText(ENDED)).toBeVisible();
  await submitSignIn(page, user);
  await expect(page).toHaveURL(`${paths.psxSignals}?signal_type=swing`);
  expect(await readLocalStorage(page, 'tezi:session-ended')).toBeNull();
});

test('a session that has ended is reported once, however many calls find out', async ({
  page,
  user,
  product,
  browserErrors,
}) => {
  browserErrors.expectStatus(401);
  const rejected: string[] = [];
  page.on('response', (response) => {
    if (response.status() === 401) rejected.push(response.url());
  });
  await revokeElsewhere(product.url, user);
  // Loads two premium lists at once.
  await openPage(page, paths.today);
  await expect(getToast(page, 'Your session has ended', 'Please sign in again.')).toBeVisible();
  await expect.poll(() => rejected.length).toBeGreaterThan(2);
  // Each rejected call asks for new tokens, one after the other.
  await page.evaluate(() => navigator.locks.request('tezi:token-refresh', () => {}));
  await expect(page.getByText('Your session has ended', { exact: true })).toHaveCount(1);
});

test('a temporarily failing refresh does not sign the user out', async ({ page, user, browserErrors }) => {
  browserErrors.expect(/status of (401|503)/);
  await page.route(REFRESH, (route) => route.fulfill({ status: 503, body: '{}' }));
  await openPage(page, paths.psxSignals);
  await expireToken(page);
  await page.getByRole('tab', { name: /Intraday/ }).click();
  await expect(page.getByText('Failed to load signals. Please try again.')).toBeVisible();
  expect(await readLocalStorage(page, 'refresh_token')).toBe(user.refresh);
  await page.unroute(REFRESH);
  await page.getByRole('button', { name: 'Retry' }).click();
  await expect(page.getByRole('status').filter({ hasText: FOUND })).toBeVisible();
  await expect(page.getByRole('button', { name: 'Account menu' })).toBeVisible();
});

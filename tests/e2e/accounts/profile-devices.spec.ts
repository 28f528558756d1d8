import type { Page } from '@playwright/test';
import { expect, test } from '#tests/e2e/fixtures.ts';
import { open, toast } from '#tests/e2e/support/pages.ts';
import { addresses } from '#web/addresses.ts';
import { openSecurity, SECURITY, SESSIONS_CALL, signInElsewhere } from './account.ts';

test.use({ reader: 'customer' });

const ONLY_THIS = 'You are signed in on this device only.';

const devices = (page: Page) => page.getByRole('listitem').filter({ has: page.getByText(/^Last seen/) });

test('a device that is signed out from here has to sign in again', async ({
  page,
  person,
  product,
  openBrowser,
  surprises,
}) => {
  const other = await openBrowser(await signInElsewhere(product.address, person));
  await open(other, addresses.profile);
  await expect(other.getByRole('button', { name: 'Edit Profile' })).toBeVisible();

  await openSecurity(page);
  await expect(devices(page)).toHaveCount(2);
  await expect(devices(page).filter({ hasText: 'This device' }).getByRole('button')).toHaveCount(0);
  await page.getByRole('button', { name: /^Sign out (?!everywhere)/ }).click();
  await expect(toast(page, 'Signed out', 'is signed out.')).toBeVisible();
  await expect(devices(page)).toHaveCount(1);
  await expect(page.getByText(ONLY_THIS)).toBeVisible();
  await expect(page.getByRole('heading', { name: 'Your devices' })).toBeFocused();

  surprises.expectStatus(401);
  await other.reload();
  await expect(other).toHaveURL(`${addresses.signIn}?next=${encodeURIComponent(addresses.profile)}`);
  await page.reload();
  await expect(devices(page)).toHaveCount(1);
});

test('all other devices are signed out at once, and this one is not', async ({ page, person, product }) => {
  await signInElsewhere(product.address, person);
  await signInElsewhere(product.address, person);
  await openSecurity(page);
  await expect(devices(page)).toHaveCount(3);
  await page.getByRole('button', { name: 'Sign out everywhere else' }).click();
  await expect(toast(page, 'Signed out everywhere else', 'Only this device')).toBeVisible();
  await expect(devices(page)).toHaveCount(1);
  await page.reload();
  await expect(page.getByText(ONLY_THIS)).toBeVisible();
});

test('a device that has signed out by itself meanwhile is no failure', async ({
  page,
  person,
  product,
  surprises,
}) => {
  surprises.expectStatus(404);
  await signInElsewhere(product.address, person);
  await openSecurity(page);
  await page.route(`${SESSIONS_CALL}*/`, (route) =>
    route.fulfill({ status: 404, json: { detail: 'Not found.' } }),
  );
  await page.getByRole('button', { name: /^Sign out (?!everywhere)/ }).click();
  await expect(toast(page, 'Signed out', 'is signed out.')).toBeVisible();
});

test('devices that cannot be loaded are said so, and Retry loads them', async ({ page, surprises }) => {
  surprises.expectStatus(500);
  let isDown = true;
  await page.route(SESSIONS_CALL, (route) =>
    isDown ? route.fulfill({ status: 500, json: { detail: 'Something went wrong.' } }) : route.continue(),
  );
  await open(page, SECURITY);
  const failure = page.getByRole('main').getByRole('alert');
  await expect(failure).toContainText('Something went wrong.');
  isDown = false;
  await failure.getByRole('button', { name: 'Retry' }).click();
  await expect(devices(page)).toHaveCount(1);
  await expect(page.getByRole('heading', { name: 'Your devices' })).toBeFocused();
});

test('a device that could not be signed out stays in the list', async ({
  page,
  person,
  product,
  surprises,
}) => {
  surprises.expect(/net::ERR_FAILED/);
  await signInElsewhere(product.address, person);
  await openSecurity(page);
  await page.route(`${SESSIONS_CALL}*/`, (route) => route.abort());
  await page.getByRole('button', { name: /^Sign out (?!everywhere)/ }).click();
  await expect(toast(page, 'Failed to sign out', 'Check your connection')).toBeVisible();
  await expect(devices(page)).toHaveCount(2);
});

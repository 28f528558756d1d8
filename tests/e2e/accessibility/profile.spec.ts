import type { Page } from '@playwright/test';
import { paths } from '#contract/paths.ts';
import {
  fillPasswords,
  openProfile,
  openSecurity,
  PROFILE_CALL,
  makeProfile,
  SECURITY,
  SESSIONS_CALL,
  signInElsewhere,
  updateButton,
} from '#tests/e2e/accounts/account.ts';
import { expect, test } from '#tests/e2e/fixtures.ts';
import { openPage, MOBILE_VIEWPORT, getToast } from '#tests/e2e/support/pages.ts';
import { expectNoFaultsInBothThemes, expectNoSidewaysScroll } from './scan.ts';

test.use({ role: 'customer' });

const LONG_EMAIL = 'an.address.longer.than.a.phone.is.wide@subdomain.brokerage-of-karachi.example.com';

async function expectGood(page: Page, when: string): Promise<void> {
  await expectNoFaultsInBothThemes(page, when);
  await page.setViewportSize(MOBILE_VIEWPORT);
  await expectNoSidewaysScroll(page);
}

test('the profile while it is edited, with errors', async ({ page }) => {
  await openProfile(page);
  await page.getByRole('button', { name: 'Edit Profile' }).click();
  await page.getByLabel('First Name').fill('');
  await page.getByRole('button', { name: 'Save Changes' }).click();
  await expect(getToast(page, 'Error', 'Please fill in all fields')).toBeVisible();
  await expectGood(page, 'with errors');
});

test('a profile that could not be loaded', async ({ page, browserErrors }) => {
  browserErrors.expectStatus(400);
  await page.route(PROFILE_CALL, (route) => route.fulfill({ status: 400, json: { detail: 'No.' } }));
  await openPage(page, paths.profile);
  await expect(page.getByRole('main').getByRole('alert')).toBeVisible();
  await expectGood(page, 'with a failure');
});

test('the security of an account: other devices, passwords that differ and a wrong one', async ({
  page,
  user,
  product,
  browserErrors,
}) => {
  browserErrors.expectStatus(400);
  await signInElsewhere(product.url, user);
  await openSecurity(page);
  await fillPasswords(page, { current: 'not this one', next: 'ayesha1998', confirm: 'ayesha' });
  await expect(page.getByText(/^Password strength:/)).toBeVisible();
  await expectNoFaultsInBothThemes(page, 'with passwords that differ');
  await fillPasswords(page, {
    current: 'not this one',
    next: 'lagoon-91-ledger',
    confirm: 'lagoon-91-ledger',
  });
  await updateButton(page).click();
  await expect(getToast(page, 'Failed to update password', 'Current password is incorrect')).toBeVisible();
  await expectGood(page, 'with a wrong password');
});

test('devices that could not be loaded', async ({ page, browserErrors }) => {
  browserErrors.expectStatus(400);
  await page.route(SESSIONS_CALL, (route) => route.fulfill({ status: 400, json: { detail: 'No.' } }));
  await openPage(page, SECURITY);
  await expect(page.getByRole('main').getByRole('alert')).toBeVisible();
  await expectGood(page, 'without devices');
});

test('the question before an account is deleted', async ({ page }) => {
  await openSecurity(page);
  await page.getByRole('button', { name: 'Delete Account' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('button', { name: 'Delete My Account' }).click();
  await expect(dialog.getByText('Enter your password to confirm.')).toBeVisible();
  await expectGood(page, 'with the question open');
});

test('an account without a password, with a long address', async ({ page, user }) => {
  await page.route(PROFILE_CALL, (route) =>
    route.fulfill({
      json: { ...makeProfile(user), email: LONG_EMAIL, has_password: false, has_google: true },
    }),
  );
  await openSecurity(page);
  await expectGood(page, 'without a password');
  await page.getByRole('button', { name: 'Delete Account' }).click();
  const dialog = page.getByRole('dialog');
  await expect(dialog.getByText(LONG_EMAIL)).toBeVisible();
  expect(await dialog.evaluate((box) => box.scrollWidth - box.clientWidth), 'within the dialog').toBe(0);
  await expectNoFaultsInBothThemes(page, 'with the question open');
});

test.describe('an administrator', () => {
  test.use({ role: 'administrator' });

  test('at a page that is for customers', async ({ page }) => {
    await openPage(page, paths.profile);
    await expect(page.getByText('This page is for customers')).toBeVisible();
    await expectGood(page, 'for an administrator');
  });
});

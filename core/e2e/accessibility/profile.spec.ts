import {
  fillPasswords,
  makeProfile,
  openProfile,
  openSecurity,
  PROFILE_CALL,
  signInElsewhere,
  updateButton,
} from '#features/accounts/e2e/account.ts';
import { expect, test } from '#tests/e2e/fixtures.ts';
import { getToast, MOBILE_VIEWPORT } from '#tests/e2e/support/pages.ts';
import { expectAccessible, expectNoFaultsInBothThemes } from './scan.ts';

test.use({ role: 'customer' });

const LONG_EMAIL = 'an.address.longer.than.a.phone.is.wide@subdomain.brokerage-of-karachi.example.com';

test('the profile form with errors', async ({ page }) => {
  await openProfile(page);
  await page.getByRole('button', { name: 'Edit Profile' }).click();
  await page.getByLabel('First Name').fill('');
  await page.getByRole('button', { name: 'Save Changes' }).click();
  await expect(getToast(page, 'Error', 'Please fill in all fields')).toBeVisible();
  await expectAccessible(page, 'with errors');
});

test('account security with other devices, wrong passwords and the confirmation of the deletion', async ({
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
  await expectAccessible(page, 'with a wrong password');

  await page.getByRole('button', { name: 'Delete account' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('button', { name: 'Delete My Account' }).click();
  await expect(dialog.getByText('Enter your password to confirm.')).toBeVisible();
  await expectAccessible(page, 'with the dialog open');
});

test('an account without a password and with a long email address', async ({ page, user }) => {
  await page.route(PROFILE_CALL, (route) =>
    route.fulfill({
      json: { ...makeProfile(user), email: LONG_EMAIL, has_password: false, has_google: true },
    }),
  );
  await openSecurity(page);
  await expectAccessible(page, 'without a password');
  await page.setViewportSize(MOBILE_VIEWPORT);
  await page.getByRole('button', { name: 'Delete account' }).click();
  const dialog = page.getByRole('dialog');
  await expect(dialog.getByText(LONG_EMAIL)).toBeVisible();
  expect(await dialog.evaluate((box) => box.scrollWidth - box.clientWidth), 'within the dialog').toBe(0);
  await expectNoFaultsInBothThemes(page, 'with the dialog open');
});

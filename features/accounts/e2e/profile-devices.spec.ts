import type { Locator, Page } from '@playwright/test';
import { paths } from '#core/contract/paths.ts';
import { expectNoFaultsInBothThemes, expectNoSidewaysScroll } from '#core/e2e/accessibility/scan.ts';
import { expect, test } from '#tests/e2e/fixtures.ts';
import { getToast, MOBILE_VIEWPORT, openPage } from '#tests/e2e/support/pages.ts';
import {
  makeProfile,
  openSecurity,
  PROFILE_CALL,
  SECURITY,
  SESSIONS_CALL,
  signInElsewhere,
} from './account.ts';

test.use({ role: 'customer' });

const ONLY_THIS = 'You are signed in on this device only.';

const getDevices = (page: Page) => page.getByRole('listitem').filter({ has: page.getByText(/^Last seen/) });

const ONE = 'Sign out a device';
const ALL = 'Sign out everywhere else';

/** Opens the dialog that ends one other session. */
async function openSignOutDialog(page: Page): Promise<Locator> {
  await page
    .getByRole('button', { name: /^Sign out (?!everywhere)/ })
    .first()
    .click();
  return page.getByRole('dialog', { name: ONE });
}

async function confirm(dialog: Locator, password: string): Promise<void> {
  await dialog.getByLabel('Your Password').fill(password);
  await dialog.getByRole('button', { name: 'Sign out', exact: true }).click();
}

test('a device signed out remotely has to sign in again', async ({
  page,
  user,
  product,
  openBrowser,
  browserErrors,
}) => {
  const other = await openBrowser(await signInElsewhere(product.url, user));
  await openPage(other, paths.profile);
  await expect(other.getByRole('button', { name: 'Edit Profile' })).toBeVisible();

  await openSecurity(page);
  await expect(getDevices(page)).toHaveCount(2);
  await expect(getDevices(page).filter({ hasText: 'This device' }).getByRole('button')).toHaveCount(0);
  await confirm(await openSignOutDialog(page), user.password);
  await expect(getToast(page, 'Signed out', 'is signed out.')).toBeVisible();
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await expect(getDevices(page)).toHaveCount(1);
  await expect(page.getByText(ONLY_THIS)).toBeVisible();
  await expect(page.getByRole('heading', { name: 'Your devices' })).toBeFocused();

  browserErrors.expectStatus(401);
  await other.reload();
  await expect(other).toHaveURL(`${paths.signIn}?next=${encodeURIComponent(paths.profile)}`);
  await page.reload();
  await expect(getDevices(page)).toHaveCount(1);
});

test('a customer without a password confirms with Google', async ({ page, user, product }) => {
  await signInElsewhere(product.url, user);
  await page.route(PROFILE_CALL, (route) =>
    route.fulfill({ json: { ...makeProfile(user), has_password: false, has_google: true } }),
  );
  await openSecurity(page);
  await page.getByRole('button', { name: 'Delete account' }).click();
  const deletion = page.getByRole('dialog', { name: 'Delete account' });
  await expect(deletion.getByRole('button', { name: 'Confirm with Google' })).toBeVisible();
  await expect(deletion.getByLabel('Your Password')).toHaveCount(0);
  await page.keyboard.press('Escape');

  const dialog = await openSignOutDialog(page);
  await expect(dialog.getByLabel('Your Password')).toHaveCount(0);
  await expect(dialog.getByText('Sign in with Google again')).toBeVisible();
  const opening = page.waitForEvent('popup');
  await dialog.getByRole('button', { name: 'Confirm with Google' }).click();
  await (await opening).close();
  await expect(dialog.getByRole('alert')).toHaveText('Popup closed by user');
});

test('a failure to load the devices is shown; a device is signed out with the password only, and then all others', async ({
  page,
  browserErrors,
  user,
  product,
}) => {
  await test.step('a failure to load the devices is shown, and Retry loads them', async () => {
    browserErrors.expectStatus(500);
    for (let times = 0; times < 3; times += 1) await signInElsewhere(product.url, user);
    let isDown = true;
    await page.route(SESSIONS_CALL, (route) =>
      isDown ? route.fulfill({ status: 500, json: { detail: 'Something went wrong.' } }) : route.continue(),
    );
    await openPage(page, SECURITY);
    const failure = page.getByRole('main').getByRole('alert');
    await expect(failure).toContainText('Something went wrong.');
    isDown = false;
    await failure.getByRole('button', { name: 'Retry' }).click();
    await expect(getDevices(page)).toHaveCount(4);
    await expect(page.getByRole('heading', { name: 'Your devices' })).toBeFocused();
  });

  await test.step('signing a device out requires the password, and keeps a wrong password in the field', async () => {
    browserErrors.expectStatus(400);

    const opener = page.getByRole('button', { name: /^Sign out (?!everywhere)/ }).first();
    await opener.focus();
    await page.keyboard.press('Enter');
    const dialog = page.getByRole('dialog', { name: ONE });
    const field = dialog.getByLabel('Your Password');
    await expect(field).toBeFocused();
    await page.keyboard.press('Enter');
    await expect(dialog.getByText('Enter your password to confirm.')).toBeVisible();

    await page.keyboard.type('not this one');
    await page.keyboard.press('Enter');
    await expect(dialog.getByText('Current password is incorrect')).toBeVisible();
    await expect(field).toBeFocused();
    await expect(field).toHaveAttribute('aria-invalid', 'true');
    await expect(field).toHaveValue('not this one');
    await expectNoFaultsInBothThemes(page, 'with a wrong password');
    await page.setViewportSize(MOBILE_VIEWPORT);
    await expectNoSidewaysScroll(page);

    await page.keyboard.press('Escape');
    await expect(dialog).toHaveCount(0);
    await expect(opener).toBeFocused();
    await expect(getDevices(page)).toHaveCount(4);
  });
  await page.setViewportSize({ width: 1440, height: 900 });

  await test.step('a device that could not be signed out stays in the list, and one that already was counts as signed out', async () => {
    browserErrors.expect(/net::ERR_FAILED/);
    browserErrors.expectStatus(404);

    await page.route(`${SESSIONS_CALL}*/`, (route) => route.abort());
    const dialog = await openSignOutDialog(page);
    await confirm(dialog, user.password);
    await expect(dialog.getByRole('alert')).toContainText('Check your connection');
    await expect(dialog.getByLabel('Your Password')).toHaveValue(user.password);
    await dialog.getByRole('button', { name: 'Cancel' }).click();
    await expect(getDevices(page)).toHaveCount(4);

    await page.unroute(`${SESSIONS_CALL}*/`);
    await page.route(`${SESSIONS_CALL}*/`, (route) =>
      route.fulfill({ status: 404, json: { detail: 'Not found.' } }),
    );
    await confirm(await openSignOutDialog(page), user.password);
    await expect(getToast(page, 'Signed out', 'is signed out.')).toBeVisible();
  });
  await page.unroute(`${SESSIONS_CALL}*/`);

  await test.step('all other devices are signed out together, and this one stays signed in', async () => {
    await page.getByRole('button', { name: 'Sign out everywhere else' }).click();
    await confirm(page.getByRole('dialog', { name: ALL }), user.password);
    await expect(getToast(page, 'Signed out everywhere else', 'Only this device')).toBeVisible();
    await expect(getDevices(page)).toHaveCount(1);
    await page.reload();
    await expect(page.getByText(ONLY_THIS)).toBeVisible();
  });
});

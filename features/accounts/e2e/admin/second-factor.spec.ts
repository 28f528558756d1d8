import { readFile } from 'node:fs/promises';
import type { Locator, Page } from '@playwright/test';
import { encode } from 'uqr';
import { paths } from '#core/contract/paths.ts';
import {
  DESKTOP_VIEWPORT,
  expectNoFaultsInBothThemes,
  expectNoSidewaysScroll,
} from '#core/e2e/accessibility/scan.ts';
import { rateLimited } from '#features/accounts/e2e/account.ts';
import { expect } from '#tests/e2e/fixtures.ts';
import {
  getToast,
  holdRequests,
  MOBILE_VIEWPORT,
  openPage,
  readLocalStorage,
  waitForHydration,
} from '#tests/e2e/support/pages.ts';
import { AuthenticatorApp, setUpSecondFactor } from '#tests/e2e/support/second-factor.ts';
import {
  codeField,
  openSecondFactor,
  passwordField,
  readRecoveryCodes,
  send,
  sendPassword,
  startSetup,
  test,
} from './second-factor.ts';

const WRONG_CODE =
  'That code is incorrect or has already been used. Enter the newest code from your app, or a recovery code.';

async function expectFitsMobile(page: Page, dialog: Locator): Promise<void> {
  await page.setViewportSize(MOBILE_VIEWPORT);
  await expectNoSidewaysScroll(page);
  expect(await dialog.evaluate((box) => box.scrollWidth - box.clientWidth), 'within the dialog').toBe(0);
  await page.setViewportSize(DESKTOP_VIEWPORT);
}

test('an administrator sets up a second factor, signs out, and signs in with a code', async ({
  page,
  user,
  context,
  browserErrors,
}) => {
  browserErrors.expectStatus(401);
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  const dialog = await openSecondFactor(page);
  const app = new AuthenticatorApp(await startSetup(dialog, user.password));
  await codeField(dialog).fill(await app.getCode());
  await dialog.getByRole('button', { name: 'Confirm' }).click();
  await expect(getToast(page, 'Second factor set up', 'Signing in now requires a code.')).toBeVisible();

  const codes = await readRecoveryCodes(dialog);
  await expectNoFaultsInBothThemes(page, 'with the recovery codes', 'dialog');
  await expectFitsMobile(page, dialog);
  await dialog.getByRole('button', { name: 'Copy' }).click();
  await expect(getToast(page, 'Copied', 'The recovery codes are on the clipboard.')).toBeVisible();
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(codes.join('\n'));
  const downloading = page.waitForEvent('download');
  await dialog.getByRole('button', { name: 'Download' }).click();
  const file = await downloading;
  expect(file.suggestedFilename()).toBe('tezi-recovery-codes.txt');
  expect(await readFile(await file.path(), 'utf8')).toContain(codes.join('\n'));
  await page.emulateMedia({ media: 'print' });
  await expect(page.getByText('Tezi recovery codes of administrator')).toBeVisible();
  await expect(dialog.getByText(codes[9] ?? '')).toBeVisible();
  await expect(page.getByRole('heading')).toHaveCount(0);
  await expect(page.getByRole('button')).toHaveCount(0);
  await page.emulateMedia({ media: 'screen' });
  for (let press = 0; press < 3; press += 1) {
    await page.keyboard.press('Escape');
    await expect(dialog.getByText(codes[9] ?? '')).toBeVisible();
  }
  await dialog.getByRole('button', { name: 'I have saved the codes' }).click();
  await expect(dialog.getByText('10 recovery codes left')).toBeVisible();
  await expectNoFaultsInBothThemes(page, 'with the status', 'dialog');
  await dialog.getByRole('button', { name: 'Close' }).click();

  await page.getByRole('button', { name: 'Account menu' }).click();
  await page.getByRole('button', { name: 'Logout' }).click();
  await expect(page).toHaveURL(paths.adminSignIn);
  await sendPassword(page, user);
  await expect(codeField(page)).toBeFocused();
  await expect(page.getByLabel('Username')).toHaveValue(user.name);
  await expect(passwordField(page)).toHaveValue(user.password);
  await codeField(page).fill(await app.getCode());
  await send(page);
  await expect(getToast(page, 'Admin access granted', 'Welcome to the admin dashboard')).toBeVisible();
  await expect(page.getByRole('table')).toBeVisible();
});

test('the QR code encodes the link with the key, and is dark on white in the dark theme too', async ({
  page,
  user,
}) => {
  await page.emulateMedia({ colorScheme: 'dark' });
  const dialog = await openSecondFactor(page);
  const key = (await startSetup(dialog, user.password)).replaceAll(' ', '');
  const link = dialog.getByRole('link', { name: 'Open an authenticator app on this device' });
  const uri = (await link.getAttribute('href')) ?? '';
  expect(uri).toContain(`otpauth://totp/Tezi:${user.name}?issuer=Tezi&secret=${key}&`);

  const image = dialog.getByRole('img', { name: 'QR code for the authenticator app' });
  await expect(image.locator('path')).toHaveAttribute('d', /^M/);
  await expect(image.locator('rect')).toHaveCSS('fill', 'rgb(255, 255, 255)');
  await expect(image.locator('path')).toHaveCSS('fill', 'rgb(0, 0, 0)');
  const path = (await image.locator('path').getAttribute('d')) ?? '';
  const drawn = [...path.matchAll(/M(\d+) (\d+)h1v1h-1z/g)].map(([, x, y]) => `${x},${y}`);
  const { data } = encode(uri, { ecc: 'M', border: 4 });
  expect(drawn).toEqual(data.flatMap((row, y) => row.flatMap((isDark, x) => (isDark ? [`${x},${y}`] : []))));
});

test('the sign-in asks for the code, also before hydration, and a recovery code replaces it once', async ({
  user,
  product,
  openBrowser,
  browserErrors,
}) => {
  browserErrors.expectStatus(401);
  const { app, recoveryCodes } = await setUpSecondFactor(product.url, user);
  const page = await openBrowser();
  await openPage(page, paths.adminSignIn);
  await sendPassword(page, user);
  await codeField(page).fill(app.getWrongCode());
  await send(page);
  await expect(getToast(page, 'Access denied', WRONG_CODE)).toBeVisible();
  await expect(page.getByRole('main').getByText(WRONG_CODE)).toBeVisible();
  await expectNoFaultsInBothThemes(page, 'with a wrong code');
  await page.setViewportSize(MOBILE_VIEWPORT);
  await expectNoSidewaysScroll(page);
  await page.setViewportSize(DESKTOP_VIEWPORT);
  await expect(codeField(page)).toBeFocused();
  expect(await readLocalStorage(page, 'user')).toBeNull();

  await codeField(page).fill('');
  await send(page);
  await expect(getToast(page, 'Error', 'Please fill in all fields')).toBeVisible();
  await passwordField(page).fill('not this one');
  await send(page);
  await expect(getToast(page, 'Access denied', 'Invalid admin credentials')).toBeVisible();
  await passwordField(page).fill(user.password);
  await codeField(page).fill(await app.getCode());
  const { release } = await holdRequests(page, '**/api/admin/auth/login/');
  await send(page);
  await expect(page.getByRole('button', { name: 'Authenticating...' })).toBeVisible();
  release();
  await expect(page).toHaveURL(paths.adminDashboard);

  await test.step('a recovery code replaces the code at sign-in, and works once', async () => {
    const page = await openBrowser();
    await openPage(page, paths.adminSignIn);
    await sendPassword(page, user);
    await expect(codeField(page)).toHaveAttribute('inputmode', 'numeric');
    await expect(codeField(page)).toHaveAttribute('autocomplete', 'one-time-code');
    await page.getByRole('button', { name: 'Use a recovery code instead' }).click();
    const field = page.getByLabel('Recovery code');
    await expect(field).toHaveAttribute('inputmode', 'text');
    await field.fill((recoveryCodes[0] ?? '').toUpperCase().replaceAll('-', ' '));
    await send(page);
    await expect(page).toHaveURL(paths.adminDashboard);
    await page.getByRole('button', { name: 'Second factor' }).click();
    await expect(page.getByText('9 recovery codes left')).toBeVisible();
  });

  await test.step('a sign-in submitted before hydration also requires the code', async () => {
    const page = await openBrowser();
    const { release } = await holdRequests(page, '**/assets/*.js');
    await page.goto(paths.adminSignIn, { waitUntil: 'commit' });
    await sendPassword(page, user);
    await expect(page.getByText('Enter it again')).toBeVisible();
    await expect(page.getByLabel('Username')).toHaveValue(user.name);
    await expect(passwordField(page)).toHaveValue('');
    release();
    await waitForHydration(page);
    await expect(passwordField(page)).toBeFocused();
    await passwordField(page).fill(user.password);
    await codeField(page).fill(await app.getCode());
    await send(page);
    await expect(page).toHaveURL(paths.adminDashboard);
  });
});

test('new recovery codes replace the old ones, and the second factor can be removed', async ({
  page,
  user,
  product,
  openBrowser,
  browserErrors,
}) => {
  browserErrors.expectStatus(400);
  const { app, recoveryCodes } = await setUpSecondFactor(product.url, user);
  const dialog = await openSecondFactor(page);
  await dialog.getByRole('button', { name: 'New recovery codes' }).click();
  await passwordField(dialog).fill(user.password);
  await codeField(dialog).fill(await app.getCode());
  await dialog.getByRole('button', { name: 'Generate new codes' }).click();
  const codes = await readRecoveryCodes(dialog);
  await dialog.getByRole('button', { name: 'I have saved the codes' }).click();

  await dialog.getByRole('button', { name: 'Remove' }).click();
  await expectNoFaultsInBothThemes(page, 'before it is removed', 'dialog');
  await expectFitsMobile(page, dialog);
  const remove = async (code: string) => {
    await passwordField(dialog).fill(user.password);
    await dialog.getByLabel('Recovery code').fill(code);
    await dialog.getByRole('button', { name: 'Remove' }).click();
  };
  await dialog.getByRole('button', { name: 'Use a recovery code instead' }).click();
  await remove(recoveryCodes[0] ?? '');
  await expect(dialog.getByText(WRONG_CODE)).toBeVisible();
  await remove(codes[0] ?? '');
  await expect(
    getToast(page, 'Second factor removed', 'You now sign in with your password only.'),
  ).toBeVisible();
  await expect(dialog.getByRole('button', { name: 'Continue' })).toBeVisible();

  const elsewhere = await openBrowser();
  await openPage(elsewhere, paths.adminSignIn);
  await sendPassword(elsewhere, user);
  await expect(elsewhere).toHaveURL(paths.adminDashboard);
});

test('an operator resets the second factor of an administrator, which ends all of their sessions', async ({
  page,
  user,
  product,
  browserErrors,
}) => {
  browserErrors.expectStatus(401);
  await setUpSecondFactor(product.url, user);
  await openPage(page, paths.adminDashboard);
  await expect(page.getByRole('table')).toBeVisible();
  await product.tezi('admin', 'reset-second-factor', '--username', user.name);
  await page.reload();
  await expect(page).toHaveURL(paths.adminSignIn);
  await waitForHydration(page);
  await sendPassword(page, user);
  await expect(page).toHaveURL(paths.adminDashboard);
});

test('the status can be loaded again; too many attempts, a wrong password and a wrong first code set nothing up', async ({
  page,
  user,
  browserErrors,
}) => {
  browserErrors.expectStatus(429);
  browserErrors.expectStatus(503);
  const status = '**/api/admin/second-factor/';
  await page.route(status, (route) => route.fulfill({ status: 503, body: '{}' }));
  const dialog = await openSecondFactor(page);
  await expect(dialog.getByRole('alert')).toBeVisible();
  await page.unroute(status);
  await dialog.getByRole('button', { name: 'Retry' }).click();
  await page.route('**/api/admin/second-factor/begin/', rateLimited(300));
  await passwordField(dialog).fill(user.password);
  await dialog.getByRole('button', { name: 'Continue' }).click();
  await expect(dialog.getByText('Too many attempts. Please try again in 5 minutes.')).toBeVisible();
  await expect(passwordField(dialog)).toHaveValue(user.password);

  await page.unroute('**/api/admin/second-factor/begin/');
  await passwordField(dialog).fill('');

  browserErrors.expectStatus(400);

  await dialog.getByRole('button', { name: 'Continue' }).click();
  await expect(dialog.getByText('This field may not be blank.')).toBeVisible();
  await expectNoFaultsInBothThemes(page, 'before the setup', 'dialog');
  await expectFitsMobile(page, dialog);
  await passwordField(dialog).fill('not this one');
  await dialog.getByRole('button', { name: 'Continue' }).click();
  await expect(dialog.getByText('That password is incorrect.')).toBeVisible();
  await expect(passwordField(dialog)).toBeFocused();
  const app = new AuthenticatorApp(await startSetup(dialog, user.password));
  await codeField(dialog).fill(app.getWrongCode());
  await dialog.getByRole('button', { name: 'Confirm' }).click();
  await expect(dialog.getByText('That code is incorrect.')).toBeVisible();
  await expectNoFaultsInBothThemes(page, 'with the QR code', 'dialog');
  await expectFitsMobile(page, dialog);
  await expect(codeField(dialog)).toBeFocused();
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'Second factor' }).click();
  await expect(dialog.getByRole('button', { name: 'Continue' })).toBeVisible();

  await test.step('a setup in progress cannot be closed before the recovery codes are shown', async () => {
    const nextApp = new AuthenticatorApp(await startSetup(dialog, user.password));
    await codeField(dialog).fill(await nextApp.getCode());
    const { release } = await holdRequests(page, '**/api/admin/second-factor/confirm/');
    await dialog.getByRole('button', { name: 'Confirm' }).click();
    await expect(dialog.getByRole('button', { name: 'Checking…' })).toBeVisible();
    await page.keyboard.press('Escape');
    await dialog.getByRole('button', { name: 'Close' }).click();
    release();
    await readRecoveryCodes(dialog);
  });
});

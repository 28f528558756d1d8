import type { Page } from '@playwright/test';
import { paths } from '#core/contract/paths.ts';
import { expectNoFaultsInBothThemes, expectNoSidewaysScroll } from '#core/e2e/accessibility/scan.ts';
import { requestPasswordReset } from '#features/accounts/contract/passwords.ts';
import { signIn } from '#features/accounts/contract/sign-in.ts';
import { expect, test } from '#tests/e2e/fixtures.ts';
import { call, createCustomer } from '#tests/e2e/support/accounts.ts';
import { openEmail, RESET_SUBJECT, waitForEmailLink } from '#tests/e2e/support/mailbox.ts';
import {
  getPath,
  getToast,
  MOBILE_VIEWPORT,
  openPage,
  readLocalStorage,
  waitForHydration,
} from '#tests/e2e/support/pages.ts';
import { submitSignIn } from './forms.ts';

const NEW_PASSWORD = 'a quite new password';

async function requestLink(page: Page, email: string): Promise<void> {
  await openPage(page, paths.forgotPassword);
  await page.getByLabel('Email').fill(email);
  await page.getByRole('button', { name: 'Send link' }).click();
  await expect(page.getByRole('heading', { name: 'Check your email' })).toBeVisible();
}

async function setPassword(page: Page, password: string, confirm = password): Promise<void> {
  await page.getByLabel('New Password', { exact: true }).fill(password);
  await page.getByLabel('Confirm New Password').fill(confirm);
  await page.getByRole('button', { name: 'Change password' }).click();
}

test('a customer resets a forgotten password by email and signs in', async ({ page, product }) => {
  const { email } = await createCustomer(product.url);
  await openPage(page, paths.signIn);
  await page.getByLabel('Email', { exact: true }).fill(email);
  await page.getByRole('link', { name: 'Forgot password?' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Forgot Password?');
  expect(getPath(page)).toBe(paths.forgotPassword);
  await expect(page.getByLabel('Email')).toHaveValue(email);
  await page.getByRole('button', { name: 'Send link' }).click();
  await expect(page.getByRole('heading', { name: 'Check your email' })).toBeFocused();

  await page.getByRole('link', { name: 'the demo mailbox' }).click();
  const mail = await openEmail(page, email, RESET_SUBJECT);
  await mail.getByRole('link', { name: /#token=/ }).click();
  await expect(page.getByLabel('New Password', { exact: true })).toBeVisible();
  expect(getPath(page), 'the URL without the token').toBe(paths.resetPassword);

  await setPassword(page, NEW_PASSWORD);
  await expect(getToast(page, 'Password changed', 'Sign in with the new one.')).toBeVisible();
  await expect(page).toHaveURL(paths.signIn);
  await submitSignIn(page, { email, password: NEW_PASSWORD });
  await expect(page).toHaveURL(paths.home);
  await openEmail(page, email, 'Your Tezi password was changed');
});

test('an invalid email shows a field error, a link can be requested again after a delay, and too many requests show when', async ({
  page,
  browserErrors,
  product,
}) => {
  await test.step('an invalid email shows a field error', async () => {
    browserErrors.expectStatus(400);
    await openPage(page, paths.forgotPassword);
    await page.getByRole('button', { name: 'Send link' }).click();
    await expect(getToast(page, 'Error', 'Please fill in all fields')).toBeVisible();
    await page.getByLabel('Email').fill('invalid');
    await page.keyboard.press('Enter');
    await expect(page.getByRole('main').getByText('Enter a valid email address.')).toBeVisible();
    await expect(page.getByLabel('Email')).toBeFocused();
    await expectNoFaultsInBothThemes(page, 'with an error');
  });

  await test.step('a link can be requested again after a delay; too many requests show when to try again', async () => {
    browserErrors.expectStatus(429);
    const { email } = await createCustomer(product.url);
    await page.clock.install();
    await requestLink(page, email);
    await expectNoFaultsInBothThemes(page, 'after the request');
    for (let time = 2; time <= 3; time += 1) {
      await expect(page.getByRole('button', { name: 'Send again' })).toHaveCount(0);
      await page.clock.fastForward(30_000);
      await page.getByRole('button', { name: 'Send again' }).click();
      await expect(page.getByText('You can request another email in 30 seconds.')).toBeVisible();
    }
    await page.clock.fastForward(30_000);
    await page.getByRole('button', { name: 'Send again' }).click();
    const message = /^Too many attempts\. Please try again in (29|30) minutes\.$/;
    await expect(page.getByRole('main').getByText(message)).toBeVisible();
    await expect(page.getByLabel('Email')).toHaveValue(email);
  });
});

test('a link requested before hydration is sent', async ({ browser, page, product }) => {
  const { email } = await createCustomer(product.url);
  const context = await browser.newContext({ javaScriptEnabled: false, baseURL: product.url });
  const noScriptPage = await context.newPage();
  await noScriptPage.goto(paths.forgotPassword);
  await noScriptPage.getByLabel('Email').fill(email);
  await noScriptPage.keyboard.press('Enter');
  await expect(noScriptPage.getByRole('heading', { name: 'Check your email' })).toBeVisible();
  expect(noScriptPage.url()).not.toContain('example.com');
  await context.close();
  await openEmail(page, email, RESET_SUBJECT);
});

test.describe('an emailed link', () => {
  async function createLink(baseUrl: string, email: string): Promise<string> {
    await call(baseUrl, requestPasswordReset, { body: { email } });
    return waitForEmailLink(baseUrl, email, RESET_SUBJECT);
  }

  test('accepts only a long enough, confirmed and uncommon password, and works once', async ({
    page,
    product,
    browserErrors,
  }) => {
    browserErrors.expectStatus(400);
    const { email } = await createCustomer(product.url);
    const link = await createLink(product.url, email);
    await openPage(page, link);
    await setPassword(page, '');
    await expect(getToast(page, 'Error', 'Please fill in all fields')).toBeVisible();
    await setPassword(page, NEW_PASSWORD, 'something else');
    await expect(page.getByRole('main').getByText('New passwords do not match')).toBeVisible();
    await setPassword(page, 'seven c');
    await expect(
      page.getByRole('main').getByText('Password must be at least 8 characters long'),
    ).toBeVisible();
    await setPassword(page, 'password1');
    await expect(page.getByRole('main').getByText('This password is too common.')).toBeVisible();
    await expect(page.getByLabel('New Password', { exact: true })).toBeFocused();
    await expectNoFaultsInBothThemes(page, 'with an error');
    await page.setViewportSize(MOBILE_VIEWPORT);
    await expectNoSidewaysScroll(page);
    await setPassword(page, NEW_PASSWORD);
    await expect(page).toHaveURL(paths.signIn);

    await openPage(page, link);
    await setPassword(page, NEW_PASSWORD);
    await expect(page.getByText('This link is no longer valid. Please request a new one.')).toBeVisible();
    await expectNoFaultsInBothThemes(page, 'with a used link');
    await page.getByRole('link', { name: 'Request a new link' }).click();
    await expect(page).toHaveURL(paths.forgotPassword);
  });

  test('opened on a page with another link replaces it', async ({ page, product, browserErrors }) => {
    browserErrors.expectStatus(400);
    const { email } = await createCustomer(product.url);
    await openPage(page, paths.resetPassword);
    await expect(page.getByText('The link is missing')).toBeVisible();
    await expect(page.getByRole('link', { name: 'Request a new link' })).toBeVisible();

    // Only the fragment differs, so the browser does not reload.
    await page.goto(`${paths.resetPassword}#token=expired`);
    await setPassword(page, NEW_PASSWORD);
    await expect(page.getByText('This link no longer works')).toBeVisible();
    await page.keyboard.press('Tab');
    await expect(page.getByRole('link', { name: 'Request a new link' })).toBeFocused();
    // Only the fragment differs, so the browser does not reload.
    await page.goto(await createLink(product.url, email));
    await setPassword(page, NEW_PASSWORD);
    await expect(page).toHaveURL(paths.signIn);
  });

  test.describe('with a signed-in user', () => {
    test.use({ role: 'customer' });

    test('works and signs the user out', async ({ page, user, product }) => {
      // The page's own calls would be rejected between the reset and its response.
      const calls = ['**/api/subscriptions/', '**/api/customers/alerts/unread/'];
      const areAnswered = Promise.all(calls.map((url) => page.waitForResponse(url)));
      await openPage(page, await createLink(product.url, user.email));
      await expect(page.getByRole('button', { name: 'Account menu' })).toBeVisible();
      await areAnswered;
      await setPassword(page, NEW_PASSWORD);
      await expect(page).toHaveURL(paths.signIn);
      await waitForHydration(page);
      for (const key of ['user', 'access_token', 'refresh_token'])
        expect(await readLocalStorage(page, key)).toBeNull();
      await call(product.url, signIn, { body: { email: user.email, password: NEW_PASSWORD } });
    });
  });
});

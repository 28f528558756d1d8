import { paths } from '#core/contract/paths.ts';
import { createFeedLink } from '#features/accounts/contract/feed-links.ts';
import { listAccess } from '#features/accounts/contract/passwords.ts';
import { signIn } from '#features/accounts/contract/sign-in.ts';
import { expect, test } from '#tests/e2e/fixtures.ts';
import { call } from '#tests/e2e/support/accounts.ts';
import { getPath, getToast, holdRequests, openPage, readLocalStorage } from '#tests/e2e/support/pages.ts';
import {
  fillPasswords,
  makeProfile,
  openProfile,
  openSecurity,
  PROFILE_CALL,
  rateLimited,
  updateButton,
} from './account.ts';
import { submitSignIn } from './forms.ts';

test.use({ role: 'customer' });

const NEXT = 'lagoon-Tariq-91-ledger';
const UPDATE = '**/api/customers/update-password/';

test('a password change notifies the customer, signs them out, and the new password works', async ({
  page,
  user,
  browserErrors,
}) => {
  await openSecurity(page);
  await fillPasswords(page, { current: user.password, next: NEXT, confirm: NEXT });
  await updateButton(page).click();
  const notice = getToast(
    page,
    'Password updated successfully',
    'Please sign in again with your new password',
  );
  await expect(notice).toBeVisible();
  await expect(page.getByRole('status').filter({ hasText: 'Your password is changed.' })).toBeFocused();
  expect(getPath(page), 'the page stays open to be read').toBe(`${paths.profile}?tab=security`);
  expect(await readLocalStorage(page, 'access_token')).not.toBeNull();
  // The page sent no calls in the meantime: a rejected call would fail the test.
  await expect(page).toHaveURL(paths.signIn);
  for (const key of ['user', 'access_token', 'refresh_token'])
    expect(await readLocalStorage(page, key), key).toBeNull();

  browserErrors.expectStatus(401);
  await submitSignIn(page, user);
  await expect(
    getToast(page, 'Sign in failed', 'Invalid email or password. Please try again.'),
  ).toBeVisible();
  await submitSignIn(page, { ...user, password: NEXT });
  await expect(page).toHaveURL(paths.home);
  await expect(page.getByRole('button', { name: 'Account menu' })).toBeVisible();
});

test('a customer sees what works without the password, revokes it with a password change, and is a visitor on the next page', async ({
  page,
  user,
  product,
}) => {
  await call(product.url, createFeedLink, { body: { kind: 'dates' } }, user.access);
  await openSecurity(page);
  const box = page.getByRole('checkbox', { name: /^Also revoke API keys/ });
  await expect(box).toHaveAccessibleDescription(
    /These work without the password: secret URL of the dates feed\./,
  );
  await expect(box).not.toBeChecked();
  await box.check();
  await fillPasswords(page, { current: user.password, next: NEXT, confirm: NEXT });
  await updateButton(page).click();
  await expect(getToast(page, 'Password updated successfully', '')).toBeVisible();
  await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Signals' }).click();
  await expect(page.getByRole('banner').getByRole('link', { name: 'Sign In' })).toBeVisible();
  await expect(page).toHaveURL(paths.signals);
  const signedIn = await call(product.url, signIn, { body: { email: user.email, password: NEXT } });
  expect(await call(product.url, listAccess, {}, signedIn.tokens.access)).toEqual({ results: [] });
});

test('a wrong current password shows a field error; a change works without the strength estimate and while the other tab is open', async ({
  page,
  user,
  browserErrors,
}) => {
  browserErrors.expect(/estimate-strength|net::ERR_FAILED/);
  await page.route('**/assets/estimate-strength-*.js', (route) => route.abort());
  await openSecurity(page);

  browserErrors.expectStatus(400);

  await fillPasswords(page, { current: 'not this one', next: NEXT, confirm: NEXT });
  await updateButton(page).click();
  await expect(getToast(page, 'Failed to update password', 'Current password is incorrect')).toBeVisible();
  const current = page.getByLabel('Current Password');
  await expect(current).toHaveAccessibleDescription('Current password is incorrect');
  await expect(current).toBeFocused();
  await expect(page.getByLabel('New Password', { exact: true })).toHaveValue(NEXT);
  await current.fill(user.password);
  await expect(page.getByRole('main').getByText('Current password is incorrect')).toHaveCount(0);

  await expect(page.getByText('Password strength')).toHaveCount(0);

  const { release, count } = await holdRequests(page, UPDATE);
  await updateButton(page).click();
  await expect.poll(count).toBe(1);
  await page.getByRole('tab', { name: 'Profile Information' }).click();
  release();
  await expect(getToast(page, 'Password updated successfully', '')).toBeVisible();
  await expect(page).toHaveURL(paths.signIn);
});

test('the strength estimator is loaded when the tab opens, the form checks the passwords, and too many wrong ones show when to try again', async ({
  page,
  user,
  browserErrors,
}) => {
  await test.step('the strength estimator is loaded only when the tab opens', async () => {
    const loaded: string[] = [];
    page.on('request', (request) => loaded.push(request.url()));
    await openPage(page, paths.profile);
    await expect(page.getByRole('button', { name: 'Edit Profile' })).toBeVisible();
    expect(loaded.filter((url) => url.includes('estimate-strength'))).toEqual([]);
    const requested = page.waitForRequest('**/assets/estimate-strength-*.js');
    await page.getByRole('tab', { name: 'Account Security' }).click();
    await requested;
  });

  await test.step('the form checks the passwords while they are typed, and works with password managers', async () => {
    const newPassword = page.getByLabel('New Password', { exact: true });

    await test.step('names the username and the kind of each password', async () => {
      await expect(page.locator('input[autocomplete=username]')).toHaveValue(user.email);
      await expect(page.getByLabel('Current Password')).toHaveAttribute('autocomplete', 'current-password');
      for (const label of ['New Password', 'Confirm New Password']) {
        await expect(page.getByLabel(label, { exact: true })).toHaveAttribute('autocomplete', 'new-password');
      }
    });

    await test.step("shows the strength, considering the customer's name", async () => {
      await fillPasswords(page, { current: '', next: user.email, confirm: '' });
      await expect(page.getByText(/^Password strength: (Very weak|Weak)/)).toBeVisible();
      await expect(page.getByText('Leave out your name')).toBeVisible();
      await newPassword.fill(NEXT);
      await expect(page.getByText('Password strength: Strong')).toBeVisible();
    });

    await test.step('disables the button until the passwords match', async () => {
      await fillPasswords(page, { current: 'anything', next: NEXT, confirm: NEXT.slice(0, -1) });
      const mismatch = page.getByText('Passwords do not match');
      await expect(mismatch).toBeVisible();
      await expect(page.locator('[aria-live=polite]').filter({ has: mismatch })).toBeAttached();
      await expect(updateButton(page)).toBeDisabled();
      await page.getByLabel('Confirm New Password').fill(NEXT);
      await expect(page.getByText('Passwords match')).toBeVisible();
      await expect(updateButton(page)).toBeEnabled();
    });

    await test.step('shows and hides each password', async () => {
      for (const label of ['Current Password', 'New Password', 'Confirm New Password']) {
        const field = page.getByLabel(label, { exact: true });
        const toggle = field.locator('..').getByRole('button');
        await expect(field).toHaveAttribute('type', 'password');
        await toggle.click();
        await expect(field).toHaveAttribute('type', 'text');
        await toggle.click();
        await expect(field).toHaveAttribute('type', 'password');
      }
    });

    await test.step('rejects a too short password before it is sent', async () => {
      await fillPasswords(page, { current: user.password, next: 'sh0rt!!', confirm: 'sh0rt!!' });
      await updateButton(page).click();
      const text = 'Password must be at least 8 characters long';
      await expect(getToast(page, 'Failed to update password', text)).toBeVisible();
      await expect(newPassword).toHaveAccessibleDescription(new RegExp(text));
    });
  });

  await test.step('after too many wrong passwords the page shows when to try again', async () => {
    browserErrors.expectStatus(429);
    await page.route(UPDATE, rateLimited(37));

    await fillPasswords(page, { current: 'not this one', next: NEXT, confirm: NEXT });
    await updateButton(page).click();
    const text = 'Too many attempts. Please try again in 37 seconds.';
    await expect(page.getByRole('main').getByRole('alert')).toHaveText(text);
  });
});

test('a customer without a password can request an email to set one', async ({ page, user }) => {
  await page.route(PROFILE_CALL, (route) =>
    route.fulfill({ json: { ...makeProfile(user), has_password: false, has_google: true } }),
  );
  await page.route('**/api/customers/auth/password-reset/', (route) =>
    route.fulfill({ json: { message: 'Sent.' } }),
  );
  await openProfile(page);
  await expect(page.getByText('Verified', { exact: true })).toBeVisible();
  await expect(page.getByRole('button', { name: 'Send verification email' })).toHaveCount(0);
  await page.getByRole('tab', { name: 'Account Security' }).click();
  await expect(page.getByText('You sign in with Google, so your account has no password.')).toBeVisible();
  await expect(page.getByLabel('Current Password')).toHaveCount(0);
  const requested = page.waitForRequest('**/api/customers/auth/password-reset/');
  await page.getByRole('button', { name: 'Email me a link to set a password' }).click();
  expect((await requested).postDataJSON()).toEqual({ email: user.email });
  await expect(page.getByText('Sent.', { exact: true })).toBeVisible();
});

import { paths } from '#core/contract/paths.ts';
import { DEMO_CUSTOMER } from '#core/server/config/demo.ts';
import { expect, test } from '#tests/e2e/fixtures.ts';
import { createCustomer, makeUniqueEmail } from '#tests/e2e/support/accounts.ts';
import { getToast, holdRequests, openPage, readLocalStorage } from '#tests/e2e/support/pages.ts';
import { submitSignIn } from './forms.ts';

test('the demo customer signs in, sees a welcome toast and goes home', async ({ page }) => {
  await openPage(page, paths.signIn);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Welcome Back');
  await submitSignIn(page, DEMO_CUSTOMER);
  await expect(getToast(page, 'Welcome back!', 'You have been successfully signed in.')).toBeVisible();
  await expect(page).toHaveURL(paths.home);
  for (const key of ['user', 'access_token', 'refresh_token'])
    expect(await readLocalStorage(page, key)).toBeTruthy();
});

test('a sign-in survives a reload and applies to every open tab', async ({ page, context, product }) => {
  const person = await createCustomer(product.url);
  const other = await context.newPage();
  await openPage(other, paths.charting);
  await openPage(page, paths.signIn);
  await submitSignIn(page, person);
  await expect(page.getByRole('button', { name: 'Account menu' })).toBeVisible();
  await expect(other.getByRole('button', { name: 'Account menu' })).toBeVisible();
  await page.reload();
  await expect(page.getByRole('button', { name: 'Account menu' })).toBeVisible();
});

test('an incomplete form is rejected with "Please fill in all fields"', async ({ page }) => {
  for (const [email, password, field] of [
    ['', '', 'Email'],
    ['  ', 'secret', 'Email'],
    ['trader@example.com', '', 'Password'],
  ] as const) {
    await openPage(page, paths.signIn);
    await submitSignIn(page, { email, password });
    await expect(getToast(page, 'Error', 'Please fill in all fields')).toBeVisible();
    await expect(page.getByLabel(field, { exact: true })).toBeFocused();
    await expect(page).toHaveURL(paths.signIn);
  }
});

test('a wrong password and an unregistered email are rejected with the same message', async ({
  page,
  product,
  browserErrors,
}) => {
  browserErrors.expectStatus(401);
  const { email } = await createCustomer(product.url);
  const texts: string[] = [];
  for (const wrong of [email, makeUniqueEmail()]) {
    await openPage(page, paths.signIn);
    await submitSignIn(page, { email: wrong, password: 'not this one' });
    await expect(
      getToast(page, 'Sign in failed', 'Invalid email or password. Please try again.'),
    ).toBeVisible();
    await expect(page.getByLabel('Email', { exact: true })).toHaveValue(wrong);
    texts.push((await page.getByRole('main').innerText()).replaceAll(wrong, ''));
  }
  expect(texts[0]).toBe(texts[1]);
  expect(await readLocalStorage(page, 'user')).toBeNull();
});

test('an administrator cannot sign in with the customer form', async ({ page, browserErrors }) => {
  browserErrors.expectStatus(400);
  browserErrors.expectStatus(401);
  await openPage(page, paths.signIn);
  await submitSignIn(page, { email: 'admin', password: 'demo-admin-2026' });
  await expect(getToast(page, 'Sign in failed', 'Invalid email or password')).toBeVisible();
  expect(await readLocalStorage(page, 'access_token')).toBeNull();
});

test('a server that does not respond shows an error, and the password can be shown', async ({
  page,
  browserErrors,
}) => {
  browserErrors.expect(/net::ERR_FAILED/);
  await page.route('**/api/customers/auth/login/', (route) => route.abort());
  await openPage(page, paths.signIn);
  await submitSignIn(page, { email: 'trader@example.com', password: 'secret' });
  await expect(getToast(page, 'Error', 'An error occurred during sign in')).toBeVisible();
  await expect(page.getByLabel('Email', { exact: true })).toHaveValue('trader@example.com');

  const password = page.getByLabel('Password', { exact: true });
  await expect(password).toHaveAttribute('type', 'password');
  await page.getByRole('button', { name: 'Show password' }).click();
  await expect(password).toHaveAttribute('type', 'text');
  await expect(password).toHaveValue('secret');
  await page.getByRole('button', { name: 'Hide password' }).click();
  await expect(password).toHaveAttribute('type', 'password');
});

test('the Enter key submits the form, and the button shows progress', async ({ page, product }) => {
  const person = await createCustomer(product.url);
  const { release } = await holdRequests(page, '**/api/customers/auth/login/');
  await openPage(page, paths.signIn);
  await page.getByLabel('Email', { exact: true }).fill(person.email);
  await page.getByLabel('Password', { exact: true }).fill(person.password);
  await page.keyboard.press('Enter');
  await expect(page.getByRole('button', { name: 'Signing in...' })).toBeVisible();
  release();
  await expect(page).toHaveURL(paths.home);
});

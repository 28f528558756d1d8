import { paths } from '#core/contract/paths.ts';
import { expect, test } from '#tests/e2e/fixtures.ts';
import { createCustomer } from '#tests/e2e/support/accounts.ts';
import { getToast, holdRequests, openPage, readLocalStorage } from '#tests/e2e/support/pages.ts';
import { submitSignIn } from './forms.ts';

test('a sign-in survives a reload and applies to every open tab', async ({ page, context, product }) => {
  const person = await createCustomer(product.url);
  const other = await context.newPage();
  await openPage(other, paths.charting);
  await openPage(page, paths.signIn);
  await submitSignIn(page, person);
  await expect(getToast(page, 'Welcome back!', 'You have been successfully signed in.')).toBeVisible();
  await expect(page).toHaveURL(paths.home);
  for (const key of ['user', 'access_token', 'refresh_token'])
    expect(await readLocalStorage(page, key)).toBeTruthy();
  await expect(other.getByRole('button', { name: 'Account menu' })).toBeVisible();
  await page.reload();
  await expect(page.getByRole('button', { name: 'Account menu' })).toBeVisible();
});

test('an incomplete form, wrong credentials and a server that does not respond are errors, until the Enter key submits the right ones', async ({
  page,
  product,
  browserErrors,
}) => {
  await test.step('an incomplete form is rejected with "Please fill in all fields"', async () => {
    await openPage(page, paths.signIn);
    for (const [email, password, field] of [
      ['', '', 'Email'],
      ['  ', 'secret', 'Email'],
      ['trader@example.com', '', 'Password'],
    ] as const) {
      await submitSignIn(page, { email, password });
      await expect(getToast(page, 'Error', 'Please fill in all fields').first()).toBeVisible();
      await expect(page.getByLabel(field, { exact: true })).toBeFocused();
      await expect(page).toHaveURL(paths.signIn);
    }
  });

  await test.step('a wrong password is rejected', async () => {
    browserErrors.expectStatus(401);
    const { email } = await createCustomer(product.url);

    await submitSignIn(page, { email, password: 'not this one' });
    await expect(
      getToast(page, 'Sign in failed', 'Invalid email or password. Please try again.'),
    ).toBeVisible();
    await expect(page.getByLabel('Email', { exact: true })).toHaveValue(email);
    expect(await readLocalStorage(page, 'user')).toBeNull();
  });

  await test.step('an administrator cannot sign in with the customer form', async () => {
    browserErrors.expectStatus(400);
    const rejected = page.waitForResponse('**/api/customers/auth/login/');
    browserErrors.expectStatus(401);

    await submitSignIn(page, { email: 'admin', password: 'demo-admin-2026' });
    expect((await rejected).ok()).toBe(false);
    await expect(page.getByRole('button', { name: 'Signing in...' })).toHaveCount(0);
    expect(await readLocalStorage(page, 'access_token')).toBeNull();
  });

  await test.step('a server that does not respond shows an error, and the password can be shown', async () => {
    browserErrors.expect(/net::ERR_FAILED/);
    await page.route('**/api/customers/auth/login/', (route) => route.abort());

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
  await page.unroute('**/api/customers/auth/login/');

  await test.step('the Enter key submits the form, and the button shows progress', async () => {
    const person = await createCustomer(product.url);
    const { release } = await holdRequests(page, '**/api/customers/auth/login/');

    await page.getByLabel('Email', { exact: true }).fill(person.email);
    await page.getByLabel('Password', { exact: true }).fill(person.password);
    await page.keyboard.press('Enter');
    await expect(page.getByRole('button', { name: 'Signing in...' })).toBeVisible();
    release();
    await expect(page).toHaveURL(paths.home);
  });
});

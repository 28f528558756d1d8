import type { Page } from '@playwright/test';
import { refreshTokens } from '#core/contract/accounts/tokens.ts';
import { addNext, paths } from '#core/contract/paths.ts';
import { DEMO_ADMIN } from '#core/server/config/demo.ts';
import { expect, test } from '#tests/e2e/fixtures.ts';
import { call, createCustomer } from '#tests/e2e/support/accounts.ts';
import { getToast, openPage, readLocalStorage, waitForHydration } from '#tests/e2e/support/pages.ts';

async function submit(page: Page, fields: { username: string; password: string }): Promise<void> {
  await page.getByLabel('Username').fill(fields.username);
  await page.getByLabel('Password', { exact: true }).fill(fields.password);
  await page.getByRole('button', { name: 'Access Admin Panel' }).click();
}

test('a sign-in ends the session that the browser had before', async ({ page, product, openBrowser }) => {
  const customer = await createCustomer(product.url);
  const browser = await openBrowser(customer);
  await openPage(browser, paths.adminSignIn);
  const ended = browser.waitForResponse('**/api/customers/auth/logout/');
  await submit(browser, DEMO_ADMIN);
  expect((await ended).status()).toBe(200);
  await expect(browser).toHaveURL(paths.adminDashboard);
  expect(JSON.parse((await readLocalStorage(browser, 'user')) ?? '')).toMatchObject({ isAdmin: true });
  await expect(
    call(product.url, refreshTokens, { body: { refresh: customer.refresh } }),
  ).rejects.toMatchObject({ status: 401 });

  // A visitor has no session to end.
  const requests: string[] = [];
  page.on('request', (request) => void requests.push(request.url()));
  await openPage(page, paths.adminSignIn);
  await submit(page, DEMO_ADMIN);
  await expect(page).toHaveURL(paths.adminDashboard);
  expect(requests.filter((url) => url.endsWith('/auth/logout/'))).toEqual([]);
});

test('a link to an administration page survives the sign-in', async ({ page }) => {
  const target = `${paths.adminImports}?view=filings`;
  await openPage(page, target);
  await expect(page).toHaveURL(addNext(paths.adminSignIn, target));
  await submit(page, DEMO_ADMIN);
  await expect(page).toHaveURL(target);
  await expect(page.getByRole('tab', { selected: true })).toHaveText(/Pending filings/);
});

test('errors of the form and of the server are shown until an administrator signs in and is redirected to the dashboard', async ({
  page,
  product,
  browserErrors,
}) => {
  await test.step('an incomplete form is rejected, and the password can be shown', async () => {
    await openPage(page, paths.adminSignIn);
    for (const fields of [
      { username: '', password: '' },
      { username: 'admin', password: '' },
      { username: '', password: 'demo-admin-2026' },
    ]) {
      await submit(page, fields);
      await expect(getToast(page, 'Error', 'Please fill in all fields').first()).toBeVisible();
      await expect(page.getByLabel('Username')).toHaveValue(fields.username);
    }
    await page.getByRole('button', { name: 'Show password' }).click();
    await expect(page.getByLabel('Password', { exact: true })).toHaveAttribute('type', 'text');
  });

  await test.step('wrong credentials, the credentials of a customer and a server error are shown', async () => {
    browserErrors.expectStatus(401);
    browserErrors.expectStatus(500);
    const customer = await createCustomer(product.url);

    await submit(page, { username: DEMO_ADMIN.username, password: 'not this one' });
    await expect(getToast(page, 'Access denied', 'Invalid admin credentials').first()).toBeVisible();
    const response = page.waitForResponse('**/api/admin/auth/login/');
    await submit(page, { username: customer.email, password: customer.password });
    expect((await response).status()).toBe(401);
    await expect(getToast(page, 'Access denied', 'Invalid admin credentials').last()).toBeVisible();
    await page.route('**/api/admin/auth/login/', (route) => route.fulfill({ status: 500, body: '{}' }));
    await submit(page, DEMO_ADMIN);
    await expect(getToast(page, 'Error', 'An error occurred during login')).toBeVisible();
    await expect(page).toHaveURL(paths.adminSignIn);
    expect(await readLocalStorage(page, 'user')).toBeNull();
  });
  await page.unroute('**/api/admin/auth/login/');

  await test.step('an administrator signs in, sees a toast and is redirected to the dashboard', async () => {
    await submit(page, DEMO_ADMIN);
    await expect(getToast(page, 'Admin access granted', 'Welcome to the admin dashboard')).toBeVisible();
    await expect(page).toHaveURL(paths.adminDashboard);
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Admin Dashboard');
    expect(JSON.parse((await readLocalStorage(page, 'user')) ?? '')).toMatchObject({ isAdmin: true });
  });
});

test('a visitor who opens an administration page is redirected to the sign-in page', async ({ page }) => {
  for (const path of [paths.adminDashboard, paths.adminImports]) {
    await page.goto(path);
    const signIn = path === paths.adminDashboard ? paths.adminSignIn : addNext(paths.adminSignIn, path);
    await expect(page, path).toHaveURL(signIn);
    await expect(page.getByRole('button', { name: 'Access Admin Panel' })).toBeVisible();
  }
});

test.describe('a customer', () => {
  test.use({ role: 'customer' });

  test('a customer is redirected from the dashboard and stays signed in, and a forged admin flag does not help', async ({
    page,
    browserErrors,
  }) => {
    await page.goto(paths.adminDashboard);
    await expect(page).toHaveURL(paths.adminSignIn);
    await expect(page.getByRole('button', { name: 'Account menu' })).toBeVisible();

    browserErrors.expectStatus(403);
    await page.evaluate(() => {
      const user = JSON.parse(localStorage.getItem('user') ?? '{}');
      localStorage.setItem('user', JSON.stringify({ ...user, isAdmin: true }));
    });
    await page.goto(paths.adminDashboard);
    await expect(page.getByRole('alert')).toBeVisible();
    await expect(page.getByRole('table')).toHaveCount(0);
  });
});

test.describe('an administrator', () => {
  test.use({ role: 'administrator' });

  test('an administrator is redirected to the dashboard while signed in, and from it after logging out', async ({
    page,
    browserErrors,
  }) => {
    // A request of the dashboard may still be running.
    browserErrors.expectStatus(401);
    await page.goto(paths.adminSignIn);
    await expect(page).toHaveURL(paths.adminDashboard);
    await waitForHydration(page);
    await page.getByRole('button', { name: 'Account menu' }).click();
    await page.getByRole('button', { name: 'Logout' }).click();
    await expect(page).toHaveURL(paths.adminSignIn);
    await expect(page.getByRole('table')).toHaveCount(0);
  });
});

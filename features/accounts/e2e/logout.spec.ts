import { refreshTokens } from '#core/contract/accounts/tokens.ts';
import { paths } from '#core/contract/paths.ts';
import { expect, test } from '#tests/e2e/fixtures.ts';
import { call } from '#tests/e2e/support/accounts.ts';
import { openPage, readLocalStorage } from '#tests/e2e/support/pages.ts';

test.use({ role: 'customer' });

const KEYS = ['user', 'access_token', 'refresh_token', 'tezi:entered-signals', 'tezi:position-size'];

test('Logout ends the session here and on the server, and keeps the theme, the list preferences and other cookies', async ({
  page,
  user,
  product,
  context,
}) => {
  await openPage(page, paths.pricing);
  await context.addCookies([{ name: 'tezi_device', value: 'trusted', url: page.url() }]);
  await page.evaluate(() => {
    localStorage.setItem('tezi:theme', 'dark');
    localStorage.setItem('tezi:news', '{"currentPage":2}');
    localStorage.setItem('tezi:entered-signals', '["7d0f6a52"]');
    localStorage.setItem('tezi:position-size', '{"capital":"200000"}');
  });
  const responded = page.waitForResponse('**/api/customers/auth/logout/');
  await page.getByRole('button', { name: 'Account menu' }).click();
  await page.getByRole('button', { name: 'Logout' }).click();
  await expect(page.getByRole('banner').getByRole('link', { name: 'Sign In' })).toBeVisible();
  for (const key of KEYS) expect(await readLocalStorage(page, key), key).toBeNull();
  expect((await responded).status()).toBe(200);
  expect(await (await responded).request().headerValue('Authorization')).toBe(`Bearer ${user.access}`);
  await expect(call(product.url, refreshTokens, { body: { refresh: user.refresh } })).rejects.toMatchObject({
    status: 401,
  });

  expect(await (await responded).headerValue('Clear-Site-Data')).toBe('"cache"');
  // The browser applies `Clear-Site-Data` before the response is complete.
  await (await responded).finished();
  expect(await readLocalStorage(page, 'tezi:theme')).toBe('dark');
  expect(await readLocalStorage(page, 'tezi:news')).toBe('{"currentPage":2}');
  expect((await context.cookies()).map(({ name }) => name)).toContain('tezi_device');
});

test('Logout applies to every open tab', async ({ page, context }) => {
  const other = await context.newPage();
  await openPage(other, paths.profile);
  await openPage(page, paths.home);
  await page.getByRole('button', { name: 'Account menu' }).click();
  await page.getByRole('button', { name: 'Logout' }).click();
  await expect(other).toHaveURL(new RegExp(`${paths.signIn}\\?next=`));
  await expect(other.getByRole('banner').getByRole('link', { name: 'Sign Up' })).toBeVisible();
});

test('Logout clears the session when the server fails', async ({ page, browserErrors }) => {
  browserErrors.expect(/Logout failed on server/, /status of 500/);
  await page.route('**/api/customers/auth/logout/', (route) => route.fulfill({ status: 500, body: '{}' }));
  await openPage(page, paths.home);
  const logged = page.waitForEvent('console', (message) =>
    message.text().includes('Logout failed on server'),
  );
  await page.getByRole('button', { name: 'Account menu' }).click();
  await page.getByRole('button', { name: 'Logout' }).click();
  await expect(page.getByRole('banner').getByRole('link', { name: 'Sign In' })).toBeVisible();
  for (const key of KEYS) expect(await readLocalStorage(page, key), key).toBeNull();
  await logged;
});

test('Logout without a network removes what the user marked and typed', async ({
  page,
  context,
  browserErrors,
}) => {
  browserErrors.expect(/net::ERR_INTERNET_DISCONNECTED/);
  await openPage(page, paths.pricing);
  await page.evaluate(() => {
    localStorage.setItem('tezi:entered-signals', '["7d0f6a52"]');
    localStorage.setItem('tezi:position-size', '{"capital":"200000"}');
  });
  await context.setOffline(true);
  await page.getByRole('button', { name: 'Account menu' }).click();
  await page.getByRole('button', { name: 'Logout' }).click();
  await expect(page.getByRole('banner').getByRole('link', { name: 'Sign In' })).toBeVisible();
  for (const key of KEYS) expect(await readLocalStorage(page, key), key).toBeNull();
});

test('Logout removes the account data from the page, also after Back', async ({ page, user }) => {
  await openPage(page, paths.profile);
  await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Pricing' }).click();
  // Menus close when a navigation ends, so open the menu on the target page.
  await expect(page).toHaveURL(paths.pricing);
  await expect(page.getByRole('heading', { level: 1, name: 'Pricing' })).toBeVisible();
  await page.getByRole('button', { name: 'Account menu' }).click();
  await page.getByRole('button', { name: 'Logout' }).click();
  await expect(page.getByRole('banner').getByRole('link', { name: 'Sign In' })).toBeVisible();
  await page.goBack();
  await expect(page).toHaveURL(new RegExp(`^[^?]*${paths.signIn}`));
  await expect(page.locator('body')).not.toContainText(user.email);
});

import { paths } from '#contract/paths.ts';
import { expect, test } from '#tests/e2e/fixtures.ts';
import { MOBILE_VIEWPORT, openPage } from '#tests/e2e/support/pages.ts';

test('a visitor sees Sign In and Sign Up, no account menu and no Admin Panel', async ({ page }) => {
  await openPage(page, paths.home);
  const header = page.getByRole('banner');
  await expect(header.getByRole('link', { name: 'Sign In' })).toHaveAttribute('href', paths.signIn);
  await expect(header.getByRole('link', { name: 'Sign Up' })).toHaveAttribute('href', paths.signUp);
  await expect(header.getByRole('button', { name: 'Account menu' })).toHaveCount(0);
  await expect(page.getByText('Admin Panel')).toHaveCount(0);
});

test.describe('a customer', () => {
  test.use({ role: 'customer' });

  test('sees name, email, Update Profile, My Subscription and Logout in the menu', async ({ page, user }) => {
    await openPage(page, paths.home);
    const header = page.getByRole('banner');
    await expect(header.getByText(user.email)).toBeHidden();
    await header.getByRole('button', { name: 'Account menu' }).click();
    await expect(header.getByText(user.name, { exact: true })).toBeVisible();
    await expect(header.getByText(user.email)).toBeVisible();
    const links = header.locator('#account-menu').getByRole('link');
    await expect(links).toHaveText(['Update Profile', 'My Subscription']);
    await expect(header.getByRole('button', { name: 'Logout' })).toBeVisible();
  });

  test('does not see Sign In, Sign Up or the Admin Panel', async ({ page }) => {
    await openPage(page, paths.home);
    const header = page.getByRole('banner');
    await expect(header.getByRole('link', { name: 'Sign In' })).toHaveCount(0);
    await expect(header.getByRole('link', { name: 'Sign Up' })).toHaveCount(0);
    await expect(page.getByText('Admin Panel')).toHaveCount(0);
  });

  for (const [name, path] of [
    ['Update Profile', paths.profile],
    ['My Subscription', paths.mySubscription],
  ] as const) {
    test(`${name} leads to its page and closes the menu`, async ({ page }) => {
      await openPage(page, paths.home);
      const menu = page.locator('#account-menu');
      await page.getByRole('button', { name: 'Account menu' }).click();
      await menu.getByRole('link', { name }).click();
      await expect(page).toHaveURL(path);
      await expect(menu).toBeHidden();
    });
  }

  test('sees links to the dashboard and the signals on the home page', async ({ page }) => {
    await openPage(page, paths.home);
    const main = page.getByRole('main');
    await expect(main.getByRole('link', { name: 'Access Your Dashboard' })).toHaveAttribute(
      'href',
      paths.signals,
    );
    await expect(main.getByRole('link', { name: 'View Signals' })).toBeVisible();
    await expect(main.getByRole('link', { name: 'Sign Up for Access' })).toHaveCount(0);
  });
});

test.describe('an administrator', () => {
  test.use({ role: 'administrator' });

  test('sees the Admin Panel and no customer pages', async ({ page }) => {
    await openPage(page, paths.home);
    const nav = page.getByRole('navigation', { name: 'Main' });
    await page.getByRole('button', { name: 'Account menu' }).click();
    await expect(page.getByRole('link', { name: 'Update Profile' })).toHaveCount(0);
    await page.keyboard.press('Escape');
    await nav.getByRole('link', { name: 'Admin Panel' }).click();
    await expect(page).toHaveURL(paths.adminDashboard);
    await expect(nav.locator('[aria-current="page"]')).toHaveText(['Admin Panel']);
  });

  test('sees the Admin Panel in the menu on a phone', async ({ page }) => {
    await page.setViewportSize(MOBILE_VIEWPORT);
    await openPage(page, paths.home);
    await page
      .getByRole('button', { name: 'menu', exact: false })
      .and(page.locator('[popovertarget=site-menu]'))
      .click();
    await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Admin Panel' }).click();
    await expect(page).toHaveURL(paths.adminDashboard);
  });
});

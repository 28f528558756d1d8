import { paths } from '#core/contract/paths.ts';
import { expect, test } from '#tests/e2e/fixtures.ts';
import { MOBILE_VIEWPORT, openPage } from '#tests/e2e/support/pages.ts';

test.describe('a customer', () => {
  test.use({ role: 'customer' });

  test('sees name, email, the pages of the account and Logout in the menu, whose links close it', async ({
    page,
    user,
  }) => {
    await openPage(page, paths.home);
    const header = page.getByRole('banner');
    const menu = header.locator('#account-menu');
    await expect(header.getByText(user.email)).toBeHidden();
    await expect(header.getByRole('link', { name: 'Sign In' })).toHaveCount(0);
    await expect(header.getByRole('link', { name: 'Sign Up' })).toHaveCount(0);
    await expect(page.getByText('Admin Panel')).toHaveCount(0);

    const main = page.getByRole('main');
    await expect(main.getByRole('link', { name: 'Access Your Dashboard' })).toHaveAttribute(
      'href',
      paths.today,
    );
    await expect(main.getByRole('link', { name: 'View Signals' })).toBeVisible();
    await expect(main.getByRole('link', { name: 'Sign Up for Access' })).toHaveCount(0);

    await header.getByRole('button', { name: 'Account menu' }).click();
    await expect(header.getByText(user.name, { exact: true })).toBeVisible();
    await expect(header.getByText(user.email)).toBeVisible();
    await expect(menu.getByRole('link')).toHaveText([
      'My Positions',
      'Update Profile',
      'My Subscription',
      'Alerts',
    ]);
    await expect(header.getByRole('button', { name: 'Logout' })).toBeVisible();
    for (const [name, path] of [
      ['My Positions', paths.positions],
      ['Update Profile', paths.profile],
      ['My Subscription', paths.mySubscription],
      ['Alerts', paths.alerts],
    ] as const) {
      await menu.getByRole('link', { name }).click();
      await expect(page).toHaveURL(path);
      await expect(menu).toBeHidden();
      await header.getByRole('button', { name: 'Account menu' }).click();
    }
  });
});

test.describe('an administrator', () => {
  test.use({ role: 'administrator' });

  test('sees the Admin Panel and no customer pages, also in the menu on a phone', async ({ page }) => {
    await test.step('sees the Admin Panel and no customer pages', async () => {
      await openPage(page, paths.home);
      const nav = page.getByRole('navigation', { name: 'Main' });
      await page.getByRole('button', { name: 'Account menu' }).click();
      await expect(page.getByRole('link', { name: 'Update Profile' })).toHaveCount(0);
      await page.keyboard.press('Escape');
      await nav.getByRole('link', { name: 'Admin Panel' }).click();
      await expect(page).toHaveURL(paths.adminDashboard);
      await expect(nav.locator('[aria-current="page"]')).toHaveText(['Admin Panel']);
    });

    await test.step('sees the Admin Panel in the menu on a phone', async () => {
      await page.setViewportSize(MOBILE_VIEWPORT);

      await page
        .getByRole('button', { name: 'menu', exact: false })
        .and(page.locator('[popovertarget=site-menu]'))
        .click();
      await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Admin Panel' }).click();
      await expect(page).toHaveURL(paths.adminDashboard);
    });
  });
});

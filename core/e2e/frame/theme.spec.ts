import { paths } from '#core/contract/paths.ts';
import { expect, test } from '#tests/e2e/fixtures.ts';
import { MOBILE_VIEWPORT, openPage, readLocalStorage } from '#tests/e2e/support/pages.ts';

const GROUND = { light: 'rgb(246, 244, 238)', dark: 'rgb(20, 19, 16)' };

test('the theme follows the device until one is chosen', async ({ page }) => {
  await page.emulateMedia({ colorScheme: 'dark' });
  await openPage(page, paths.home);
  await expect(page.locator('html')).not.toHaveAttribute('data-theme');
  await expect(page.locator('html')).toHaveCSS('background-color', GROUND.dark);
  await page.emulateMedia({ colorScheme: 'light' });
  await expect(page.locator('html')).toHaveCSS('background-color', GROUND.light);
});

test('a chosen theme overrides the device and survives a reload, until the device is followed again', async ({
  page,
}) => {
  await page.emulateMedia({ colorScheme: 'light' });
  await openPage(page, paths.home);
  const toggle = page.getByRole('banner').getByRole('button', { name: 'Theme' });
  await toggle.click();
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'light');
  await toggle.click();
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark');
  await page.reload();
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark');
  await expect(page.locator('html')).toHaveCSS('background-color', GROUND.dark);
  await expect(toggle).toHaveAccessibleName('Theme: dark');

  // The third press follows the device again.
  await toggle.click();
  await expect(toggle).toHaveAccessibleName('Theme: system');
  await expect(page.locator('html')).not.toHaveAttribute('data-theme');
  expect(await readLocalStorage(page, 'tezi:theme')).toBeNull();
});

test('choosing a theme changes all open tabs', async ({ page, context }) => {
  const other = await context.newPage();
  await openPage(other, paths.charting);
  await openPage(page, paths.home);
  await page.getByRole('banner').getByRole('button', { name: 'Theme' }).click();
  await expect(other.locator('html')).toHaveAttribute('data-theme', 'light');
});

test('on a phone the theme toggle is in the menu', async ({ page }) => {
  await page.setViewportSize(MOBILE_VIEWPORT);
  await openPage(page, paths.home);
  await page.getByRole('button', { name: 'menu' }).click();
  await page.getByRole('navigation', { name: 'Main' }).getByRole('button', { name: 'Theme' }).click();
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'light');
});

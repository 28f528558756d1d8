import { paths } from '#core/contract/paths.ts';
import { expect, test } from '#tests/e2e/fixtures.ts';
import { MOBILE_VIEWPORT, openPage, readLocalStorage } from '#tests/e2e/support/pages.ts';

const GROUND = { light: 'rgb(246, 244, 238)', dark: 'rgb(20, 19, 16)' };

test('the theme follows the device until one is chosen, in all tabs and after a reload, and then again', async ({
  page,
  context,
}) => {
  await test.step('the theme follows the device until one is chosen', async () => {
    await page.emulateMedia({ colorScheme: 'dark' });
    await openPage(page, paths.home);
    await expect(page.locator('html')).not.toHaveAttribute('data-theme');
    await expect(page.locator('html')).toHaveCSS('background-color', GROUND.dark);
    await page.emulateMedia({ colorScheme: 'light' });
    await expect(page.locator('html')).toHaveCSS('background-color', GROUND.light);
  });

  await test.step('a chosen theme overrides the device and survives a reload, until the device is followed again', async () => {
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

  await test.step('choosing a theme changes all open tabs', async () => {
    const other = await context.newPage();
    await openPage(other, paths.charting);

    await page.getByRole('banner').getByRole('button', { name: 'Theme' }).click();
    await expect(other.locator('html')).toHaveAttribute('data-theme', 'light');
  });
  const toggle = page.getByRole('button', { name: 'Theme' }).first();
  await toggle.click();
  await toggle.click();
  await expect(page.locator('html')).not.toHaveAttribute('data-theme');

  await test.step('on a phone the theme toggle is in the menu', async () => {
    await page.setViewportSize(MOBILE_VIEWPORT);

    await page.getByRole('button', { name: 'menu' }).click();
    await page.getByRole('navigation', { name: 'Main' }).getByRole('button', { name: 'Theme' }).click();
    await expect(page.locator('html')).toHaveAttribute('data-theme', 'light');
  });
});

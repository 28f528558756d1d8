import { paths } from '#core/contract/paths.ts';
import { expect, test } from '#tests/e2e/fixtures.ts';
import { ADMIN_PAGES } from '#tests/support/pages/admin-pages.ts';

test.use({ javaScriptEnabled: false });

/** Sign-in and administration need scripts and show a message. */
const NEEDS_SCRIPTS: string[] = [paths.signIn, paths.signUp, ...ADMIN_PAGES];

test('every page is readable without scripts', async ({ page }) => {
  test.slow();
  for (const path of Object.values(paths)) {
    await test.step(path, async () => {
      await page.goto(path);
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
      const main = page.getByRole('main');
      expect((await main.innerText()).trim().length, 'characters of text').toBeGreaterThan(40);
      await expect(main.getByText(/Loading|Checking/).filter({ visible: true })).toHaveCount(0);
      if (NEEDS_SCRIPTS.includes(path)) await expect(main.locator('noscript > *')).toBeVisible();
      await expect(page.getByRole('banner').getByRole('link', { name: 'Sign In' })).toBeVisible();
      await expect(page.getByRole('button', { name: 'Account menu' })).toBeHidden();
      await expect(page.getByRole('contentinfo').getByRole('link', { name: 'Terms' })).toBeVisible();
    });
  }
});

test('links, the dropdown and the free signals work without scripts', async ({ page }) => {
  await page.goto(paths.home);
  await page.getByRole('main').getByRole('link', { name: 'Intraday signals', exact: true }).click();
  await expect(page).toHaveURL(paths.intradaySignals);
  await expect(page.getByText('Breakout above the morning range')).toBeVisible();
  await page.getByRole('button', { name: 'Policies' }).click();
  await page.getByRole('link', { name: 'Terms & Conditions' }).click();
  await expect(page).toHaveURL(paths.terms);
});

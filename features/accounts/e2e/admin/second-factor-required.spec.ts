import { addNext, paths } from '#core/contract/paths.ts';
import { expectNoFaultsInBothThemes, expectNoSidewaysScroll } from '#core/e2e/accessibility/scan.ts';
import { expect } from '#tests/e2e/fixtures.ts';
import { MOBILE_VIEWPORT, openPage } from '#tests/e2e/support/pages.ts';
import { type Product, startProduct } from '#tests/e2e/support/product.ts';
import { AuthenticatorApp } from '#tests/e2e/support/second-factor.ts';
import {
  test as administratorTest,
  codeField,
  readRecoveryCodes,
  sendPassword,
  startSetup,
} from './second-factor.ts';

/** Runs against a server that requires a second factor. */
const test = administratorTest.extend<object, { product: Product }>({
  product: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the names of what a fixture needs from the pattern
    async ({}, use) => {
      const product = await startProduct({ ADMIN_SECOND_FACTOR: 'required' });
      await use(product);
      await product.stop();
    },
    { scope: 'worker', timeout: 240_000 },
  ],
});
// In one worker: each would start a product of its own.
test.describe.configure({ mode: 'default' });

test('the dashboard shows only the setup until it is completed, then continues to the page that was asked for and offers no removal', async ({
  openBrowser,
  user,
  browserErrors,
}) => {
  browserErrors.expectStatus(403);
  const page = await openBrowser();
  await openPage(page, paths.adminSignIn);
  await sendPassword(page, user);
  await expect(page).toHaveURL(paths.adminDashboard);
  await expect(page.getByRole('heading', { name: 'Set up the second factor first' })).toBeVisible();
  await expect(page.getByRole('button', { name: 'Add New Signal' })).toHaveCount(0);
  // The list of the holidays page is public.
  await openPage(page, paths.adminHolidays);
  await expect(page).toHaveURL(addNext(paths.adminDashboard, paths.adminHolidays));
  await expect(page.getByRole('heading', { name: 'Set up the second factor first' })).toBeVisible();
  await expectNoFaultsInBothThemes(page, 'before the setup');

  const main = page.getByRole('main');
  const app = new AuthenticatorApp(await startSetup(main, user.password));
  await page.setViewportSize(MOBILE_VIEWPORT);
  await expectNoFaultsInBothThemes(page, 'while connecting the app');
  await expectNoSidewaysScroll(page);
  await codeField(main).fill(await app.getCode());
  await main.getByRole('button', { name: 'Confirm' }).click();
  await readRecoveryCodes(main);
  await expectNoFaultsInBothThemes(page, 'with the recovery codes');
  await expectNoSidewaysScroll(page);
  await main.getByRole('button', { name: 'Continue' }).click();
  await expect(page).toHaveURL(paths.adminHolidays);
  await expect(page.getByRole('heading', { name: 'Market holidays' })).toBeVisible();
  await expect(main).toBeFocused();
  await page.setViewportSize({ width: 1440, height: 900 });
  await openPage(page, paths.adminDashboard);
  await page.getByRole('button', { name: 'Second factor' }).click();
  const dialog = page.getByRole('dialog', { name: 'Second factor' });
  await expect(dialog.getByText('A second factor is required.')).toBeVisible();
  await expect(dialog.getByRole('button', { name: 'New recovery codes' })).toBeVisible();
  await expect(dialog.getByRole('button', { name: 'Remove' })).toHaveCount(0);
});

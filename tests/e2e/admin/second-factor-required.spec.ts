import { paths } from '#contract/paths.ts';
import { expectNoFaultsInBothThemes, expectNoSidewaysScroll } from '#tests/e2e/accessibility/scan.ts';
import { expect } from '#tests/e2e/fixtures.ts';
import { open, PHONE } from '#tests/e2e/support/pages.ts';
import { type Product, startProduct } from '#tests/e2e/support/product.ts';
import { AuthenticatorApp, giveSecondFactor } from '#tests/e2e/support/second-factor.ts';
import {
  test as administratorTest,
  beginSetUp,
  codeField,
  openSecondFactor,
  readRecoveryCodes,
  sendPassword,
} from './second-factor.ts';

/** On a product whose operator requires a second factor. */
const test = administratorTest.extend<object, { product: Product }>({
  product: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the names of what a fixture needs from the pattern
    async ({}, use) => {
      const product = await startProduct({ ADMIN_SECOND_FACTOR: 'required' });
      await use(product);
      await product.stop();
    },
    { scope: 'worker', timeout: 90_000 },
  ],
});

test('the dashboard is the set-up alone until it is done, and then goes on to the signals', async ({
  openBrowser,
  person,
  surprises,
}) => {
  surprises.expectStatus(403);
  const page = await openBrowser();
  await open(page, paths.adminSignIn);
  await sendPassword(page, person);
  await expect(page).toHaveURL(paths.adminDashboard);
  await expect(page.getByRole('heading', { name: 'Set up the second factor first' })).toBeVisible();
  await expect(page.getByRole('button', { name: 'Add New Signal' })).toHaveCount(0);
  await expectNoFaultsInBothThemes(page, 'before the set-up');

  const main = page.getByRole('main');
  const app = new AuthenticatorApp(await beginSetUp(main, person.password));
  await page.setViewportSize(PHONE);
  await expectNoFaultsInBothThemes(page, 'while the app is connected');
  await expectNoSidewaysScroll(page);
  await codeField(main).fill(app.code());
  await main.getByRole('button', { name: 'Confirm' }).click();
  await readRecoveryCodes(main);
  await expectNoFaultsInBothThemes(page, 'with the recovery codes');
  await expectNoSidewaysScroll(page);
  await main.getByRole('button', { name: 'Continue to Signals' }).click();
  await expect(page.getByRole('table')).toBeVisible();
  await expect(main).toBeFocused();
});

test('the holidays, whose list everybody may read, lead to the set-up too', async ({ page, surprises }) => {
  surprises.expectStatus(403);
  await open(page, paths.adminHolidays);
  await expect(page).toHaveURL(paths.adminDashboard);
  await expect(page.getByRole('heading', { name: 'Set up the second factor first' })).toBeVisible();
});

test('a second factor that is required cannot be removed on the dashboard', async ({
  page,
  person,
  product,
}) => {
  await giveSecondFactor(product.address, person);
  const dialog = await openSecondFactor(page);
  await expect(dialog.getByText('A second factor is required here.')).toBeVisible();
  await expect(dialog.getByRole('button', { name: 'New Recovery Codes' })).toBeVisible();
  await expect(dialog.getByRole('button', { name: 'Remove' })).toHaveCount(0);
});

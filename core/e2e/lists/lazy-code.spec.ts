import { paths } from '#core/contract/paths.ts';
import { expect, test } from '#tests/e2e/fixtures.ts';
import { openPage } from '#tests/e2e/support/pages.ts';

const DIALOGS_CODE = '**/assets/signal-dialogs-*.js';
const FILINGS_CODE = '**/assets/filings-*.js';
const OPEN_SIGNALS_CODE = '**/assets/open-signals-*.js';

test.describe('as an administrator', () => {
  test.use({ role: 'administrator' });

  test('a failure to load a dialog is shown, and Retry opens it', async ({ page, browserErrors }) => {
    browserErrors.expect(/Failed to load resource/);
    await page.route(DIALOGS_CODE, (route) => route.abort());
    await openPage(page, paths.adminDashboard);
    await page.getByRole('button', { name: 'Add New Signal' }).click();
    await expect(page.getByRole('alert')).toContainText('The dialog could not be loaded.');
    await page.unroute(DIALOGS_CODE);
    await page.getByRole('button', { name: 'Retry' }).click();
    await expect(page.getByRole('dialog', { name: 'Add New Signal' })).toBeVisible();
    await expect(page.getByRole('alert')).toHaveCount(0);
  });

  test('a failure to load the filings is shown, and Retry loads them', async ({ page, browserErrors }) => {
    browserErrors.expect(/Failed to load resource/);
    await page.route(FILINGS_CODE, (route) => route.abort());
    await openPage(page, `${paths.adminImports}?view=filings`);
    await expect(page.getByRole('alert')).toContainText('The filings could not be loaded.');
    // The page automatically tries again once it knows their number.
    await expect(page.getByRole('tab', { name: /^Pending filings \d/ })).toBeVisible();
    await page.unroute(FILINGS_CODE);
    await page.getByRole('button', { name: 'Retry' }).click();
    await expect(page.getByRole('alert')).toHaveCount(0);
    await expect(page.getByRole('tabpanel')).not.toBeEmpty();
  });
});

test('a failure to load the open signals is shown on the home page, and Try Again loads them', async ({
  page,
  browserErrors,
}) => {
  browserErrors.expect(/Failed to load resource/);
  await page.route(OPEN_SIGNALS_CODE, (route) => route.abort());
  await openPage(page, paths.home);
  await expect(page.getByRole('alert')).toHaveText('Could not be loaded. Try Again');
  await page.unroute(OPEN_SIGNALS_CODE);
  await page.getByRole('button', { name: 'Try Again' }).click();
  await expect(page.getByText(/^(\d+, newest \S+|None now)/)).toBeVisible();
  await expect(page.getByRole('alert')).toHaveCount(0);
});

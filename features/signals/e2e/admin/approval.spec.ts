import { paths } from '#core/contract/paths.ts';
import { expectNoFaultsInBothThemes, expectNoSidewaysScroll } from '#core/e2e/accessibility/scan.ts';
import { getSignalChecks } from '#features/signals/contract/publishing/signal-checks.ts';
import { expect, test as productTest } from '#tests/e2e/fixtures.ts';
import { field, fillSignal, getCard, getRow, openAddDialog } from '#tests/e2e/support/admin-helpers.ts';
import { getToast, MOBILE_VIEWPORT, openPage } from '#tests/e2e/support/pages.ts';
import { type Product, startProduct } from '#tests/e2e/support/product.ts';
import { createAdministrator } from '#tests/e2e/support/second-factor.ts';
import { makeUniqueSymbol } from '#tests/e2e/support/signals.ts';

/** Runs against a server on which another administrator must approve signals. */
const test = productTest.extend<object, { product: Product }>({
  product: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the names of what a fixture needs from the pattern
    async ({}, use) => {
      const product = await startProduct({ SIGNAL_APPROVAL: 'required' });
      await use(product);
      await product.stop();
    },
    { scope: 'worker', timeout: 240_000 },
  ],
});
// In one worker: each would start a product of its own.
test.describe.configure({ mode: 'default' });
test.use({ role: 'administrator' });

test('a draft is submitted, sent back, submitted again and published by another administrator', async ({
  page,
  product,
  openBrowser,
}) => {
  const symbol = makeUniqueSymbol();
  const reviewer = await openBrowser(await createAdministrator(product));
  const visitor = await openBrowser();

  await test.step('the author saves an incomplete draft, which only administrators see', async () => {
    const dialog = await openAddDialog(page);
    await field(dialog, 'Stock Name').fill(symbol);
    await field(dialog, 'Entry Price').fill('100');
    await dialog.getByRole('button', { name: 'Save Draft' }).click();
    await expect(getToast(page, 'Draft Saved', 'Only administrators see it')).toBeVisible();
    await openPage(page, paths.adminDrafts);
    await expect(getRow(page, symbol)).toContainText('Draft');
    await openPage(visitor, paths.intradaySignals);
    await expect(getCard(visitor, symbol)).toHaveCount(0);
  });

  await test.step('the author completes and submits it, and cannot publish it', async () => {
    await page.getByRole('button', { name: `Edit ${symbol}` }).click();
    const dialog = page.getByRole('dialog', { name: 'Edit Draft' });
    await expect(field(dialog, 'Entry Price')).toHaveValue('100');
    await fillSignal(dialog, symbol);
    await field(dialog, 'Reason').fill('Made for a test');
    await dialog.getByRole('button', { name: 'Submit for Approval' }).click();
    await expect(getToast(page, 'Signal Submitted', 'Another administrator must approve it')).toBeVisible();
    await expect(getRow(page, symbol)).toContainText('Waiting for approval');
    await expect(getRow(page, symbol).getByRole('button')).toHaveText([`Withdraw ${symbol}`]);
  });

  await test.step('the reviewer sends it back with a comment', async () => {
    await openPage(reviewer, paths.adminDrafts);
    await reviewer.getByRole('button', { name: `Review ${symbol}` }).click();
    await reviewer
      .getByRole('dialog', { name: 'Review signal' })
      .getByRole('button', { name: 'Send Back' })
      .click();
    const dialog = reviewer.getByRole('dialog', { name: 'Send back' });
    await dialog.getByRole('button', { name: 'Send Back' }).click();
    await expect(dialog.getByText('This field may not be blank.')).toBeVisible();
    await dialog.getByLabel('Comment').fill('The stop is too wide');
    await dialog.getByRole('button', { name: 'Send Back' }).click();
    await expect(getRow(reviewer, symbol)).toContainText('Sent back');
  });

  await test.step('the author reads the comment and submits it again', async () => {
    await openPage(page, paths.adminDrafts);
    await expect(getRow(page, symbol)).toContainText('The stop is too wide');
    await page.getByRole('button', { name: `Edit ${symbol}` }).click();
    const dialog = page.getByRole('dialog', { name: 'Edit Draft' });
    await field(dialog, 'Stop Loss').fill('96');
    await expect(field(dialog, 'Reason')).toHaveValue('Made for a test');
    await dialog.getByRole('button', { name: 'Submit for Approval' }).click();
    await expect(getRow(page, symbol)).toContainText('Waiting for approval');
  });

  await test.step('the reviewer approves it, and visitors see it', async () => {
    await openPage(reviewer, paths.adminDrafts);
    await reviewer.getByRole('button', { name: `Review ${symbol}` }).click();
    const dialog = reviewer.getByRole('dialog', { name: 'Review signal' });
    await expect(dialog.getByRole('definition').filter({ hasText: /^96$/ })).toBeVisible();
    await expect(dialog).toContainText('Everyone will see this signal at once');
    await expect(dialog).toContainText('Reason given with the draft: Made for a test');
    await expect(field(dialog, 'Reason')).toHaveValue('Made for a test');
    await expectNoFaultsInBothThemes(reviewer, 'the review of a draft');
    await dialog.getByRole('button', { name: 'Approve and Publish' }).click();
    await expect(getToast(reviewer, 'Signal Approved', symbol)).toBeVisible();
    await expect(getRow(reviewer, symbol)).toHaveCount(0);
    await openPage(visitor, paths.intradaySignals);
    await expect(getCard(visitor, symbol)).toContainText('Rs. 96.00');
  });
});

test('a review that is no longer current says so; the reviewer sees the last close and the price limits, or that they could not be loaded', async ({
  page,
  product,
  openBrowser,
  browserErrors,
}) => {
  const reviewer = await openBrowser(await createAdministrator(product));
  await test.step('a review that is no longer current says so', async () => {
    browserErrors.expectStatus(409);
    const symbol = makeUniqueSymbol();
    const dialog = await openAddDialog(page);
    await fillSignal(dialog, symbol);
    await field(dialog, 'Reason').fill('Made for a test');
    await dialog.getByRole('button', { name: 'Submit for Approval' }).click();
    await expect(getToast(page, 'Signal Submitted', 'Another administrator')).toBeVisible();

    await openPage(reviewer, paths.adminDrafts);
    await reviewer.getByRole('button', { name: `Review ${symbol}` }).click();
    await openPage(page, paths.adminDrafts);
    await page.getByRole('button', { name: `Withdraw ${symbol}` }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Withdraw' }).click();
    await expect(getRow(page, symbol).getByRole('button', { name: 'Edit' })).toBeVisible();

    const review = reviewer.getByRole('dialog', { name: 'Review signal' });
    await review.getByRole('button', { name: 'Approve and Publish' }).click();
    await expect(review.getByRole('alert')).toContainText('The draft has changed since you opened it.');
  });

  await test.step('the reviewer sees the last close and the price limits, or that they could not be loaded', async () => {
    browserErrors.expectStatus(500);
    const dialog = await openAddDialog(page);
    await fillSignal(dialog, 'SYS', { entry: '9000', stop: '8900', targets: ['9100', '9200', '9300'] });
    await field(dialog, 'Type').selectOption('Swing');
    await field(dialog, 'Reason').fill('Made for a test');
    await dialog.getByRole('button', { name: 'Submit for Approval' }).click();
    await expect(getToast(page, 'Signal Submitted', 'Another administrator')).toBeVisible();

    await reviewer.setViewportSize(MOBILE_VIEWPORT);
    await openPage(reviewer, paths.adminDrafts);
    await reviewer.getByRole('button', { name: 'Review SYS' }).click();
    const review = reviewer.getByRole('dialog', { name: 'Review signal' });
    await expect(review).toContainText('Premium subscribers will see this signal at once');
    const fact = (name: string) =>
      review.getByRole('term').filter({ hasText: name }).locator('xpath=following-sibling::dd[1]');
    await expect(fact('Last close')).toHaveText(/^Rs\. [\d.]+, \d{1,2} \w{3} \d{4}/);
    await expect(fact('Price limits')).toHaveText(/^Rs\. [\d.]+ to Rs\. [\d.]+, \d{1,2} \w{3} \d{4}/);
    await expectNoSidewaysScroll(reviewer);
    await reviewer.keyboard.press('Escape');
    await expectNoSidewaysScroll(reviewer);
    await expectNoFaultsInBothThemes(reviewer, 'the list');

    await reviewer.route(`**/api${getSignalChecks.path}*`, (route) =>
      route.fulfill({ status: 500, body: '{}' }),
    );
    await openPage(reviewer, paths.adminDrafts);
    await reviewer.getByRole('button', { name: 'Review SYS' }).click();
    await expect(review).toContainText('The last close and the price limits could not be loaded.');
  });
});

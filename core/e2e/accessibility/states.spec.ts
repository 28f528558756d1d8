import { paths } from '#core/contract/paths.ts';
import { expect, test } from '#tests/e2e/fixtures.ts';
import {
  chooseRowAction,
  fillSignal,
  openAddDialog,
  openConfirmation,
  showMore,
} from '#tests/e2e/support/admin-helpers.ts';
import { getToast, MOBILE_VIEWPORT, openPage, waitForHydration } from '#tests/e2e/support/pages.ts';
import { edit, publish } from '#tests/e2e/support/signals.ts';
import { expectNoFaultsInBothThemes, expectNoSidewaysScroll } from './scan.ts';

test('the 404 page', async ({ page, browserErrors }) => {
  browserErrors.expectStatus(404);
  await page.goto('/no-such-page');
  await waitForHydration(page);
  await expectNoFaultsInBothThemes(page, 'on the 404 page');
  await page.setViewportSize(MOBILE_VIEWPORT);
  await expectNoSidewaysScroll(page);
});

test('the open policies menu, and the open menu of a phone', async ({ page }) => {
  await openPage(page, paths.home);
  await page.getByRole('button', { name: 'Policies' }).click();
  await expect(page.getByRole('link', { name: 'Refund Policy' }).first()).toBeVisible();
  await expectNoFaultsInBothThemes(page, 'with the policies open');
  await page.keyboard.press('Escape');
  await page.setViewportSize(MOBILE_VIEWPORT);
  await page.getByRole('button', { name: 'menu' }).click();
  const nav = page.getByRole('navigation', { name: 'Main' });
  await nav.getByText('Policies').click();
  await expect(nav.getByRole('link', { name: 'Refund Policy' })).toBeVisible();
  await expectNoFaultsInBothThemes(page, 'with the menu open');
  await expectNoSidewaysScroll(page);
});

test('a form with errors and a toast', async ({ page }) => {
  await openPage(page, paths.signUp);
  await page.getByRole('main').getByRole('button', { name: 'Create Account' }).click();
  await expect(getToast(page, 'Error', 'Please fill in all fields')).toBeVisible();
  await expectNoFaultsInBothThemes(page, 'with errors and a toast');
  await page.setViewportSize(MOBILE_VIEWPORT);
  await expectNoSidewaysScroll(page);
});

test('cards with changed levels and a stop past the entry', async ({ page, product }) => {
  const signal = await publish(product.url);
  await edit(product.url, signal.id, { stop_loss: '104.00' });
  await openPage(page, paths.intradaySignals);
  await page.getByLabel('I entered this trade').first().check();
  await expectNoFaultsInBothThemes(page, 'with a locked-in gain');
  await page.setViewportSize(MOBILE_VIEWPORT);
  await expectNoSidewaysScroll(page);
});

test.describe('a customer', () => {
  test.use({ role: 'customer' });

  test('the account menu over the free signals warning', async ({ page }) => {
    await openPage(page, paths.intradaySignals);
    await expect(page.getByText("You're viewing free signals only.")).toBeVisible();
    await page.getByRole('button', { name: 'Account menu' }).click();
    await expectNoFaultsInBothThemes(page, 'with the account menu open');
    await page.setViewportSize(MOBILE_VIEWPORT);
    await expectNoSidewaysScroll(page);
  });
});

test.describe('an administrator', () => {
  test.use({ role: 'administrator' });

  test('the signal form: empty, with errors, with open details and with warnings', async ({ page }) => {
    const dialog = await openAddDialog(page);
    await expectNoFaultsInBothThemes(page, 'with a blank form');
    await dialog.getByRole('button', { name: 'Publish' }).click();
    await expect(getToast(page, 'Validation Error', 'Please fill in all fields')).toBeVisible();
    await showMore(dialog);
    await expectNoFaultsInBothThemes(page, 'with errors');

    await fillSignal(dialog, 'HUB');
    await expect(dialog.getByText(/HUB is not in the company directory/)).toBeVisible();
    await expectNoFaultsInBothThemes(page, 'with similar companies');
    const confirmation = await openConfirmation(dialog);
    await confirmation.getByRole('button', { name: 'Publish' }).click();
    await expect(confirmation.getByText(/Enter a reason of at least 3 characters/)).toBeVisible();
    await expectNoFaultsInBothThemes(page, 'with the confirmation');
    await confirmation.getByRole('button', { name: 'Back' }).click();
    await fillSignal(dialog, 'SYS', { entry: '9000', stop: '8900', targets: ['9100', '9200', '9300'] });
    await expect(dialog.getByText('Beyond the price limits').first()).toBeVisible();
    await expectNoFaultsInBothThemes(page, 'with prices beyond the limits');
    await page.setViewportSize(MOBILE_VIEWPORT);
    await expectNoSidewaysScroll(page);
    expect(await dialog.evaluate((box) => box.scrollWidth - box.clientWidth), 'within the dialog').toBe(0);
  });

  test('the history of a signal and the confirmation of its deletion', async ({ page, product }) => {
    const { symbol } = await publish(product.url);
    await openPage(page, `${paths.adminDashboard}?signal_type=intraday&search=${symbol}`);
    await chooseRowAction(page, 'History', symbol);
    await expect(page.getByText('Published by admin')).toBeVisible();
    await expectNoFaultsInBothThemes(page, 'with the history open');
    await page.keyboard.press('Escape');
    await chooseRowAction(page, 'Delete', symbol);
    await expectNoFaultsInBothThemes(page, 'with the question open');
  });

  test('the dashboard without matching signals', async ({ page }) => {
    await openPage(page, `${paths.adminDashboard}?search=NOSUCHSYMBOL`);
    await expect(page.getByRole('heading', { name: 'No Intraday Signals' })).toBeVisible();
    await expectNoFaultsInBothThemes(page, 'without signals');
  });
});

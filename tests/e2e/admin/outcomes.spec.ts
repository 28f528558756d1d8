import { expectNoFaultsInBothThemes } from '#tests/e2e/accessibility/scan.ts';
import { expect, test } from '#tests/e2e/fixtures.ts';
import { getToast } from '#tests/e2e/support/pages.ts';
import { publish } from '#tests/e2e/support/signals.ts';
import { getRow, openDashboard } from './admin-helpers.ts';

test.use({ role: 'administrator' });

test('a signal is voided from the list with a reason, and the decision is withdrawn', async ({
  page,
  product,
  browserErrors,
}) => {
  browserErrors.expectStatus(400);
  const { symbol } = await publish(product.url);
  await openDashboard(page, symbol);
  const open = () => page.getByRole('button', { name: `Outcome ${symbol}` }).click();
  const dialog = page.getByRole('dialog', { name: `Outcome of ${symbol}` });
  const reason = dialog.getByLabel('Reason');

  await test.step('errors stay in the form', async () => {
    await open();
    await expect(dialog).toContainText('Visitors see the signal as void');
    await expect(dialog.getByLabel('Decision', { exact: true })).toBeFocused();
    await expectNoFaultsInBothThemes(page, 'the list');
    await dialog.getByRole('button', { name: 'Void Signal' }).click();
    await expect(dialog.getByText('This field may not be blank.')).toBeVisible();
    await expect(reason).toBeFocused();
    await reason.fill('Too short');
    await dialog.getByRole('button', { name: 'Void Signal' }).click();
    await expect(dialog.getByText('Ensure this field has at least 10 characters.')).toBeVisible();
    await expect(reason).toHaveValue('Too short');
  });

  await test.step('the list shows the decision', async () => {
    await reason.fill('Published for the wrong company');
    await dialog.getByRole('button', { name: 'Void Signal' }).click();
    await expect(getToast(page, 'Decision Saved', symbol)).toBeVisible();
    await expect(getRow(page, symbol)).toContainText('Void');
  });

  await test.step('the result is overridden', async () => {
    await open();
    await expect(dialog).toContainText('Published for the wrong company');
    await dialog.getByLabel('Decision', { exact: true }).selectOption('Override the result');
    await dialog.getByLabel('Fill Price').fill('100');
    await dialog.getByLabel('Exit Price').fill('110');
    await dialog
      .getByLabel('Exit Date')
      .fill((await dialog.getByLabel('Exit Date').getAttribute('max')) ?? '');
    await reason.fill('The exchange corrected its prices');
    await dialog.getByRole('button', { name: 'Override Result' }).click();
    await expect(getRow(page, symbol)).toContainText('Overridden, +2.00 R');
  });

  await test.step('the decision is withdrawn', async () => {
    await open();
    await reason.fill('The decision was a mistake');
    await dialog.getByRole('button', { name: 'Withdraw Decision' }).click();
    await expect(getToast(page, 'Decision Saved', 'Decision withdrawn')).toBeVisible();
    await expect(getRow(page, symbol)).not.toContainText('Overridden');
  });
});

test('a stop is moved from the list, toward profit only', async ({ page, product }) => {
  const { symbol } = await publish(product.url);
  const row = await openDashboard(page, symbol);
  await page.getByRole('button', { name: `Move Stop ${symbol}` }).click();
  const dialog = page.getByRole('dialog', { name: `Move stop: ${symbol}` });
  const stop = dialog.getByLabel('New Stop Loss');
  await expect(stop).toBeFocused();
  await expect(dialog).toContainText('Above Rs. 95.00 and below Rs. 115.00, the last target.');
  await stop.fill('94');
  await dialog.getByRole('button', { name: 'Move Stop' }).click();
  await expect(dialog.getByText('Stop loss can only move toward profit: above Rs. 95.00.')).toBeVisible();
  await stop.fill('98');
  await dialog.getByRole('button', { name: 'Move Stop' }).click();
  await expect(getToast(page, 'Stop Moved', symbol)).toBeVisible();
  await expect(row).toContainText('Rs. 98.00');
});

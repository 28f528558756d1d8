import type { Locator } from '@playwright/test';
import { paths } from '#core/contract/paths.ts';
import { expectNoSidewaysScroll } from '#core/e2e/accessibility/scan.ts';
import { expect, test } from '#tests/e2e/fixtures.ts';
import {
  chooseRowAction,
  field,
  fillSignal,
  getConfirmation,
  getRow,
  openAddDialog,
} from '#tests/e2e/support/admin-helpers.ts';
import { getToast, MOBILE_VIEWPORT, openPage } from '#tests/e2e/support/pages.ts';
import { makeUniqueSymbol } from '#tests/e2e/support/signals.ts';

test.use({ role: 'administrator', viewport: MOBILE_VIEWPORT, hasTouch: true });

/** Presses the button that submits a dialog with a finger, which needs it within the window. */
async function submit(dialog: Locator, label: string): Promise<void> {
  const button = dialog.getByRole('button', { name: label });
  // Warnings that arrive make the dialog taller.
  await expect(async () => {
    await button.scrollIntoViewIfNeeded();
    await expect(button).toBeInViewport({ ratio: 0.99, timeout: 1_000 });
  }).toPass();
  await button.tap();
}

test('a signal is published, its stop moved, and it is closed on a phone', async ({ page }) => {
  const symbol = makeUniqueSymbol();
  await test.step('publish', async () => {
    const dialog = await openAddDialog(page);
    for (const price of ['Entry Price', 'Stop Loss', 'TP1'])
      await expect(field(dialog, price)).toHaveAttribute('inputmode', 'decimal');
    await fillSignal(dialog, symbol);
    await expectNoSidewaysScroll(page);
    await submit(dialog, 'Publish');
    const confirmation = getConfirmation(dialog);
    await expect(confirmation).toContainText('Everyone will see this signal at once');
    await field(confirmation, 'Reason').fill('Made for a test');
    await expectNoSidewaysScroll(page);
    await submit(confirmation, 'Publish');
    await expect(getToast(page, 'Signal Added', symbol)).toBeVisible();
  });

  await openPage(page, `${paths.adminDashboard}?signal_type=intraday&search=${symbol}`);
  const row = getRow(page, symbol);
  await expectNoSidewaysScroll(page);

  await test.step('move the stop', async () => {
    await chooseRowAction(row, 'Move Stop', symbol);
    const dialog = page.getByRole('dialog', { name: `Move stop: ${symbol}` });
    const stop = field(dialog, 'New Stop Loss');
    await expect(stop).toHaveAttribute('inputmode', 'decimal');
    await stop.fill('97');
    await submit(dialog, 'Move Stop');
    await expect(row).toContainText('Rs. 97.00');
  });

  await test.step('close', async () => {
    await chooseRowAction(row, 'Close', symbol);
    const dialog = page.getByRole('dialog', { name: `Close: ${symbol}` });
    await field(dialog, 'Reason').fill('The move is over');
    await submit(dialog, 'Close Signal');
    await expect(getToast(page, 'Signal Closed', symbol)).toBeVisible();
    await expect(row).toContainText('Closed');
    await expect(row.getByRole('button', { name: `Outcome ${symbol}` })).toBeVisible();
  });
});

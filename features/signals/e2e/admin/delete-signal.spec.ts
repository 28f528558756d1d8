import type { Page } from '@playwright/test';
import { paths } from '#core/contract/paths.ts';
import { expect, test } from '#tests/e2e/fixtures.ts';
import { chooseRowAction, getCard, getRow, openDashboard } from '#tests/e2e/support/admin-helpers.ts';
import { getToast, openPage } from '#tests/e2e/support/pages.ts';
import { publish } from '#tests/e2e/support/signals.ts';

test.use({ role: 'administrator' });

async function openDeleteDialog(page: Page, symbol: string) {
  await openDashboard(page, symbol);
  await chooseRowAction(page, 'Delete', symbol);
  return page.getByRole('dialog', { name: 'Delete signal' });
}

test('a signal is deleted after confirmation, but not by Cancel, Escape or a server error, and visitors no longer see it', async ({
  page,
  product,
  openBrowser,
  browserErrors,
}) => {
  browserErrors.expectStatus(500);

  const { id, symbol } = await publish(product.url);
  const visitor = await openBrowser();
  await openPage(visitor, paths.intradaySignals);
  await expect(getCard(visitor, symbol)).toBeVisible();

  const dialog = await openDeleteDialog(page, symbol);
  await expect(dialog.getByRole('paragraph')).toHaveText([
    `Are you sure you want to delete the signal for ${symbol}?`,
    'The public record keeps the signal.',
  ]);
  await dialog.getByRole('button', { name: 'Cancel' }).click();
  await expect(dialog).toHaveCount(0);
  await chooseRowAction(page, 'Delete', symbol);
  await page.keyboard.press('Escape');
  await expect(dialog).toHaveCount(0);
  await page.route(`**/api/admin/signals/${id}/`, (route) => route.fulfill({ status: 500, body: '{}' }), {
    times: 1,
  });
  await chooseRowAction(page, 'Delete', symbol);
  await dialog.getByRole('button', { name: 'Delete' }).click();
  await expect(getToast(page, 'Failed to delete signal', '500')).toBeVisible();
  await expect(dialog).toHaveCount(0);
  await visitor.reload();
  await expect(getCard(visitor, symbol)).toBeVisible();
  await chooseRowAction(page, 'Delete', symbol);
  await dialog.getByRole('button', { name: 'Delete' }).click();
  await expect(getToast(page, 'Signal Deleted', symbol)).toBeVisible();
  await expect(getRow(page, symbol)).toHaveCount(0);

  await visitor.reload();
  await expect(visitor.getByRole('status').filter({ hasText: /signals? found/ })).toBeVisible();
  await expect(getCard(visitor, symbol)).toHaveCount(0);
});

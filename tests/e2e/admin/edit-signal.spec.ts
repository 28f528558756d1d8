import { paths } from '#contract/paths.ts';
import { expect, test } from '#tests/e2e/fixtures.ts';
import { open, PHONE, toast } from '#tests/e2e/support/pages.ts';
import { change, publish } from '#tests/e2e/support/signals.ts';
import { cardOf, field, openDesk, openEditDialog, rowOf } from './admin-helpers.ts';

test.use({ reader: 'administrator' });

test('a signal that is edited is saved, and the card of a visitor says that and when it was changed', async ({
  page,
  product,
  openBrowser,
}) => {
  const { symbol } = await publish(product.address);
  const dialog = await openEditDialog(page, symbol);
  await expect(field(dialog, 'Entry Price')).toHaveValue('100.00');
  await field(dialog, 'TP3').fill('120');
  await dialog.getByRole('button', { name: 'Save Changes' }).click();
  await expect(toast(page, 'Signal Updated', symbol)).toBeVisible();
  await expect(rowOf(page, symbol)).toContainText('Rs. 120.00');

  const visitor = await openBrowser();
  await open(visitor, paths.intradaySignals);
  await expect(cardOf(visitor, symbol)).toContainText('Rs. 120.00');
  await expect(cardOf(visitor, symbol)).toContainText(/Changed \d{1,2} \w{3} \d{4}, \d{2}:\d{2} PKT/);
});

test('the stop may be moved past the entry toward profit, and the card says that nothing is at risk', async ({
  page,
  product,
  openBrowser,
}) => {
  const { symbol } = await publish(product.address);
  const dialog = await openEditDialog(page, symbol);
  await field(dialog, 'Stop Loss').fill('104');
  await expect(dialog.getByText(/must be below/)).toHaveCount(0);
  await dialog.getByRole('button', { name: 'Save Changes' }).click();
  await expect(toast(page, 'Signal Updated', symbol)).toBeVisible();
  const visitor = await openBrowser();
  await open(visitor, paths.intradaySignals);
  await expect(cardOf(visitor, symbol)).toContainText('no risk left');
});

test('the stop may not be moved past the last target', async ({ page, product }) => {
  const { symbol } = await publish(product.address);
  const dialog = await openEditDialog(page, symbol);
  await field(dialog, 'Stop Loss').fill('116');
  await dialog.getByRole('button', { name: 'Save Changes' }).click();
  await expect(
    toast(page, 'Validation Error', 'Stop loss must stay below the last target (Rs. 115.00).'),
  ).toBeVisible();
  await expect(field(dialog, 'Stop Loss')).toHaveValue('116');
});

test('a signal that is closed is shown as closed', async ({ page, product, openBrowser }) => {
  const { symbol } = await publish(product.address);
  const dialog = await openEditDialog(page, symbol);
  await field(dialog, 'Status').selectOption('Closed');
  await dialog.getByRole('button', { name: 'Save Changes' }).click();
  await expect(rowOf(page, symbol)).toContainText('Closed');
  const visitor = await openBrowser();
  await open(visitor, paths.intradaySignals);
  await expect(cardOf(visitor, symbol)).toContainText('Closed');
});

test('Cancel changes nothing', async ({ page, product }) => {
  const { symbol } = await publish(product.address);
  const dialog = await openEditDialog(page, symbol);
  await field(dialog, 'Entry Price').fill('101');
  await dialog.getByRole('button', { name: 'Cancel' }).click();
  await expect(dialog).toHaveCount(0);
  await expect(rowOf(page, symbol)).toContainText('Rs. 100.00');
  await page.getByRole('button', { name: `Edit ${symbol}` }).click();
  await expect(field(dialog, 'Entry Price')).toHaveValue('100.00');
});

test('a change that another administrator made meanwhile is not overwritten', async ({
  page,
  product,
  surprises,
}) => {
  surprises.expectStatus(409);
  const { id, symbol } = await publish(product.address);
  const dialog = await openEditDialog(page, symbol);
  await change(product.address, id, { target_points: ['105', '110', '130'] });
  await field(dialog, 'Stop Loss').fill('97');
  await dialog.getByRole('button', { name: 'Save Changes' }).click();
  await expect(toast(page, 'Error', 'Failed to save signal')).toBeVisible();
  await expect(dialog.getByRole('alert')).toContainText('changed this signal while you were editing it');
  await expect(field(dialog, 'Stop Loss')).toHaveValue('97');

  await dialog.getByRole('button', { name: 'Cancel' }).click();
  const row = await openDesk(page, symbol);
  await expect(row).toContainText('Rs. 130.00');
  await expect(row).toContainText('Rs. 95.00');
});

test('a server that fails says so, and the form keeps its values and can be saved then', async ({
  page,
  product,
  surprises,
}) => {
  surprises.expectStatus(500);
  const { id, symbol } = await publish(product.address);
  const dialog = await openEditDialog(page, symbol);
  await page.route(`**/api/admin/signals/${id}/`, (route) => route.fulfill({ status: 500, body: '{}' }), {
    times: 1,
  });
  await field(dialog, 'TP1').fill('106.75');
  await dialog.getByRole('button', { name: 'Save Changes' }).click();
  await expect(toast(page, 'Error', 'Failed to save signal')).toBeVisible();
  await expect(field(dialog, 'TP1')).toHaveValue('106.75');
  await dialog.getByRole('button', { name: 'Save Changes' }).click();
  await expect(toast(page, 'Signal Updated', symbol)).toBeVisible();
  await expect(rowOf(page, symbol)).toContainText('Rs. 106.75');
});

test('the history says who published and changed what and when', async ({ page, product }) => {
  const { id, symbol } = await publish(product.address);
  await change(product.address, id, { stop_loss: '97.50' });
  await openDesk(page, symbol);
  await page.getByRole('button', { name: `History ${symbol}` }).click();
  const dialog = page.getByRole('dialog', { name: `History of ${symbol}` });
  const versions = dialog.getByRole('listitem');
  await expect(versions).toHaveCount(2);
  await expect(versions.first()).toContainText(/Changed by admin, \d{1,2} \w{3} \d{4}, \d{2}:\d{2} PKT/);
  await expect(versions.first().getByRole('deletion')).toHaveText('Rs. 95.00');
  await expect(versions.first()).toContainText('Rs. 97.50');
  await expect(versions.last()).toContainText('Published by admin');
  await page.keyboard.press('Escape');
  await expect(dialog).toHaveCount(0);
});

test('a signal is edited on a phone', async ({ page, product }) => {
  await page.setViewportSize(PHONE);
  const { symbol } = await publish(product.address);
  const dialog = await openEditDialog(page, symbol);
  const box = await dialog.boundingBox();
  expect(box?.x).toBeGreaterThanOrEqual(0);
  expect((box?.x ?? 0) + (box?.width ?? 0)).toBeLessThanOrEqual(PHONE.width);
  await field(dialog, 'TP3').fill('125');
  await dialog.getByRole('button', { name: 'Save Changes' }).click();
  await expect(toast(page, 'Signal Updated', symbol)).toBeInViewport();
  await expect(rowOf(page, symbol)).toContainText('Rs. 125.00');
});

import { paths } from '#core/contract/paths.ts';
import { expect, test } from '#tests/e2e/fixtures.ts';
import { getRow } from '#tests/e2e/support/admin-helpers.ts';
import { getPath, holdRequests, openPage } from '#tests/e2e/support/pages.ts';
import { finishEvaluation, publish } from '#tests/e2e/support/signals.ts';

test.use({ role: 'administrator' });

test('the dashboard shows the number of active signals of each type', async ({ page, product }) => {
  const count = (type: string) =>
    page.getByRole('term').filter({ hasText: type }).locator('xpath=following-sibling::dd');
  await finishEvaluation(product);
  await openPage(page, paths.adminDashboard);
  await expect(page.getByRole('term')).toHaveText(['Intraday', 'Swing', 'Investment']);
  await expect(count('Investment')).toHaveText(/^\d+ active$/);
  const before = Number.parseInt(await count('Investment').innerText(), 10);
  await publish(product.url, { signal_type: 'investment' });
  await publish(product.url, { signal_type: 'investment', call_status: 'closed' });
  await page.reload();
  await expect(count('Investment')).toHaveText(`${before + 1} active`);
});

test('a tab for each type lists its signals, and the URL contains the selected type', async ({ page }) => {
  await openPage(page, paths.adminDashboard);
  const tabs = page.getByRole('tablist', { name: 'Signal type' }).getByRole('tab');
  await expect(tabs).toHaveText(['Intraday', 'Swing', 'Investment']);
  await expect(tabs.first()).toHaveAttribute('aria-selected', 'true');
  await page.getByRole('tab', { name: 'Swing' }).click();
  await expect(getRow(page, 'Higher low on the weekly chart')).toBeVisible();
  await expect(getRow(page, 'Breakout above the morning range')).toHaveCount(0);
  expect(getPath(page)).toBe(`${paths.adminDashboard}?signal_type=swing`);
  await page.reload();
  await expect(page.getByRole('tab', { name: 'Swing' })).toHaveAttribute('aria-selected', 'true');
});

test('the search filters the list by symbol, and a row shows prices with two decimals, the status and the creation time', async ({
  page,
  product,
}) => {
  const { symbol } = await publish(product.url, {
    entry_price: '1234.5',
    stop_loss: '1200',
    target_points: ['1300', '1350.25', '1400'],
  });
  await openPage(page, paths.adminDashboard);
  await expect(page.getByRole('row').nth(1), 'the newest signal is first').toContainText(symbol);
  const search = page.getByRole('searchbox', { name: 'Search signals' });
  await search.fill(symbol.toLowerCase());
  await expect(page.getByRole('row')).toHaveCount(2);
  const row = getRow(page, symbol);
  for (const price of ['Rs. 1234.50', 'Rs. 1200.00', 'Rs. 1300.00', 'Rs. 1350.25', 'Rs. 1400.00'])
    await expect(row).toContainText(price);
  await expect(row).toContainText('Active');
  await expect(row).toContainText(/\d{1,2} [A-Z][a-z]{2} \d{4}, \d{2}:\d{2} PKT/);
  for (const action of ['Edit', 'Delete'])
    await expect(row.getByRole('button', { name: `${action} ${symbol}` })).toBeVisible();
  const menu = row.getByRole('button', { name: `More actions: ${symbol}` });
  await menu.press('Enter');
  for (const action of ['Move Stop', 'Close', 'Outcome', 'History', 'Void and Republish'])
    await expect(row.getByRole('button', { name: `${action} ${symbol}` })).toBeVisible();
  await page.keyboard.press('Tab');
  await expect(row.getByRole('button', { name: `Move Stop ${symbol}` })).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(menu).toBeFocused();
  await expect(row.getByRole('button', { name: `History ${symbol}` })).toBeHidden();
  await search.fill('NOSUCHSYMBOL');
  await expect(page.getByRole('heading', { name: 'No Intraday Signals' })).toBeVisible();
});

test('the page shows loading, and a failure can be retried', async ({ page, browserErrors }) => {
  browserErrors.expectStatus(503);
  const list = '**/api/admin/signals/?**';
  const { release } = await holdRequests(page, list);
  await openPage(page, paths.adminDashboard);
  await expect(page.getByText('Loading signals...')).toBeVisible();
  release();
  await expect(getRow(page, 'Breakout above the morning range')).toBeVisible();
  await page.unroute(list);
  await page.route(list, (route) => route.fulfill({ status: 503, body: '{}' }));
  await page.getByRole('tab', { name: 'Swing' }).click();
  await expect(page.getByRole('alert')).toBeVisible();
  // The list may load automatically before the button is pressed.
  await page.getByRole('button', { name: 'Retry' }).focus();
  await page.unroute(list);
  await page.keyboard.press('Enter');
  await expect(getRow(page, 'Higher low on the weekly chart')).toBeVisible();
});

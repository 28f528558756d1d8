import { paths } from '#core/contract/paths.ts';
import { listPastSignals, readPerformance } from '#features/signals/contract/track-record/performance.ts';
import { expect, test } from '#tests/e2e/fixtures.ts';
import { call } from '#tests/e2e/support/accounts.ts';
import { MOBILE_VIEWPORT, openPage } from '#tests/e2e/support/pages.ts';

test('shows the results of ended signals and the record of all, which leads to the statistics', async ({
  page,
}) => {
  await page.goto('/signals/intraday');
  // The server evaluates the sample signals after it has started.
  const line = page.getByRole('link', {
    name: /\d+ closed, \d+ won, .+ R on average after costs.*; last 12 months$/,
  });
  const results = page
    .getByRole('table', { name: 'Ended on earlier days' })
    .getByRole('row')
    .filter({ hasText: /Closed|Stopped/ })
    .getByText(/ R on \d/);
  await expect(async () => {
    await page.reload();
    await expect(line).toBeVisible({ timeout: 1_000 });
    await page.getByText(/^Ended on earlier days/).click({ timeout: 1_000 });
    await expect(results.first()).toBeVisible({ timeout: 1_000 });
  }).toPass({ timeout: 30_000 });
  const open = page.locator('[data-signal]').filter({ hasText: 'Waiting for entry' }).first();
  await expect(open.getByText(/^Result/)).toHaveCount(0);
  await line.click();
  await expect(page).toHaveURL(/\/performance\?period=1Y$/);
  await expect(page.getByRole('heading', { level: 1, name: 'Performance' })).toBeVisible();
});

test('on a phone the results start with one line and the figures, and the notices and sections are folded', async ({
  page,
  product,
}) => {
  const countClosed = async () =>
    (await call(product.url, readPerformance, { query: { period: 'all' } })).statistics.closed;
  await expect.poll(countClosed, { timeout: 30_000 }).toBeGreaterThan(0);
  await page.setViewportSize(MOBILE_VIEWPORT);
  await openPage(page, paths.performance);
  await expect(page.getByText('Hypothetical results,')).toBeInViewport();
  await expect(page.getByText('Win rate').first()).toBeInViewport();
  const notice = page.getByText('No claim is made that an account has achieved or will achieve them.');
  await expect(notice).toBeHidden();
  const sectors = page.getByRole('table', { name: 'By sector' });
  await expect(sectors).toBeHidden();
  await page.getByRole('link', { name: 'Notices' }).click();
  await expect(notice).toBeInViewport();
  await page.getByRole('heading', { name: 'By sector' }).click();
  await expect(sectors).toBeVisible();

  await page.setViewportSize({ width: 1440, height: 900 });
  await page.reload();
  // The browser restores the scroll position.
  await expect(notice).toBeVisible();
  await expect(sectors).toBeVisible();
  await expect(page.getByText('Hypothetical results,')).toBeHidden();
});

test('past signals are filtered in the URL, and each leads to its page', async ({ page, product }) => {
  const count = async (query: object) => (await call(product.url, listPastSignals, { query })).count;
  await expect.poll(() => count({ result: 'lost' }), { timeout: 30_000 }).toBeGreaterThan(0);
  await openPage(page, paths.performance);
  await page.getByRole('link', { name: 'List of all past signals' }).first().click();
  await expect(page).toHaveURL(paths.pastSignals);
  await page.getByLabel('Outcome').selectOption('Lost');
  await expect(page).toHaveURL(`${paths.pastSignals}?result=lost`);
  await page.getByLabel('Type', { exact: true }).selectOption('Swing');
  await expect(page).toHaveURL(/signal_type=swing/);
  const total = await count({ result: 'lost', signal_type: 'swing' });
  await expect(page.getByText(`Found ${total} past`)).toBeVisible();
  await page.goBack();
  const rows = page.getByRole('table', { name: 'Past signals' }).getByRole('row');
  await expect(rows.nth(1)).toContainText('Lost');
  await rows.nth(1).getByRole('link').click();
  await expect(page).toHaveURL(/\/signals\/[\da-f-]{36}$/);
});

test('on a phone each past signal is a card that names what it shows', async ({ page }) => {
  await page.setViewportSize(MOBILE_VIEWPORT);
  await openPage(page, paths.pastSignals);
  const cells = page.getByRole('table', { name: 'Past signals' }).locator('tbody tr').first().locator('td');
  const labels = () =>
    cells.evaluateAll((all) => all.map((cell) => getComputedStyle(cell, '::before').content));
  await expect.poll(labels).toEqual(['"Type"', '"Published"', '"Ended"', '"Outcome"', '"Result"']);
});

import { paths } from '#contract/paths.ts';
import { readPerformance } from '#contract/track-record/performance.ts';
import { expect, test } from '#tests/e2e/fixtures.ts';
import { call } from '#tests/e2e/support/accounts.ts';
import { MOBILE_VIEWPORT, openPage } from '#tests/e2e/support/pages.ts';

test('shows the results of ended signals and the record of all, which leads to the statistics', async ({
  page,
}) => {
  await page.goto('/signals/intraday');
  // The server evaluates the sample signals after it has started.
  const line = page.getByRole('link', {
    name: /^\d+ closed, \d+ won, .+ R on average after costs; last 12 months$/,
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

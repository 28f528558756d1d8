import { expect, test } from '#tests/e2e/fixtures.ts';

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

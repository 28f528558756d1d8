import { expect, test } from '#tests/e2e/fixtures.ts';

test('shows the results of ended signals and the record of all, which leads to the statistics', async ({
  page,
}) => {
  await page.goto('/signals/intraday');
  // The server evaluates the sample signals after it has started.
  const line = page.getByRole('link', {
    name: /^\d+ closed, \d+ won, .+ R on average after costs; last 12 months$/,
  });
  const ended = page.locator('[data-signal]').filter({ hasText: 'Closed' }).first();
  await expect(async () => {
    await page.reload();
    await expect(line).toBeVisible({ timeout: 1_000 });
    await expect(ended.getByText(/^Result/)).toBeVisible({ timeout: 1_000 });
  }).toPass({ timeout: 30_000 });
  const open = page.locator('[data-signal]').filter({ hasText: 'In progress' }).first();
  await expect(open.getByText(/^Result/)).toHaveCount(0);
  await line.click();
  await expect(page).toHaveURL(/\/performance\?period=1Y$/);
  await expect(page.getByRole('heading', { level: 1, name: 'Performance' })).toBeVisible();
});

import { getSignalPath, paths } from '#contract/paths.ts';
import { getCard } from '#tests/e2e/admin/admin-helpers.ts';
import { expect, test } from '#tests/e2e/fixtures.ts';
import { openPage } from '#tests/e2e/support/pages.ts';
import { makeUniqueSymbol, publish } from '#tests/e2e/support/signals.ts';

test('a card leads to the page of its signal, whose link can be copied', async ({
  page,
  product,
  context,
}) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  const { id, symbol } = await publish(product.url, { symbol: makeUniqueSymbol(), title: 'Breakout' });
  await openPage(page, paths.intradaySignals);
  await getCard(page, symbol)
    .getByRole('link', { name: `details of the ${symbol} signal` })
    .click();
  await expect(page).toHaveURL(getSignalPath(id));
  await expect(page.getByRole('heading', { level: 1, name: `${symbol} buy signal` })).toBeVisible();
  await expect(page).toHaveTitle(`${symbol} buy signal, intraday · Tezi`);
  await expect(page.getByRole('list', { name: 'Timeline' }).getByRole('listitem')).toHaveCount(1);
  await expect(page.getByRole('region', { name: 'Outcome' })).toContainText('Waiting for entry');
  await page.getByRole('button', { name: 'Share' }).click();
  await expect(page.getByText('Link copied')).toBeVisible();
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(product.url + getSignalPath(id));
});

test('the explanation of an outcome opens from the keyboard, and the chart has a table', async ({ page }) => {
  // The demo evaluates its signals in the background.
  await openPage(page, paths.intradaySignals);
  await page.getByRole('link', { name: 'details of the SYS signal' }).click();
  const summary = page.locator('summary', { hasText: 'How this was determined, day by day' });
  await expect(summary).toBeVisible();
  await summary.focus();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('list', { name: 'Explanation, day by day' })).toBeVisible();
  await expect(page.getByRole('img', { name: /^Chart of the prices of/ })).toBeVisible();
  await expect(page.getByText('Prices as a table')).toBeVisible();
});

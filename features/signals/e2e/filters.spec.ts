import { getCompanyPath, paths } from '#core/contract/paths.ts';
import { expectAccessibleOnAllScreens } from '#core/e2e/accessibility/scan.ts';
import { expect, test } from '#tests/e2e/fixtures.ts';
import { getPath, openPage } from '#tests/e2e/support/pages.ts';
import { makeUniqueSymbol, publish } from '#tests/e2e/support/signals.ts';

const INTRADAY = `${paths.psxSignals}?signal_type=intraday`;

test('filters narrow the signals, are part of the URL, and can be cleared', async ({ page, product }) => {
  const { symbol } = await publish(product.url, { risk_type: 'high', shariah_type: 'Compliant' });
  const other = await publish(product.url, { risk_type: 'low' });
  await openPage(page, INTRADAY);
  const filters = page.getByRole('search', { name: 'Intraday signals' });
  await filters.getByRole('button', { name: 'Filters' }).click();
  await filters.getByLabel('Symbol').selectOption(symbol);
  await expect(page).toHaveURL(`${INTRADAY}&symbol=${symbol}`);
  await expect(page.getByRole('status').filter({ hasText: /^1 signal found$/ })).toBeVisible();
  await expect(page.getByText(other.symbol).filter({ visible: true })).toHaveCount(0);
  await filters.getByLabel('Risk').selectOption('Low');
  await expect(page.getByRole('heading', { name: 'No signals match your filters' })).toBeVisible();
  await expect(page.getByRole('status').filter({ hasText: /^0 signals found$/ })).toBeVisible();
  await expect(filters.getByRole('button', { name: 'Filters 2 active' })).toBeVisible();
  await page.getByRole('main').getByRole('link', { name: 'Clear all filters' }).click();
  await expect(page).toHaveURL(INTRADAY);
  await expect(page.getByRole('listitem').filter({ hasText: other.symbol })).toBeVisible();
});

test('the table shows the current levels, and is remembered', async ({ page, product }) => {
  const { symbol } = await publish(product.url, { target_points: ['110.00', '120.00'], order_type: 'buy' });
  await openPage(page, INTRADAY);
  await page.getByRole('link', { name: 'Table' }).click();
  const table = page.getByRole('table', { name: 'Intraday signals' });
  const row = table.getByRole('row').filter({ hasText: symbol });
  await expect(row.getByRole('rowheader')).toContainText('Buy Waiting for entry');
  await expect(row.getByRole('cell')).toContainText(['100.00', '95.00', '110.00', '120.00', '4.00']);
  expect(getPath(page)).toBe(`${INTRADAY}&view=table`);
  await expectAccessibleOnAllScreens(page, 'the table of signals');
  await openPage(page, paths.intradaySignals);
  await expect(table).toBeVisible();
  await page.getByRole('link', { name: 'Cards' }).click();
  await expect(table).toHaveCount(0);
  await page.reload();
  await expect(page.getByRole('listitem').filter({ hasText: symbol })).toBeVisible();
  await expect(table).toHaveCount(0);
});

test('a symbol leads to its company with the keyboard alone, also outside the directory', async ({
  page,
  product,
}) => {
  const { symbol } = await publish(product.url);
  const title = makeUniqueSymbol();
  await publish(product.url, { symbol: 'LUCK', title });
  await openPage(page, INTRADAY);
  const card = page.getByRole('listitem').filter({ has: page.getByRole('heading', { name: title }) });
  await card.getByRole('link', { name: 'LUCK', exact: true }).press('Enter');
  await expect(page).toHaveURL(getCompanyPath('LUCK'));
  await expect(page.getByRole('heading', { level: 3, name: title })).toBeVisible();
  await page.goBack();
  const unlisted = page.getByRole('listitem').filter({ hasText: symbol });
  await unlisted.getByRole('link', { name: symbol, exact: true }).press('Enter');
  await expect(page).toHaveURL(getCompanyPath(symbol));
  await expect(page.getByText('Not in the company directory')).toBeVisible();
});

test.describe('without scripts', () => {
  test.use({ javaScriptEnabled: false });

  test('the signals can be filtered and shown as a table', async ({ page, product }) => {
    const symbol = makeUniqueSymbol();
    await publish(product.url, { symbol, risk_type: 'high', sector: 'Test Sector' });
    await page.goto(INTRADAY);
    await page.getByLabel('Symbol').selectOption(symbol);
    await page.getByLabel('Sector').selectOption('Test Sector');
    await page.getByRole('button', { name: 'Apply filters' }).click();
    await expect(page.getByText('1 signal found')).toBeVisible();
    await page.getByRole('link', { name: 'Table' }).click();
    await expect(page.getByRole('table', { name: 'Intraday signals' }).getByRole('row')).toHaveCount(2);
    await page.getByRole('button', { name: 'Clear All Filters' }).click();
    await expect(page).toHaveURL(`${INTRADAY}&view=table`);
    await expect(page.getByRole('rowheader').getByRole('link', { name: symbol, exact: true })).toBeVisible();
  });
});

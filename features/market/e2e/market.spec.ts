import type { Page } from '@playwright/test';
import { getCompanyPath, paths } from '#core/contract/paths.ts';
import { getHeatMap, listScreener } from '#features/market/contract/facts.ts';
import { expect, test } from '#tests/e2e/fixtures.ts';
import { call } from '#tests/e2e/support/accounts.ts';
import { openPage, waitForHydration } from '#tests/e2e/support/pages.ts';
import { publish, remove } from '#tests/e2e/support/signals.ts';

const getTable = (page: Page) => page.getByRole('table', { name: 'Companies of the map' });
const getMap = (page: Page) => page.getByRole('img', { name: /^Companies by sector/ });

test('the map of another period, and of my companies, replaces the rendered one', async ({
  page,
  product,
}) => {
  await openPage(page, paths.market);
  const { companies } = await call(product.url, getHeatMap, { query: {} });
  expect(companies.length).toBeGreaterThan(3);
  await expect(getMap(page).locator('g > rect')).toHaveCount(companies.length);

  await page.getByRole('navigation', { name: 'Period' }).getByRole('link', { name: 'month' }).click();
  await expect(page).toHaveURL(`${paths.market}?period=1M`);
  await expect(page.getByRole('heading', { name: 'Gainers of the month' })).toBeVisible();
  await page.getByRole('heading', { name: 'Companies by sector' }).scrollIntoViewIfNeeded();
  await page.getByText('Show as a table').click();
  const ofMonth = await call(product.url, getHeatMap, { query: { period: '1M' } });
  for (const { symbol, close } of ofMonth.companies.slice(0, 3))
    await expect(getTable(page).getByRole('row', { name: symbol })).toContainText(close);

  const [watched] = companies;
  const symbol = watched?.symbol ?? '';
  await openPage(page, getCompanyPath(symbol));
  const star = page.getByRole('button', { name: `Watch ${symbol}`, exact: true }).first();
  await star.click();
  await expect(star).toHaveAttribute('aria-pressed', 'true');
  await openPage(page, paths.market);
  const mine = page.getByRole('main').getByRole('link', { name: 'My companies' });
  // Its code is loaded when the page is idle.
  await expect(mine).toHaveAttribute('aria-current', 'false');
  await mine.click();
  await expect(page).toHaveURL(`${paths.market}?symbol=${symbol}`);
  await page.getByRole('heading', { name: 'Companies by sector' }).scrollIntoViewIfNeeded();
  await expect(getMap(page).locator('g > rect')).toHaveCount(1);
});

test.describe('without scripts', () => {
  test.use({ javaScriptEnabled: false });

  test('the market, its map and its table can be read', async ({ page, product }) => {
    const response = await page.goto(paths.market);
    const { companies } = await call(product.url, getHeatMap, { query: {} });
    await expect(page.getByRole('heading', { level: 1, name: 'Market' })).toBeVisible();
    await expect(getMap(page).locator('g > rect')).toHaveCount(companies.length);
    await page.getByText('Show as a table').click();
    await expect(getTable(page).getByRole('row')).not.toHaveCount(0);
    // The figures of the map are in the page once.
    expect((await response?.text())?.includes('"companies",[')).toBe(false);
    await page.getByRole('navigation', { name: 'Period' }).getByRole('link', { name: 'year' }).click();
    await expect(page.getByRole('heading', { name: 'Losers of the year' })).toBeVisible();
  });
});

test('a screen is filtered, sorted, shared by its URL and downloaded', async ({ page, product }) => {
  await openPage(page, paths.screener);
  const { results, count } = await call(product.url, listScreener, { query: {} });
  const getSymbols = () => page.getByRole('table', { name: 'Companies' }).getByRole('rowheader');
  await expect(getSymbols()).toHaveCount(results.length);

  await page.getByRole('link', { name: 'Traded value' }).click();
  await expect(page).toHaveURL(/ordering=-value/);
  const byValue = await call(product.url, listScreener, { query: { ordering: '-value' } });
  await expect(getSymbols().first()).toContainText(byValue.results[0]?.symbol ?? '');

  await page.getByRole('button', { name: /^Filters and columns/ }).click();
  const min = byValue.results[1]?.value?.split('.')[0] ?? '';
  await page.getByRole('textbox', { name: 'Traded value from' }).fill('1e6');
  await page.keyboard.press('Enter');
  await expect(page.getByText('Enter a number')).toBeVisible();
  await page.getByRole('textbox', { name: 'Traded value from' }).fill(min);
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(new RegExp(`min_value=${min}`));
  await expect(getSymbols()).toHaveCount(2);

  const url = page.url();
  const file = await page.request.get(
    (await page.getByRole('link', { name: 'Download CSV' }).getAttribute('href')) ?? '',
  );
  expect((await file.text()).trim().split('\n')).toHaveLength(3);
  await page.goto(url);
  await waitForHydration(page);
  await expect(getSymbols()).toHaveCount(2);
  expect(count).toBeGreaterThan(2);
});

test('a ready-made screen is a link that shows which one is chosen', async ({ page, product }) => {
  await openPage(page, paths.screener);
  const screens = page.getByRole('navigation', { name: 'Ready-made screens' });
  await screens.getByRole('link', { name: 'Oversold' }).click();
  await expect(page).toHaveURL(/max_rsi_14=30/);
  await expect(screens.locator('[aria-current]')).toHaveText('Oversold');
  const { count } = await call(product.url, listScreener, { query: { max_rsi_14: '30' } });
  await expect(page.getByText(count === 0 ? 'No companies found' : `Found ${count} compan`)).toBeVisible();
});

test.describe('an administrator', () => {
  test.use({ role: 'administrator' });

  test('sees which companies have a premium signal, and a visitor does not', async ({
    page,
    product,
    openBrowser,
  }) => {
    const { id } = await publish(product.url, { symbol: 'MARI', signal_type: 'swing' });
    const url = `${paths.screener}?symbol=MARI`;
    const response = await page.goto(url);
    expect(await response?.text()).not.toContain('Swing signal');
    await expect(page.getByRole('link', { name: 'Swing signal' }).first()).toHaveAttribute(
      'href',
      /^\/signals\//,
    );

    const visitor = await openBrowser();
    const signals = visitor.waitForResponse((each) => each.url().includes('signal_type=intraday'));
    await openPage(visitor, url);
    await signals;
    await expect(visitor.getByRole('rowheader', { name: /MARI/ })).toBeVisible();
    await expect(visitor.getByRole('link', { name: 'Swing signal' })).toHaveCount(0);
    await remove(product.url, id);
  });
});

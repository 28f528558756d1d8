import type { Page } from '@playwright/test';
import { getCompanyPath } from '#core/contract/paths.ts';
import { SIGNAL_STREAM_PATH } from '#features/signals/contract/stream.ts';
import { expect, test } from '#tests/e2e/fixtures.ts';
import { MOBILE_VIEWPORT, openPage } from '#tests/e2e/support/pages.ts';
import { publish, remove } from '#tests/e2e/support/signals.ts';

const SYMBOL = 'LUCK';
const getChart = (page: Page) => page.getByRole('img', { name: `Chart of the prices of ${SYMBOL}` });
const getRange = (page: Page, range: string) =>
  page.getByRole('navigation', { name: 'Range of prices' }).getByRole('link', { name: range });

/** Returns a price that the text does not contain. The prices of the demo change every day and can equal any fixed price. */
const findUnusedPrice = (text: string, rupees: number) =>
  Array.from({ length: 89 }, (_, index) => `${rupees}.${index + 11}`).find((price) => !text.includes(price));

/** Returns the color of the chart's background: that of most pixels at the left edge of its canvas, where grid lines start. */
const readBackground = (page: Page) =>
  getChart(page)
    .locator('canvas')
    .first()
    .evaluate((canvas: HTMLCanvasElement) => {
      const copy = new OffscreenCanvas(1, 20).getContext('2d');
      copy?.drawImage(canvas, 0, 0);
      const { data = [] } = copy?.getImageData(0, 0, 1, 20) ?? {};
      const pixels = Array.from({ length: data.length / 4 }, (_, row) =>
        data.slice(4 * row, 4 * row + 4).join(),
      );
      const [most] = [...Map.groupBy(pixels, String)].sort(([, a], [, b]) => b.length - a.length);
      return most?.[0].split(',').map(Number);
    });

test('the chart is loaded when it is about to be seen', async ({ page }) => {
  const scripts: string[] = [];
  page.on('request', (request) => scripts.push(request.url()));
  const isLoaded = () => scripts.some((url) => url.includes('/assets/price-chart-'));
  await page.setViewportSize({ width: 360, height: 100 });
  await openPage(page, getCompanyPath(SYMBOL));
  expect(isLoaded()).toBe(false);
  await page.setViewportSize(MOBILE_VIEWPORT);
  await getChart(page).scrollIntoViewIfNeeded();
  await expect(getChart(page)).toBeVisible();
  expect(isLoaded()).toBe(true);
  await expect(page.getByRole('link', { name: 'tradingview.com' })).toBeVisible();
});

test('ranges are chosen with the keyboard and are part of the URL, and the chart follows the theme', async ({
  page,
}) => {
  await test.step('ranges are chosen with the keyboard and are part of the URL', async () => {
    await openPage(page, getCompanyPath(SYMBOL));
    await expect(getChart(page)).toHaveAccessibleName(/, 1 year: from Rs\. /);
    await getRange(page, '3M').focus();
    await page.keyboard.press('Enter');
    await expect(page).toHaveURL(`${getCompanyPath(SYMBOL)}?range=3M`);
    await expect(getChart(page)).toHaveAccessibleName(/, 3 months: from Rs\. /);
    await expect(getRange(page, '3M')).toBeFocused();
    await page.reload();
    await expect(getRange(page, '3M')).toHaveAttribute('aria-current', 'true');
    await expect(getChart(page)).toBeVisible();
    await page.locator('summary', { hasText: 'Prices as a table' }).press('Enter');
    await expect(page.getByRole('table', { name: /LUCK by day, 3 months/ })).toBeVisible();
    await getRange(page, '1Y').press('Enter');
    await expect(page).toHaveURL(getCompanyPath(SYMBOL));
    await expect(page.getByRole('table', { name: /LUCK by week, 1 year/ })).toBeVisible();
  });

  await test.step('the chart follows the theme', async () => {
    await page.emulateMedia({ colorScheme: 'light' });

    await expect(getChart(page)).toBeVisible();
    await expect.poll(() => readBackground(page)).toEqual([255, 254, 251, 255]);
    await page.emulateMedia({ colorScheme: 'dark' });
    await expect.poll(() => readBackground(page)).toEqual([28, 27, 23, 255]);
  });
});

test.describe('on a phone', () => {
  test.use({ hasTouch: true, isMobile: true, viewport: MOBILE_VIEWPORT });

  test('the closes are a line until the chart is opened', async ({ page }) => {
    const requests: string[] = [];
    page.on('request', (request) => requests.push(request.url()));
    const isOfChart = (url: string) => url.includes('/price-chart-') || url.includes('/prices/');
    await openPage(page, `${getCompanyPath(SYMBOL)}?range=5Y`);
    await expect(page.getByRole('img', { name: `Closes of ${SYMBOL}, 5 years: from Rs. ` })).toBeVisible();
    const open = page.getByRole('button', { name: 'Open the chart' });
    await open.scrollIntoViewIfNeeded();
    await expect(open).toBeVisible();
    expect(requests.filter(isOfChart)).toEqual([]);
    await open.tap();
    await expect(getChart(page)).toBeVisible();
    expect(requests.filter(isOfChart)).toHaveLength(2);
    await getRange(page, '1M').tap();
    await expect(getChart(page)).toHaveAccessibleName(/, 1 month: /);
    await expect(page.getByText('▯▮ one day')).toBeVisible();
  });
});

test('a company without prices says so', async ({ page }) => {
  await openPage(page, getCompanyPath('786'));
  await expect(page.getByText('There are no prices of 786.')).toBeVisible();
  await expect(page.getByRole('navigation', { name: 'Range of prices' })).toHaveCount(0);
});

test.describe('an administrator', () => {
  test.use({ role: 'administrator' });

  test('sees the levels of a premium signal in the chart, which visitors never receive', async ({
    page,
    product,
    openBrowser,
  }) => {
    const get = async (path: string) => (await page.request.get(product.url + path)).text();
    const published = (await get(getCompanyPath(SYMBOL))) + (await get(`/api/market/prices/${SYMBOL}/`));
    const [entry, stop, target] = [487, 451, 523].map((rupees) => findUnusedPrice(published, rupees));
    const levels = { entry_price: entry, stop_loss: stop, target_points: [target] };
    const { id } = await publish(product.url, { symbol: SYMBOL, signal_type: 'swing', ...levels } as never);
    const hasLevel = (body: string) => [entry, stop, target].some((level) => body.includes(`${level}`));
    const response = await page.goto(getCompanyPath(SYMBOL));
    expect(hasLevel((await response?.text()) ?? '')).toBe(false);
    await expect(page.getByText(`Stop loss Rs. ${stop}`).first()).toBeAttached();
    await expect(page.getByRole('figure').getByText('Lines: Swing buy signal').first()).toBeVisible();

    const visitor = await openBrowser();
    const bodies: Promise<string>[] = [];
    visitor.on('response', (received) => {
      // A stream does not end.
      if (!received.url().includes(SIGNAL_STREAM_PATH)) bodies.push(received.text().catch(() => ''));
    });
    await openPage(visitor, getCompanyPath(SYMBOL));
    await expect(getChart(visitor)).toBeVisible();
    await expect(visitor.getByText(/^M board meeting$/)).toBeVisible();
    await expect(visitor.getByText('Lines: Swing')).toHaveCount(0);
    expect((await Promise.all(bodies)).filter(hasLevel)).toEqual([]);
    await remove(product.url, id);
  });
});

test.describe('without scripts', () => {
  test.use({ javaScriptEnabled: false });

  test('prices can be read as a table of each range', async ({ page }) => {
    await page.goto(getCompanyPath(SYMBOL));
    await expect(page.getByText(/^Close of /)).toBeVisible();
    await getRange(page, '3M').click();
    await expect(page).toHaveURL(`${getCompanyPath(SYMBOL)}?range=3M`);
    await expect(page.getByRole('img', { name: `Closes of ${SYMBOL}, 3 months: from Rs. ` })).toBeVisible();
    // The demo has prices of a year.
    await expect(getRange(page, '5Y')).toBeDisabled();
    await page.getByText('Prices as a table').click();
    await expect(page.getByRole('table', { name: /LUCK by day, 3 months/ }).getByRole('row')).not.toHaveCount(
      0,
    );
    await expect(page.getByText(/^Loading/).filter({ visible: true })).toHaveCount(0);
    await expect(page.getByText('Source: prices invented for the demo.')).toBeVisible();
  });
});

test('the chart says that its events could not be loaded', async ({ page, browserErrors }) => {
  browserErrors.expectStatus(503);
  await page.route('**/api/board-meetings/?*', (route) => route.fulfill({ status: 503, json: {} }));
  await openPage(page, getCompanyPath(SYMBOL));
  await expect(getChart(page)).toBeVisible();
  await expect(page.getByText(/Ex-dates and board meetings are not marked/)).toBeVisible();
});

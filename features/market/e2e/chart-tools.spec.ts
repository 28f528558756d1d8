import type { Page } from '@playwright/test';
import { getCompanyPath } from '#core/contract/paths.ts';
import { expectNoFaultsInBothThemes, expectNoSidewaysScroll } from '#core/e2e/accessibility/scan.ts';
import { getChartTools, saveIndicators } from '#features/billing/contract/chart-tools.ts';
import { startCheckout } from '#features/billing/contract/pricing.ts';
import { readMySubscription } from '#features/billing/contract/subscriptions.ts';
import { DEMO_PLANS } from '#features/billing/server/billing.ts';
import { expect, test } from '#tests/e2e/fixtures.ts';
import { call, type TestUser } from '#tests/e2e/support/accounts.ts';
import { MOBILE_VIEWPORT, openPage } from '#tests/e2e/support/pages.ts';

const SYMBOL = 'LUCK';
const PAGE = getCompanyPath(SYMBOL);
const getChart = (page: Page) => page.getByRole('img', { name: `Chart of the prices of ${SYMBOL}` });
const getIndicators = (page: Page) => page.getByRole('region', { name: 'Indicators' });

/** Buys a plan at the simulator, as its checkout does. */
async function subscribe(baseUrl: string, { access, email }: TestUser, plan: 'intermediate' | 'pro') {
  const priceId = DEMO_PLANS.find(({ key }) => key === plan)?.monthlyPriceId ?? '';
  const { custom_data } = await call(baseUrl, startCheckout, { body: { price_id: priceId } }, access);
  const control = `${baseUrl}/simulators/paddle/_control`;
  const body = JSON.stringify({ priceId, customerEmail: email, customData: custom_data });
  await fetch(`${control}/complete-checkout`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body,
  });
  await fetch(`${control}/flush`, { method: 'POST' });
  const hasAccess = async () => (await call(baseUrl, readMySubscription, {}, access)).has_active_subscription;
  await expect.poll(hasAccess).toBe(true);
}

/** Returns the scripts that a page requests. The tools and the library are in the file of the tools. */
function listScripts(page: Page): string[] {
  const scripts: string[] = [];
  page.on('request', (request) => {
    if (request.resourceType() === 'script') scripts.push(new URL(request.url()).pathname);
  });
  return scripts;
}
const findTools = (scripts: readonly string[]) => scripts.filter((path) => path.includes('chart-tools'));

/** Expects that no script that was requested contains the tools or the library of indicators. */
async function expectNoTools(page: Page, scripts: readonly string[]): Promise<void> {
  // Whatever the page loads when it is idle is requested then.
  await page.evaluate(() => new Promise((resolve) => requestIdleCallback(resolve)));
  expect(scripts.some((path) => path.includes('price-chart'))).toBe(true);
  expect(findTools(scripts)).toEqual([]);
  for (const path of new Set(scripts)) {
    const code = await (await page.request.get(path)).text();
    expect(code.includes('Exponential moving average') || code.includes('getRequiredInputs'), path).toBe(
      false,
    );
  }
}

test('a visitor loads nothing of the chart tools and learns what has them', async ({ page }) => {
  const scripts = listScripts(page);
  await openPage(page, PAGE);
  await expect(getChart(page)).toBeVisible();
  const notice = page.getByText('Moving averages, Bollinger Bands, RSI and MACD are part of every plan.');
  await expect(notice.getByRole('link', { name: 'See the plans' })).toBeVisible();
  await expectNoTools(page, scripts);
});

test.describe('a customer', () => {
  test.use({ role: 'customer' });

  test('loads nothing of the chart tools without a plan', async ({ page }) => {
    const scripts = listScripts(page);
    await openPage(page, PAGE);
    await expect(getChart(page)).toBeVisible();
    await expect(page.getByText('Moving averages, Bollinger Bands, RSI and MACD')).toBeVisible();
    await expectNoTools(page, scripts);
  });

  test('adds, changes and removes indicators with a plan', async ({ page, product, user, browserErrors }) => {
    const read = async () => (await call(product.url, getChartTools, {}, user.access)).indicators;
    await subscribe(product.url, user, 'intermediate');
    const scripts = listScripts(page);
    await openPage(page, PAGE);
    const indicators = getIndicators(page);
    await expect(indicators.getByText('None. Add one')).toBeVisible();
    expect(findTools(scripts)).toHaveLength(1);
    await indicators.getByLabel('Indicator', { exact: true }).selectOption('Relative strength index');
    await indicators.getByRole('button', { name: 'Add' }).click();
    await expect(indicators.getByRole('listitem').getByText(/^\d+\.\d\d$/)).toBeVisible();
    await expect.poll(read).toEqual([{ kind: 'rsi', period: 14 }]);

    const period = indicators.getByLabel('Period');
    await period.fill('1');
    await period.press('Enter');
    await expect(indicators.getByRole('alert')).toHaveText('Enter a whole number from 2 to 200.');
    await period.fill('21');
    await period.press('Tab');
    await expect(indicators.getByRole('button', { name: 'Remove RSI 21' })).toBeFocused();
    await expect.poll(read).toEqual([{ kind: 'rsi', period: 21 }]);
    await expect(indicators.getByText('Custom Indicators, which are named sets')).toBeVisible();

    // Other charts show the same ones.
    await openPage(page, getCompanyPath('OGDC'));
    await expect(indicators.getByLabel('Period')).toHaveValue('21');
    browserErrors.expectStatus(503);
    await page.route('**/chart-tools/indicators/', (route) => route.fulfill({ status: 503, body: '{}' }));
    await indicators.getByRole('button', { name: 'Remove RSI 21' }).click();
    await expect(indicators.getByRole('alert')).toContainText('Failed to save your indicators');
    await expect(indicators.getByLabel('Period')).toHaveValue('21');
    await page.unroute('**/chart-tools/indicators/');
    await indicators.getByRole('button', { name: 'Remove RSI 21' }).click();
    await expect.poll(read).toEqual([]);
  });

  test('saves and applies named sets with Pro', async ({ page, product, user }) => {
    await subscribe(product.url, user, 'pro');
    const all = [
      { kind: 'sma', period: 50 },
      { kind: 'ema', period: 20 },
      { kind: 'bollinger', period: 20, deviations: 2 },
      { kind: 'rsi', period: 14 },
      { kind: 'macd', fast: 12, slow: 26, signal: 9 },
      { kind: 'volume-average', period: 20 },
    ] as const;
    await call(product.url, saveIndicators, { body: { indicators: [...all] } }, user.access);
    await openPage(page, PAGE);
    const indicators = getIndicators(page);
    await expect(indicators.getByText(/^MACD −?\d+\.\d\d, signal/)).toBeVisible();
    await indicators.getByText('Custom Indicators').click();
    await indicators.getByLabel('Name of the set').fill('Swing trading');
    await indicators.getByRole('button', { name: 'Save these indicators' }).click();
    const sets = indicators.getByRole('list', { name: 'Custom Indicators' });
    await expect(sets.getByText('Swing trading')).toBeVisible();
    await expectNoFaultsInBothThemes(page, 'with indicators');
    await page.setViewportSize(MOBILE_VIEWPORT);
    await expectNoSidewaysScroll(page);

    for (let count = all.length; count > 0; count -= 1)
      await indicators
        .getByRole('button', { name: /^Remove / })
        .first()
        .click();
    await expect(indicators.getByText('None. Add one')).toBeVisible();
    await sets.getByRole('button', { name: 'Apply Swing trading' }).click();
    await expect(indicators.getByRole('button', { name: /^Remove / })).toHaveCount(all.length);
    await sets.getByRole('button', { name: 'Delete Swing trading' }).click();
    await expect(sets.getByRole('listitem')).toHaveCount(0);
  });
});

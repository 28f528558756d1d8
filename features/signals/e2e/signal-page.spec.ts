import { getSignalPath, paths } from '#core/contract/paths.ts';
import { expectNoFaultsInBothThemes, expectNoSidewaysScroll } from '#core/e2e/accessibility/scan.ts';
import { readPremiumSample } from '#features/signals/contract/track-record/premium-sample.ts';
import { expect, test } from '#tests/e2e/fixtures.ts';
import { call } from '#tests/e2e/support/accounts.ts';
import { getCard } from '#tests/e2e/support/admin-helpers.ts';
import { MOBILE_VIEWPORT, openPage } from '#tests/e2e/support/pages.ts';
import { edit, makeUniqueSymbol, publish } from '#tests/e2e/support/signals.ts';
import { openLive } from './live-pages.ts';

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
  await page.locator('summary', { hasText: 'Share' }).click();
  await page.getByRole('button', { name: 'Copy link' }).click();
  await expect(page.getByText('Link copied')).toBeVisible();
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(product.url + getSignalPath(id));
});

test('the explanation of an outcome opens from the keyboard, and the chart has a table', async ({ page }) => {
  // The demo evaluates its signals in the background.
  await openPage(page, paths.intradaySignals);
  // The demo's own, if other tests published newer ones.
  await page.getByRole('link', { name: 'details of the SYS signal' }).last().click();
  const summary = page.locator('summary', { hasText: 'How this was determined, day by day' });
  await expect(summary).toBeVisible();
  await summary.focus();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('list', { name: 'Explanation, day by day' })).toBeVisible();
  await expect(page.getByRole('img', { name: /^Chart of the prices of/ })).toBeVisible();
  await expect(page.getByText('Prices as a table')).toBeVisible();
});

test('the page of a sell has its parts in the order of the work, one table of levels, and the rules of short selling', async ({
  page,
  product,
}) => {
  const { id } = await publish(product.url, {
    order_type: 'sell',
    entry_price: '100.00',
    stop_loss: '104.00',
    target_points: ['94.00', '90.00'],
  });
  await edit(product.url, id, { stop_loss: '98.00' });
  await page.setViewportSize(MOBILE_VIEWPORT);
  await openPage(page, getSignalPath(id));
  const main = page.getByRole('main');
  await expect(main.getByRole('heading', { level: 2 })).toHaveText([
    'Levels',
    'Position size',
    'Rationale and disclosure',
    'Prices',
    'Outcome',
    'Timeline',
    'Receipt',
  ]);
  const levels = main.getByRole('region', { name: 'Levels' });
  await expect(levels.getByRole('row')).toContainText([
    /Level.*Price.*From entry.*From last close.*R/,
    /Entry price.*Rs\. 100\.00/,
    /Stop loss.*Rs\. 104\.00.*\+4\.00%.*−1\.00/,
    /Stop loss.*now.*Rs\. 98\.00.*−2\.00%.*\+0\.50/,
    /TP1.*Rs\. 94\.00.*−6\.00%.*\+1\.50/,
    /TP2.*Rs\. 90\.00.*−10\.00%.*\+2\.50/,
  ]);
  await expect(levels).toContainText('1 R is the distance between entry price and stop loss at publication');
  await expect(levels).toContainText('limit');
  await expect(levels.getByRole('link', { name: 'rule book' })).toHaveAttribute(
    'href',
    /^https:\/\/www\.psx\.com\.pk\//,
  );
  await expectNoFaultsInBothThemes(page, 'with the calculator');
  await expectNoSidewaysScroll(page);
});

test('the page of a signal calculates the size of a position', async ({ page, product }) => {
  const { id } = await publish(product.url, { entry_price: '100.00', stop_loss: '95.00' });
  await openPage(page, getSignalPath(id));
  const calculator = page.getByRole('region', { name: 'Position size' });
  await calculator.getByLabel('Capital (Rs.)').fill('2 lakh');
  await expect(calculator).toContainText('371 shares');
  await expect(page.getByRole('region', { name: 'Levels' })).toContainText(
    'Open to new entries at the entry price of Rs. 100.00',
  );
  await expect(page.getByRole('link', { name: 'rule book' })).toHaveCount(0);
});

const PARTS_CODE = '**/assets/report-part-*.js';

test('a signal that has not changed needs no code for what it shows, and its links open in the same document', async ({
  page,
  product,
}) => {
  const findSample = async () => (await call(product.url, readPremiumSample, {})).sample?.id;
  await expect.poll(findSample, { timeout: 30_000 }).toBeDefined();
  const scripts: string[] = [];
  page.on('request', (request) => scripts.push(request.url()));
  const isLoaded = (name: string) => scripts.some((url) => url.includes(`/assets/${name}-`));
  await page.setViewportSize(MOBILE_VIEWPORT);
  await openPage(page, getSignalPath((await findSample()) ?? ''));
  await expect(page.locator('summary', { hasText: 'Share' })).toBeVisible();
  expect(isLoaded('share-signal')).toBe(true);
  expect(isLoaded('signal-prices')).toBe(false);
  await page.getByRole('heading', { name: 'Prices' }).scrollIntoViewIfNeeded();
  await expect(page.getByRole('img', { name: /^Chart of the prices of/ })).toBeVisible();
  expect(isLoaded('signal-prices')).toBe(true);
  await page.evaluate(() => document.documentElement.setAttribute('data-opened-first', ''));
  await page.getByRole('region', { name: 'Outcome' }).getByRole('link', { name: 'All results' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Performance' })).toBeVisible();
  await expect(page.locator('html[data-opened-first]')).toHaveCount(1);
  expect(isLoaded('report-part')).toBe(false);
});

test('a failure to load the code of a change is shown, and Retry shows the change', async ({
  page,
  product,
  browserErrors,
}) => {
  browserErrors.expect(/Failed to load resource/);
  const { id } = await publish(product.url);
  await page.route(PARTS_CODE, (route) => route.abort());
  await openLive(page, getSignalPath(id));
  await edit(product.url, id, { stop_loss: '97.00' });
  await expect(page.getByRole('alert')).toContainText('Failed to load the signal. Check your connection');
  const levels = page.getByRole('region', { name: 'Levels' });
  await expect(levels).not.toContainText('97.00');
  await page.unroute(PARTS_CODE);
  await page.getByRole('button', { name: 'Retry' }).click();
  await expect(levels).toContainText('97.00');
  await expect(page.getByRole('alert')).toHaveCount(0);
});

import type { Page } from '@playwright/test';
import { paths } from '#core/contract/paths.ts';
import { expectAccessibleOnAllScreens } from '#core/e2e/accessibility/scan.ts';
import { expect, test } from '#tests/e2e/fixtures.ts';
import { getCard } from '#tests/e2e/support/admin-helpers.ts';
import { openPage } from '#tests/e2e/support/pages.ts';
import { publish } from '#tests/e2e/support/signals.ts';
import { countStreams, expectLive, openLive, STREAM } from './live-pages.ts';

/** While a server is down, attempts to reconnect are at most 15 seconds apart. */
const RECONNECTED = { timeout: 60_000 };

const getState = (page: Page, text: string | RegExp) => page.getByText(text, { exact: true });

test('nothing is lost or shown twice when the server restarts', async ({
  page,
  context,
  product,
  browserErrors,
}) => {
  browserErrors.expect(/net::ERR_/);
  const other = await context.newPage();
  await openLive(page);
  await openLive(other);
  await product.terminate();
  for (const tab of [page, other]) await expect(getState(tab, 'Reconnecting')).toBeVisible();
  await product.restart();
  const missed = await publish(product.url);
  for (const tab of [page, other]) {
    await expect(getState(tab, 'Live')).toBeVisible(RECONNECTED);
    // Pages load what they missed within ten seconds.
    await expect(getCard(tab, missed.symbol)).toHaveCount(1, RECONNECTED);
  }
  const next = await publish(product.url);
  for (const tab of [page, other]) await expect(getCard(tab, next.symbol)).toHaveCount(1);
});

test('a page resumes when the network returns', async ({ page, context, product, browserErrors }) => {
  browserErrors.expect(/ERR_INTERNET_DISCONNECTED/);
  await openLive(page);
  await context.setOffline(true);
  await expect(getState(page, 'Reconnecting')).toBeVisible();
  const missed = await publish(product.url);
  await context.setOffline(false);
  await expect(getCard(page, missed.symbol)).toHaveCount(1);
  await expectLive(page);
});

test('the list is loaded repeatedly where streams are blocked; the states are accessible and fit on every screen', async ({
  page,
  product,
}) => {
  await page.route(STREAM, (route) => route.fulfill({ contentType: 'text/html', body: 'Blocked' }));
  await page.clock.install();
  const shown = await publish(product.url);
  await openPage(page, `${paths.intradaySignals}?symbol=${shown.symbol}`);
  await expect(getState(page, 'Reconnecting')).toBeVisible();
  await page.clock.runFor(15_000);
  await expect(getState(page, /^Updated (just now|\d+ seconds ago)$/)).toBeVisible();
  await expectAccessibleOnAllScreens(page, 'while polling');
  await page.setViewportSize({ width: 1440, height: 900 });
  const { symbol } = await publish(product.url, { symbol: shown.symbol, title: 'Published later' });
  await page.clock.runFor(30_000);
  await expect(getCard(page, 'Published later')).toContainText(symbol);
  await page.clock.runFor(20_000);
  await expect(getState(page, /^Updated [1-5]0 seconds ago$/)).toBeVisible();
});

test('each tab has its own connection where the browser has no locks', async ({ page, context, product }) => {
  await context.addInitScript(() => Object.defineProperty(navigator, 'locks', { value: undefined }));
  const countRequests = countStreams(context);
  const other = await context.newPage();
  await openLive(page);
  await openLive(other);
  expect(countRequests()).toBe(2);
  const { symbol } = await publish(product.url);
  for (const tab of [page, other]) await expect(getCard(tab, symbol)).toHaveCount(1);
});

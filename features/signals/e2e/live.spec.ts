import type { Page } from '@playwright/test';
import { getSignalPath, paths } from '#core/contract/paths.ts';
import { expect, test } from '#tests/e2e/fixtures.ts';
import { getCard } from '#tests/e2e/support/admin-helpers.ts';
import { MOBILE_VIEWPORT, openPage } from '#tests/e2e/support/pages.ts';
import { edit, finishEvaluation, publish, remove } from '#tests/e2e/support/signals.ts';
import { countStreams, expectLive, openLive, STREAM } from './live-pages.ts';

test('a published signal appears in two open tabs, which share a connection, and changes, ends and is removed in place; another tab continues', async ({
  page,
  context,
  product,
}) => {
  const countRequests = countStreams(context);
  const other = await context.newPage();
  await openLive(page);
  await openLive(other);
  const { symbol } = await publish(product.url);
  await expect(getCard(page, symbol)).toBeVisible();
  await expect(getCard(other, symbol)).toBeVisible();

  expect(countRequests()).toBe(1);

  await test.step('changes, the end and the removal of a signal appear in place', async () => {
    const { id, symbol } = await publish(product.url);

    const card = getCard(page, symbol);
    await edit(product.url, id, { stop_loss: '97.00' });
    await expect(card.getByText('97.00').filter({ visible: true }).first()).toBeVisible();
    await edit(product.url, id, { call_status: 'closed' });
    await expect(card.getByText('Awaiting prices', { exact: true })).toBeVisible();
    await remove(product.url, id);
    await expect(card).toHaveCount(0);
  });

  await test.step('another tab continues when the tab with the connection is closed', async () => {
    await page.close();
    const first = await publish(product.url);
    const second = await publish(product.url);
    await expect(getCard(other, first.symbol)).toHaveCount(1);
    await expect(getCard(other, second.symbol)).toHaveCount(1);
    expect(countRequests()).toBe(2);
  });
});

/** Lists with filters are loaded again within ten seconds. */
const LOADED = { timeout: 20_000 };

test('filters and the order apply to changes', async ({ page, product }) => {
  const low = await publish(product.url, { risk_type: 'low', sector: 'Cement' });
  await openLive(page, `${paths.intradaySignals}?risk_type=low&ordering=symbol&view=table`);
  const rows = page.getByRole('table', { name: 'Intraday signals' }).getByRole('row');
  await expect(rows.filter({ hasText: low.symbol })).toBeVisible();
  const high = await publish(product.url, { risk_type: 'high' });
  const alsoLow = await publish(product.url, { risk_type: 'low' });
  await expect(rows.filter({ hasText: alsoLow.symbol })).toBeVisible(LOADED);
  await expect(rows.filter({ hasText: high.symbol })).toHaveCount(0);
  const texts = await rows.allTextContents();
  const getPlace = (symbol: string) => texts.findIndex((text) => text.includes(symbol));
  expect(getPlace(low.symbol) < getPlace(alsoLow.symbol)).toBe(low.symbol < alsoLow.symbol);

  await edit(product.url, low.id, { risk_type: 'high' });
  await expect(rows.filter({ hasText: low.symbol })).toHaveCount(0, LOADED);
});

test('screen readers hear of several changes once', async ({ page, product }) => {
  await openLive(page);
  const announcement = page
    .getByRole('main')
    .getByRole('status')
    .filter({ hasText: /New|Signals updated/ });
  const { symbol } = await publish(product.url);
  await expect(announcement).toHaveText(`New Intraday signal: ${symbol}, Buy at Rs. 100.00.`);
  await Promise.all([publish(product.url), publish(product.url)]);
  await expect(announcement).toHaveText('Signals updated: 2 new.');
});

test('a change is highlighted without motion if the user prefers that', async ({ page, product }) => {
  // On a busy machine a highlight can end before it is looked for.
  await page.addInitScript(() => {
    const { animate } = Element.prototype;
    Element.prototype.animate = function (keyframes, options) {
      const animation = animate.call(this, keyframes, options);
      if (animation.id === 'signal-changed') {
        const frames = (animation.effect as KeyframeEffect).getKeyframes();
        this.setAttribute('data-colors', frames.map((frame) => frame.backgroundColor).join(';'));
      }
      return animation;
    };
  });
  await openLive(page);
  for (const reducedMotion of ['reduce', 'no-preference'] as const) {
    await page.emulateMedia({ reducedMotion });
    const { symbol } = await publish(product.url);
    const card = getCard(page, symbol);
    await expect(card).toHaveAttribute('data-colors', /./);
    const colors = (await card.getAttribute('data-colors'))?.split(';');
    expect(new Set(colors).size, reducedMotion).toBe(reducedMotion === 'reduce' ? 1 : 2);
  }
});

test('what the user is reading stays in place when a signal is added above', async ({ page, product }) => {
  await page.setViewportSize({ width: 360, height: 740 });
  const { symbol } = await publish(product.url);
  for (let count = 0; count < 2; count += 1) await publish(product.url);
  await openLive(page);
  const card = getCard(page, symbol);
  await card.evaluate((element) => element.scrollIntoView({ block: 'center' }));
  const getTop = async () => Math.round((await card.boundingBox())?.y ?? 0);
  const before = await getTop();
  const added = await publish(product.url);
  await expect(getCard(page, added.symbol)).toBeAttached();
  expect(await getTop()).toBe(before);
});

test('new signals outside the window are counted, and the count leads to them', async ({ page, product }) => {
  await page.setViewportSize(MOBILE_VIEWPORT);
  for (let count = 0; count < 4; count += 1) await publish(product.url);
  await openLive(page);
  const notice = page.getByRole('button', { name: /^\d+ new signals?$/ });
  const visible = await publish(product.url);
  await getCard(page, visible.symbol).scrollIntoViewIfNeeded();
  await expect(getCard(page, visible.symbol)).toBeInViewport();
  await page.getByRole('contentinfo').scrollIntoViewIfNeeded();
  await expect(notice).toHaveCount(0);

  const first = await publish(product.url);
  await expect(notice).toHaveText('1 new signal');
  const second = await publish(product.url);
  await expect(notice).toHaveText('2 new signals');
  await notice.click();
  await expect(getCard(page, second.symbol)).toBeInViewport();
  await expect(getCard(page, second.symbol).getByRole('link', { name: 'details of' })).toBeFocused();
  await expect(getCard(page, first.symbol)).toBeInViewport();
  await expect(notice).toHaveCount(0);
});

test('the home page and the hub show the newest signal', async ({ page, context, product }) => {
  const hub = await context.newPage();
  await openPage(hub, paths.signals);
  await openPage(page, paths.home);
  await expect(page.getByText(/^\d+, newest |^None now/)).toBeVisible();
  await expect(hub.getByText(/^\d+, newest |^None now/)).toBeVisible();
  const { symbol } = await publish(product.url);
  await expect(page.getByText(`newest ${symbol}`)).toBeVisible();
  await expect(hub.getByText(`newest ${symbol}`)).toBeVisible();
});

test('the home page shows the age of the number of signals where streams are blocked', async ({ page }) => {
  await page.route(STREAM, (route) => route.fulfill({ contentType: 'text/html', body: 'Blocked' }));
  await page.clock.install();
  await openPage(page, paths.home);
  await expect(page.getByText('Reconnecting', { exact: true })).toBeVisible();
  const count = page.getByText(/^\d+, newest |^None now/);
  const top = (await count.boundingBox())?.y;
  await page.clock.runFor(15_000);
  await expect(page.getByText(/^Updated (just now|\d+ seconds ago)$/)).toBeVisible();
  expect((await count.boundingBox())?.y).toBe(top);
});

test.describe('the page of a signal', () => {
  test('shows a change between the page and its stream, a moved stop loss, the end and the removal without a reload', async ({
    page,
    product,
  }) => {
    const { id } = await publish(product.url);
    let release = () => {};
    const held = new Promise<void>((resolve) => (release = resolve));
    await page.route(STREAM, async (route) => {
      await held;
      await route.continue();
    });
    await openPage(page, getSignalPath(id));
    await edit(product.url, id, { stop_loss: '97.00' });
    release();
    await expect(page.getByRole('region', { name: 'Levels' }).getByText('97.00').first()).toBeVisible();
    const timeline = page.getByRole('list', { name: 'Timeline' }).getByRole('listitem');
    await expect(timeline).toHaveCount(2);
    await expectLive(page);

    await edit(product.url, id, { stop_loss: '98.00' });
    await expect(page.getByRole('region', { name: 'Levels' }).getByText('98.00').first()).toBeVisible();
    await expect(timeline).toHaveCount(3);
    await edit(product.url, id, { call_status: 'closed' });
    await expect(page.getByText('Awaiting prices', { exact: true }).first()).toBeVisible();
    await expect(page.getByText('Live', { exact: true })).toHaveCount(0);
    await remove(product.url, id);
    await expect(page.getByText('This signal was deleted on')).toBeVisible();
  });

  test('a list of signals is loaded repeatedly where streams are blocked', async ({ page, product }) => {
    const { id } = await publish(product.url);
    await page.route(STREAM, (route) => route.fulfill({ contentType: 'text/html', body: 'Blocked' }));
    await page.clock.install();
    await openPage(page, getSignalPath(id));
    await expect(page.getByText('Reconnecting', { exact: true })).toBeVisible();
    await page.clock.runFor(15_000);
    await expect(page.getByText(/^Updated (just now|\d+ seconds ago)$/)).toBeVisible();
    await edit(product.url, id, { stop_loss: '97.00' });
    await page.clock.runFor(35_000);
    await expect(page.getByRole('region', { name: 'Levels' }).getByText('97.00').first()).toBeVisible();
  });

  test('opens no stream if the visitor may not read the signal or it has ended', async ({
    page,
    context,
    product,
  }) => {
    const premium = await publish(product.url, { signal_type: 'swing' });
    const ended = await publish(product.url);
    await edit(product.url, ended.id, { call_status: 'closed' });
    const countRequests = countStreams(context);
    await openPage(page, getSignalPath(premium.id));
    await expect(page.getByRole('heading', { level: 1, name: 'Swing signal' })).toBeVisible();
    await openPage(page, getSignalPath(ended.id));
    await expect(page.getByText('Awaiting prices', { exact: true }).first()).toBeVisible();
    await openLive(page);
    expect(countRequests()).toBe(1);
  });
});

const LIST_URL = /\/api\/signals\/psx-signals\/\?/;

/** Counts the requests for lists of signals. */
function countLists(page: Page): () => number {
  let count = 0;
  page.on('request', (request) => {
    if (LIST_URL.test(request.url())) count += 1;
  });
  return () => count;
}

test('a page view does not load the list that the server has rendered', async ({ page, product }) => {
  const { symbol } = await publish(product.url);
  await finishEvaluation(product);
  const lists = countLists(page);
  await openLive(page);
  await expect(getCard(page, symbol)).toHaveCount(1);
  await publish(product.url).then((next) => expect(getCard(page, next.symbol)).toHaveCount(1));
  expect(lists()).toBe(0);
});

test('a change between the page and its stream is shown by loading the list once', async ({
  page,
  product,
}) => {
  await finishEvaluation(product);
  const lists = countLists(page);
  let release = () => {};
  const held = new Promise<void>((resolve) => (release = resolve));
  await page.route(STREAM, async (route) => {
    await held;
    await route.continue();
  });
  await openPage(page, paths.intradaySignals);
  const { symbol } = await publish(product.url);
  await expect(getCard(page, symbol)).toHaveCount(0);
  release();
  await expect(getCard(page, symbol)).toHaveCount(1);
  await expectLive(page);
  expect(lists()).toBe(1);
});

test.describe('for a signed-in customer', () => {
  test.use({ role: 'customer' });

  test('a page view loads the list once', async ({ page, product }) => {
    const { symbol } = await publish(product.url);
    await finishEvaluation(product);
    const lists = countLists(page);
    await openLive(page);
    await expect(getCard(page, symbol)).toHaveCount(1);
    await publish(product.url).then((next) => expect(getCard(page, next.symbol)).toHaveCount(1));
    expect(lists()).toBe(1);
  });
});

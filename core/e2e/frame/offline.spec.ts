import { paths } from '#core/contract/paths.ts';
import { setWatched } from '#features/accounts/contract/watchlist.ts';
import { enterTrade } from '#features/positions/contract/trades.ts';
import { expect, test } from '#tests/e2e/fixtures.ts';
import { call, createCustomer, getStorageState } from '#tests/e2e/support/accounts.ts';
import { openPage } from '#tests/e2e/support/pages.ts';
import { makeUniqueSymbol, publish } from '#tests/e2e/support/signals.ts';

test('a customer reads Today, signals, the watchlist and positions offline, and nothing after the sign-out', async ({
  browser,
  product,
}) => {
  const user = await createCustomer(product.url);
  // Not that of other tests, which have no worker.
  const context = await browser.newContext({
    baseURL: product.url,
    storageState: getStorageState(user, product.url),
  });
  const page = await context.newPage();
  const { symbol } = await publish(product.url, { symbol: makeUniqueSymbol(), signal_type: 'intraday' });
  await call(product.url, setWatched, { body: { symbol: 'LUCK', is_watched: true } }, user.access);
  const trade = { symbol: 'LUCK', side: 'buy', date: '2026-10-05', shares: 100, price: '412.50' } as const;
  await call(product.url, enterTrade, { body: trade }, user.access);
  const main = page.getByRole('main');
  const getName = (path: string) => (path === paths.watchlist || path === paths.positions ? 'LUCK' : symbol);
  const listCaches = () =>
    page.evaluate(async () => {
      const entries = (await caches.keys()).map(async (name) => {
        const requests = await (await caches.open(name)).keys();
        return requests.map(({ url }) => `${name} ${new URL(url).pathname}`);
      });
      return (await Promise.all(entries)).flat();
    });

  await openPage(page, paths.today);
  await page.evaluate(async () => void (await navigator.serviceWorker.ready));
  await expect.poll(listCaches).toContain('tezi-account /owner');
  for (const path of [paths.intradaySignals, paths.watchlist, paths.positions, paths.today]) {
    await openPage(page, path);
    await expect.poll(listCaches, { message: path }).toContain(`tezi-pages ${path}`);
    await expect(main.getByRole('link', { name: getName(path) }).first()).toBeVisible();
  }
  await expect.poll(listCaches).toContain('tezi-account /api/signals/psx-signals/');
  await expect.poll(listCaches).toContain('tezi-account /api/market/quotes/');

  await context.setOffline(true);
  const offline = page.getByText(/^As of \d\d:\d\d, offline$/);
  for (const path of [paths.today, paths.intradaySignals, paths.watchlist, paths.positions]) {
    await page.goto(path);
    await expect(main.getByRole('link', { name: getName(path) }).first()).toBeVisible();
    await expect(offline).toBeVisible();
  }
  await page.goto(paths.performance);
  await expect(page.getByRole('heading', { name: 'You are offline' })).toBeVisible();
  await page.getByRole('link', { name: 'Today' }).click();
  await expect(offline).toBeVisible();

  // In another tab, which is offline too.
  const other = await context.newPage();
  await other.goto(paths.watchlist);
  await expect(other.getByRole('main').getByRole('link', { name: 'LUCK' })).toBeVisible();
  await other.getByRole('button', { name: 'Account menu' }).click();
  await other.getByRole('button', { name: 'Logout' }).click();
  await expect(page.getByRole('button', { name: 'Account menu' })).toHaveCount(0);
  await expect
    .poll(async () => (await listCaches()).filter((entry) => entry.startsWith('tezi-account')))
    .toEqual([]);
  expect(await page.evaluate(() => caches.has('tezi-account'))).toBe(false);
  for (const path of [paths.watchlist, paths.positions]) {
    await page.goto(path);
    await expect(main.getByRole('link', { name: 'LUCK' })).toHaveCount(0);
  }
  await context.close();
});

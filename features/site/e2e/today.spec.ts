import { paths } from '#core/contract/paths.ts';
import { expect, test } from '#tests/e2e/fixtures.ts';
import { openPage } from '#tests/e2e/support/pages.ts';
import { edit, makeUniqueSymbol, publish } from '#tests/e2e/support/signals.ts';

const MINUTE_MS = 60_000;

test('a visitor sees public signals and dates without scripts, and no premium signals', async ({
  browser,
  product,
}) => {
  const symbol = makeUniqueSymbol();
  const premium = makeUniqueSymbol();
  await publish(product.url, { symbol, signal_type: 'intraday' });
  await publish(product.url, { symbol: premium, signal_type: 'swing' });
  const context = await browser.newContext({ javaScriptEnabled: false });
  const page = await context.newPage();
  await page.goto(product.url + paths.today);
  const main = page.getByRole('main');
  await expect(main.getByRole('link', { name: symbol })).toBeVisible();
  await expect(main.getByText(premium)).toHaveCount(0);
  for (const name of ['Signals in progress', 'Their news', 'Last buying days', 'Board meetings'])
    await expect(main.getByRole('heading', { name, exact: true })).toBeVisible();
  await context.close();
});

test('a visitor who returns sees which signals are new and changed', async ({ page, product }) => {
  const known = await publish(product.url, { symbol: makeUniqueSymbol(), signal_type: 'intraday' });
  await openPage(page, paths.today);
  const row = (symbol: string) => page.getByRole('listitem').filter({ hasText: symbol });
  await expect(row(known.symbol)).toBeVisible();
  await expect(page.getByText('since your last visit')).toHaveCount(0);
  const readVisits = () => page.evaluate(() => localStorage.getItem('tezi:visits') ?? '');
  await expect.poll(readVisits).toContain('"position"');
  // As if the first visit was an hour ago.
  await page.evaluate(
    ([visits = '', at]) => {
      const { seen } = JSON.parse(visits);
      localStorage.setItem('tezi:visits', JSON.stringify({ seen: { ...seen, at }, previous: null }));
    },
    [await readVisits(), new Date(Date.parse(known.created_at) - 60 * MINUTE_MS).toISOString()],
  );
  const added = await publish(product.url, { symbol: makeUniqueSymbol(), signal_type: 'intraday' });
  await openPage(page, paths.today);
  await expect(page.locator(`[data-signal="${added.id}"]`).getByText('New', { exact: true })).toBeVisible();
  await expect(page.getByRole('link', { name: /\d+ new/ })).toBeVisible();
  await page.locator(`[data-signal="${added.id}"]`).getByRole('link').click();
  await expect(page).toHaveURL(`${paths.signals}/${added.id}`);
});

test.describe('a customer', () => {
  test.use({ role: 'customer' });

  test('finds Today first in the header and sees a signal that is published now', async ({
    page,
    product,
  }) => {
    await openPage(page, paths.home);
    const nav = page.getByRole('navigation', { name: 'Main' });
    await expect(nav.getByRole('link').first()).toHaveText('Today');
    await nav.getByRole('link', { name: 'Today' }).click();
    await expect(page.getByRole('heading', { name: 'Today', level: 1 })).toBeVisible();
    const { id, symbol } = await publish(product.url, {
      symbol: makeUniqueSymbol(),
      signal_type: 'intraday',
    });
    const row = page.locator(`[data-signal="${id}"]`);
    await expect(row).toContainText(symbol);
    await edit(product.url, id, { call_status: 'closed' });
    await expect(row).toHaveCount(0);
  });

  test('does not read that there is no news while the signals are not loaded', async ({
    page,
    browserErrors,
  }) => {
    browserErrors.expectStatus(503);
    const url = '**/api/signals/psx-signals/?*';
    await openPage(page, paths.boardMeetings);
    await page.route(url, (route) => route.fulfill({ status: 503, json: { detail: 'Down' } }));
    await page
      .getByRole('navigation', { name: 'Main' })
      .getByRole('link', { name: 'Today', exact: true })
      .click();
    const failures = page.getByRole('alert').filter({ hasText: 'Failed to load signals.' });
    await expect(failures).toHaveCount(3);
    const text = page.getByText('The news appears when the signals are loaded.');
    await text.scrollIntoViewIfNeeded();
    await expect(page.getByText('No article mentions a company of a signal in progress.')).toBeHidden();
    await page.unroute(url);
    while ((await failures.count()) > 0) {
      const count = await failures.count();
      await failures.first().getByRole('button', { name: 'Retry' }).click();
      await expect(failures).toHaveCount(count - 1);
    }
    await expect(text).toBeHidden();
  });
});

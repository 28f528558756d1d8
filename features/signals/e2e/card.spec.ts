import type { Locator } from '@playwright/test';
import { getSignalPath, paths } from '#core/contract/paths.ts';
import { expectNoSidewaysScroll } from '#core/e2e/accessibility/scan.ts';
import type { SignalList } from '#features/signals/contract/endpoints.ts';
import type { Signal } from '#features/signals/contract/signal.ts';
import { expect, test } from '#tests/e2e/fixtures.ts';
import { getCard } from '#tests/e2e/support/admin-helpers.ts';
import { MOBILE_VIEWPORT, openPage } from '#tests/e2e/support/pages.ts';
import { edit, makeUniqueSymbol, publish } from '#tests/e2e/support/signals.ts';

const getDetail = (card: Locator, name: string) =>
  card.getByRole('term').filter({ hasText: name }).locator('xpath=following-sibling::dd');

test('cards show every field of their signals, newest first, and lead to earlier ones', async ({
  page,
  product,
}) => {
  await openPage(page, paths.intradaySignals);

  await test.step('a card shows every field of its signal', async () => {
    const { symbol } = await publish(product.url, {
      title: 'Breakout with volume',
      sector: 'Test Sector',
      entry_price: '1234.5',
      stop_loss: '1200',
      target_points: ['1260', '1290.25', '1310', '1350'],
      leverage: 2,
      shariah_type: 'Compliant',
      risk_type: 'high',
      analyst_name: 'Amna Siddiqui',
      analyst_registration: 'RA-17',
    });

    const card = getCard(page, symbol);
    await expect(card.getByRole('heading', { name: 'Breakout with volume' })).toBeVisible();
    for (const text of [
      'Test Sector',
      'Buy',
      'Waiting for entry',
      'Analyst Amna Siddiqui, registration RA-17',
    ])
      await expect(card).toContainText(text);
    await expect(getDetail(card, 'Leverage')).toHaveText('2x');
    await expect(getDetail(card, 'Risk')).toHaveText('High');
    await expect(getDetail(card, 'Shariah')).toHaveText('Compliant');
    for (const [name, price] of [
      ['Entry price', 'Rs. 1234.50'],
      ['Stop loss', 'Rs. 1200.00'],
      ['TP1', 'Rs. 1260.00'],
      ['TP2', 'Rs. 1290.25'],
      ['TP3', 'Rs. 1310.00'],
      ['TP4', 'Rs. 1350.00'],
    ] as const)
      await expect(card.getByRole('row').filter({ hasText: name })).toContainText(price);
    await expect(card).toContainText(/Published \d{1,2} [A-Z][a-z]{2} \d{4}, \d{2}:\d{2} PKT/);
  });

  await test.step('a card of an unknown company shows N/A as the sector and 1x as the leverage', async () => {
    const { symbol } = await publish(product.url);

    const card = getCard(page, symbol);
    await expect(card.getByText('N/A', { exact: true })).toBeVisible();
    await expect(getDetail(card, 'Leverage')).toHaveText('1x');
  });

  await test.step('the price levels have a text description', async () => {
    const { symbol } = await publish(product.url);

    await expect(getCard(page, symbol).getByRole('img')).toHaveAccessibleName(
      'Buy. Stop loss Rs. 95.00 (−5.00% from entry), Entry Rs. 100.00, TP1 Rs. 105.00 (+5.00% from entry), ' +
        'TP2 Rs. 110.00 (+10.00% from entry), TP3 Rs. 115.00 (+15.00% from entry). Reward to risk from entry: 3.00 to 1.',
    );
  });

  await test.step('a card shows the name of the company', async () => {
    const title = `Pullback ${makeUniqueSymbol()}`;
    await publish(product.url, { symbol: 'MARI', title });

    const card = getCard(page, title);
    await expect(card).toContainText('MARI');
    await expect(card).toContainText(/Mari [A-Z]\w+/);
  });

  await test.step('a signal that the analyst closed awaits the prices of its day', async () => {
    const { symbol } = await publish(product.url, { call_status: 'closed' });

    await expect(getCard(page, symbol)).toContainText('Awaiting prices');
    await expect(getCard(page, symbol)).toContainText('Closed by the analyst');
  });

  await test.step('markup in a title is shown as text', async () => {
    const title = '<img src=x onerror=alert(1)> & <b>bold</b>';
    const { symbol } = await publish(product.url, { title });

    await expect(getCard(page, symbol).getByRole('heading', { name: title })).toBeVisible();
  });

  await test.step('the count matches the cards, which are ordered newest first', async () => {
    await publish(product.url);
    const { symbol } = await publish(product.url);

    const cards = page.getByRole('tabpanel').locator('[data-signal]');
    await expect(cards.first()).toContainText(symbol);
    await expect(page.getByRole('status').filter({ hasText: 'found' })).toHaveText(
      `${await cards.count()} signals found`,
    );
    await page.getByText(/^Ended on earlier days/).click();
    const earlier = page.getByRole('table', { name: 'Ended on earlier days' });
    await earlier
      .getByRole('link', { name: /: details of/ })
      .first()
      .click();
    await expect(page).toHaveURL(/\/signals\/[0-9a-f-]{36}$/);
  });
});

test('on a phone without scripts a card shows the prices to act on, unfolds the rest and opens its page', async ({
  browser,
  product,
}) => {
  const { id, symbol } = await publish(product.url, { title: 'Folded title', leverage: 2 });
  const context = await browser.newContext({ javaScriptEnabled: false, viewport: MOBILE_VIEWPORT });
  const page = await context.newPage();
  await page.goto(product.url + paths.intradaySignals);
  const card = getCard(page, symbol);
  for (const [name, value] of [
    ['Entry', 'Rs. 100.00'],
    ['Stop', 'Rs. 95.00'],
    ['TP3', 'Rs. 115.00'],
    ['R to TP3', '3.00'],
  ] as const)
    await expect(getDetail(card, name).last()).toHaveText(value);
  await expect(card).toContainText(
    'Open to new entries at the entry price of Rs. 100.00: risk 5.0 %, reward to risk 3.00',
  );
  await expect(card.getByText('Folded title')).toBeHidden();
  await card.getByText('All fields').click();
  await expect(card.getByText('Folded title')).toBeVisible();
  await expect(getDetail(card, 'Leverage')).toHaveText('2x');
  // Below the link that covers the card.
  await card.getByText('Folded title').click({ force: true });
  await expect(page).toHaveURL(product.url + getSignalPath(id));
  await context.close();
});

test('the rows of the table are 40 px high, and each opens its page', async ({ page, product }) => {
  const { id, symbol } = await publish(product.url, {
    order_type: 'sell',
    stop_loss: '105',
    target_points: ['90'],
  });
  await edit(product.url, id, { stop_loss: '102.00' });
  await openPage(page, `${paths.intradaySignals}?view=table&symbol=${symbol}`);
  const table = page.getByRole('table', { name: 'Intraday signals' });
  const row = table.getByRole('row').filter({ hasText: symbol });
  await expect(row.getByRole('cell')).toHaveText([
    `Waiting for entry: details of the ${symbol} signalOpen to new entries`,
    '100.00',
    '102.00, at publication 105.00',
    '90.00',
    '',
    '',
    '–',
    '5.002.00 %',
    'Medium',
    'Unknown',
    /PKT$/,
  ]);
  const heights = await table
    .locator('tbody tr')
    .evaluateAll((rows) => rows.map((element) => (element as HTMLElement).offsetHeight));
  expect(new Set(heights)).toEqual(new Set([40]));
  await page.setViewportSize({ width: 360, height: 740 });
  await expect(row.getByRole('rowheader').getByText('Open 5.00 R')).toBeVisible();
  await page.setViewportSize({ width: 1440, height: 900 });
  // Below the link that covers the row.
  await row.getByRole('cell', { name: 'Medium' }).click({ force: true });
  await expect(page).toHaveURL(getSignalPath(id));
});

test('on a phone the prices of a card have their unit, and no state in the table is cut', async ({
  page,
  product,
}) => {
  const { symbol } = await publish(product.url, {
    entry_price: '98765.4',
    stop_loss: '97000',
    target_points: ['99000', '99500'],
  });
  await page.setViewportSize(MOBILE_VIEWPORT);
  await openPage(page, `${paths.intradaySignals}?symbol=${symbol}`);
  const strip = getCard(page, symbol).locator('.level-strip').first();
  for (const price of ['Rs. 98765.40', 'Rs. 97000.00', 'Rs. 99000.00', 'Rs. 99500.00']) {
    const figure = strip.getByText(price, { exact: true });
    await expect(figure).toBeVisible();
    // Not by `scrollWidth`, which is rounded: an ellipsis replaces two digits for a fraction of a pixel.
    const overflow = await figure.evaluate(
      (text) =>
        text.getBoundingClientRect().right - (text.parentElement ?? text).getBoundingClientRect().right,
    );
    expect(overflow, price).toBeLessThanOrEqual(0);
  }
  await openPage(page, `${paths.intradaySignals}?view=table`);
  const cut = await page
    .getByRole('table', { name: 'Intraday signals' })
    .getByRole('rowheader')
    .evaluateAll((cells) =>
      cells
        // Also without `overflow`, a state must not be below the next cell.
        .filter((cell) => cell.scrollWidth > cell.clientWidth)
        .map(({ textContent }) => textContent),
    );
  expect(cut).toEqual([]);
  await expectNoSidewaysScroll(page);
});

test('an expired signal is shown as expired with the end of its session', async ({ page, product }) => {
  const { symbol } = await publish(product.url);
  await openPage(page, paths.intradaySignals);
  const card = getCard(page, symbol);
  await expect(card).toContainText('Waiting for entry');
  await expect(card).toContainText(/Expires \d{1,2} \w{3} \d{4}, \d{2}:\d{2} PKT/);

  await page.route('**/api/signals/psx-signals/?**', async (route) => {
    const response = await route.fetch();
    const list: SignalList = await response.json();
    const expire = (signal: Signal) => ({
      ...signal,
      expires_at: new Date().toISOString(),
      is_expired: true,
      state: { ...signal.state, kind: 'awaiting_prices' as const },
    });
    await route.fulfill({ response, json: { ...list, results: list.results.map(expire) } });
  });
  await openPage(page, paths.psxSignals);
  await page.getByRole('tab', { name: /Intraday/ }).click();
  await expect(card).toContainText(/Expired \d{1,2} \w{3} \d{4}, \d{2}:\d{2} PKT/);
  await expect(card).toContainText('Last session ended; the prices decide the result');
  await expect(card).not.toContainText('Waiting for entry');
});

import type { Page } from '@playwright/test';
import { getCompanyPath, getSignalPath, paths } from '#core/contract/paths.ts';
import {
  expectNoFaults,
  expectNoFaultsInBothThemes,
  expectNoSidewaysScroll,
} from '#core/e2e/accessibility/scan.ts';
import { listQuotes } from '#features/market/contract/prices.ts';
import { enterTrade } from '#features/positions/contract/trades.ts';
import { expect } from '#tests/e2e/fixtures.ts';
import { call } from '#tests/e2e/support/accounts.ts';
import { test, tradeNextSession } from '#tests/e2e/support/evening.ts';
import { getToast, MOBILE_VIEWPORT, openPage } from '#tests/e2e/support/pages.ts';
import type { Product } from '#tests/e2e/support/product.ts';
import { finishEvaluation, publish } from '#tests/e2e/support/signals.ts';

// In one worker: each would start a product of its own.
test.describe.configure({ mode: 'default' });

const SYMBOL = 'LUCK';
const view = (name: string) => `${paths.positions}?view=${name}`;

async function readClose(product: Product): Promise<number> {
  const { results } = await call(product.url, listQuotes, { query: { symbols: SYMBOL } });
  return Number(results[0]?.close);
}

const getDialog = (page: Page, name = 'Add a trade') => page.getByRole('dialog', { name });

test.describe('a customer', () => {
  test.use({ role: 'customer' });

  test('follows a signal on a phone, sells at its target, and reads the result next to the record', async ({
    page,
    product,
    browserErrors,
  }) => {
    test.setTimeout(300_000);
    // The access token expires and is refreshed.
    browserErrors.expect(/401 \(Unauthorized\)/);
    await page.setViewportSize(MOBILE_VIEWPORT);
    const close = await readClose(product);
    const [entry, stop, target] = [close, close * 0.98, close * 1.04].map((price) => price.toFixed(2)) as [
      string,
      string,
      string,
    ];
    const levels = { entry_price: entry, stop_loss: stop, target_points: [target] };
    const { id } = await publish(product.url, { symbol: SYMBOL, ...levels });

    await openPage(page, getSignalPath(id));
    await page.getByLabel('Capital (Rs.)').fill('500,000');
    const shares = await page
      .getByText(/^[\d,]+$/)
      .and(page.locator('dd .figures'))
      .first()
      .innerText();
    await page.getByRole('button', { name: 'Add to my positions' }).first().click();
    const dialog = getDialog(page);
    await expect(dialog.getByLabel('Symbol')).toHaveValue(SYMBOL);
    await expect(dialog.getByLabel('Shares')).toHaveValue(shares.replaceAll(',', ''));
    await expect(dialog.getByLabel('Price of a share')).toHaveValue(entry);
    await expect(dialog.getByText(/^An estimate by/)).toBeVisible();
    await expect(dialog.getByLabel('Costs (Rs.)')).toHaveValue(/^\d+\.\d\d$/);
    await expectNoFaultsInBothThemes(page, 'in the form of a trade', 'dialog');
    await expectNoSidewaysScroll(page);
    await dialog.getByRole('button', { name: 'Save the trade' }).click();
    await expect(getToast(page, 'Trade added', `Bought ${shares} ${SYMBOL}`)).toBeVisible();
    await expect(page.getByLabel('I entered this trade')).toBeChecked();

    await openPage(page, paths.positions);
    const holding = page
      .getByRole('table', { name: /^Holdings/ })
      .getByRole('row')
      .filter({ hasText: SYMBOL });
    await expect(holding).toContainText(shares);
    await expectNoFaultsInBothThemes(page, 'with a holding');
    await expectNoSidewaysScroll(page);

    await tradeNextSession(product, { [SYMBOL]: [close, close * 1.05, close * 0.995, close * 1.045] });
    await finishEvaluation(product);
    await openPage(page, paths.positions);
    await expect(holding.getByText(/^▲ \+/).first()).toBeVisible();
    await holding.getByRole('button', { name: `Sell ${SYMBOL}` }).click();
    await dialog.getByRole('button', { name: `Sell ${shares}`, exact: true }).click();
    await dialog.getByLabel('Price of a share').fill(target);
    await dialog.getByRole('button', { name: 'Save the trade' }).click();
    await expect(page.getByRole('heading', { name: 'You hold nothing yet' })).toBeVisible();

    await page.getByRole('link', { name: 'What following earned' }).click();
    const followed = page
      .getByRole('table', { name: 'Followed signals' })
      .getByRole('row')
      .filter({ hasText: SYMBOL });
    await expect(followed).toContainText(`${shares} of ${shares} shares`);
    // Two percent of risk and four of gain, before costs.
    await expect(followed.locator('[data-label="The record"]')).toContainText(
      /▲ \+1\.\d\d R\s*▲ \+[\d,]+\.\d\d/,
    );
    await expect(followed.locator('[data-label="Mine"]')).toContainText(/▲ \+1\.\d\d R\s*▲ \+[\d,]+\.\d\d/);
    await expectNoFaultsInBothThemes(page, 'with a followed signal');
    await expectNoSidewaysScroll(page);
    await page.getByRole('link', { name: 'Closed trades' }).click();
    await expect(page.getByRole('table', { name: 'Closed trades' })).toContainText(/▲ \+1\.\d\d R/);
  });

  test('enters trades in one line, corrects and deletes them, and keeps what was typed after an error', async ({
    page,
    browserErrors,
  }) => {
    browserErrors.expectStatus(400);
    await openPage(page, view('trades'));
    const line = page.getByLabel('Add a trade in one line');
    const add = page.getByRole('button', { name: 'Add', exact: true });
    await line.fill('LUCK 100');
    await add.click();
    await expect(page.getByText('Write it like this: B 100 LUCK 812.50 2026-11-20')).toBeVisible();
    await expect(line).toHaveValue('LUCK 100');
    await line.fill('buy 100 luck 412.50 2026-10-05');
    await line.press('Enter');
    const row = page
      .getByRole('table', { name: 'Trades' })
      .getByRole('row')
      .filter({ hasText: 'Bought 100 LUCK' });
    await expect(row).toContainText('5 Oct 2026');
    await expect(line).toHaveValue('');
    await line.fill('S 120 LUCK 500 2026-10-06');
    await add.click();
    await expect(page.getByText(/You held 100 shares of LUCK on 6 Oct 2026/)).toBeVisible();
    await expect(line).toHaveValue('S 120 LUCK 500 2026-10-06');
    await expectNoFaults(page, 'with an error');

    await row.getByRole('button', { name: /^Edit/ }).click();
    const dialog = getDialog(page, 'Edit the trade');
    await dialog.getByLabel('Price of a share').fill('415');
    await dialog.getByLabel('Costs (Rs.)').fill('12,00');
    await dialog.getByRole('button', { name: 'Save the trade' }).click();
    await expect(dialog.getByText('A valid number is required.')).toBeVisible();
    await dialog.getByRole('button', { name: /^Use the estimate/ }).click();
    await dialog.getByRole('button', { name: 'Save the trade' }).click();
    await expect(row).toContainText('at Rs. 415.00');
    await row.getByRole('button', { name: /^More actions/ }).click();
    await row.getByRole('button', { name: /^History/ }).click();
    await expect(page.getByRole('dialog').getByText('price: 412.50 → 415.00')).toBeVisible();
    await page.keyboard.press('Escape');
    await row.getByRole('button', { name: /^More actions/ }).click();
    await row.getByRole('button', { name: /^Delete/ }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click();
    await expect(page.getByRole('heading', { name: 'No trades yet' })).toBeVisible();
  });

  test('imports a table, sees that importing it again changes nothing, and reverts it', async ({ page }) => {
    const table = 'Symbol,Date,Side,Quantity,Rate,Commission\nLUCK,2026-10-05,Buy,100,412.50,61.88\n';
    await openPage(page, view('import'));
    const preview = async () => {
      await page.getByLabel('Table of trades').fill(table);
      await page.getByRole('button', { name: 'Preview', exact: true }).click();
    };
    await preview();
    await page.getByRole('button', { name: 'Import 1 trade' }).click();
    await expect(getToast(page, 'Trades imported', '1 trade added.')).toBeVisible();
    await preview();
    await expect(page.getByRole('button', { name: 'Nothing to import' })).toBeVisible();
    await expectNoFaults(page, 'with a preview');
    await page.getByRole('button', { name: /^Revert/ }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Revert' }).click();
    await expect(page.getByText('Reverted', { exact: true })).toBeVisible();
  });

  test('adds a level on the page of a company, and sees it among the watched companies', async ({
    page,
    product,
    user,
  }) => {
    const purchase = {
      symbol: SYMBOL,
      side: 'buy',
      date: '2026-10-05',
      shares: 100,
      price: '412.50',
    } as const;
    await call(product.url, enterTrade, { body: purchase }, user.access);
    await openPage(page, getCompanyPath(SYMBOL));
    await page.getByRole('heading', { name: 'My position' }).scrollIntoViewIfNeeded();
    await expect(page.getByText('You hold 100 shares, average cost')).toBeVisible();
    await page.getByRole('button', { name: 'Add a level' }).click();
    await page.getByLabel('Price (Rs.)').fill('1,900');
    await page.getByRole('button', { name: 'Add the level' }).click();
    await expect(page.getByRole('table', { name: 'Price levels' })).toContainText('Close above Rs. 1,900.00');
    await expectNoFaults(page, 'with a level');
    await openPage(page, paths.watchlist);
    await expect(page.getByRole('table', { name: 'Price levels' })).toContainText('Close above Rs. 1,900.00');
    await openPage(page, paths.today);
    await expect(page.getByRole('main').getByRole('link', { name: 'My Positions' })).toBeVisible();
    await expect(page.getByText(/^at the close of/)).toBeVisible();
  });
});

test('a visitor sees invented positions, and loads no code of positions elsewhere', async ({
  page,
  product,
}) => {
  const { id } = await publish(product.url);
  const loaded: string[] = [];
  page.on('response', async (response) => {
    if (!/\/assets\/.*\.js$/.test(response.url())) return;
    const code = await response.text().catch(() => '');
    if (code.includes('/customers/trades/')) loaded.push(new URL(page.url()).pathname);
  });
  for (const path of [paths.intradaySignals, getSignalPath(id), paths.today, paths.watchlist]) {
    await openPage(page, path);
    // The page is idle, and has loaded what it loads then.
    const search = page.getByRole('link', { name: 'Search' }).first();
    await expect(search).toHaveAttribute('aria-haspopup', 'dialog');
  }
  expect(loaded).toEqual([]);
  await openPage(page, paths.positions);
  await expect(page.getByText('Invented data')).toBeVisible();
  await expect(page.getByRole('main').getByRole('link', { name: 'Sign up' })).toHaveAttribute(
    'href',
    /next=%2Fpositions/,
  );
  await expect(page.getByRole('button', { name: 'Add a trade' })).toHaveCount(0);
});

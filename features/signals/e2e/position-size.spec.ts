import type { Page } from '@playwright/test';
import { paths } from '#core/contract/paths.ts';
import { expectNoFaultsInBothThemes, expectNoSidewaysScroll } from '#core/e2e/accessibility/scan.ts';
import type { SignalList } from '#features/signals/contract/endpoints.ts';
import type { EntryVerdict } from '#features/signals/contract/entry-verdict.ts';
import type { Signal } from '#features/signals/contract/signal.ts';
import { expect, test } from '#tests/e2e/fixtures.ts';
import { getCard } from '#tests/e2e/support/admin-helpers.ts';
import { MOBILE_VIEWPORT, openPage } from '#tests/e2e/support/pages.ts';
import { publish } from '#tests/e2e/support/signals.ts';

test('a visitor calculates the size of a position, whose figures stay in the browser', async ({
  page,
  product,
}) => {
  const first = await publish(product.url, { entry_price: '100.00', stop_loss: '95.00' });
  const second = await publish(product.url, {
    order_type: 'sell',
    entry_price: '50.00',
    stop_loss: '50.10',
    target_points: ['48.00'],
  });
  await page.setViewportSize(MOBILE_VIEWPORT);
  await openPage(page, paths.intradaySignals);
  const card = getCard(page, first.symbol);
  await card.getByText('All fields').click();
  await card.getByText('Position size').focus();
  await page.keyboard.press('Enter');
  await expect(card.getByText('Enter your capital to calculate the shares.')).toBeVisible();

  await page.keyboard.press('Tab');
  await expect(card.getByLabel('Capital (Rs.)')).toBeFocused();
  await page.keyboard.type('200,000');
  await expect(card.getByLabel('Fees per side (%)')).toHaveValue('0.20');
  await expect(card).toContainText('371 shares');
  await card.getByLabel('Fees per side (%)').fill('0');
  await expect(card).toContainText(
    'You lose Rs. 2,000.00 (1.00 % of Rs. 200,000.00) if the price reaches the stop of Rs. 95.00.',
  );
  await expect(card).toContainText('400 shares');

  await card.getByLabel('Fees per side (%)').fill('0.15');
  await expect(card).toContainText('377 shares');
  await card.getByLabel('Risk per trade (%)').fill('101');
  await expect(card).toContainText('Enter a percentage from 0.01 to 100.');
  await expect(card).not.toContainText('377 shares');
  await card.getByLabel('Risk per trade (%)').fill('2');
  await expectNoFaultsInBothThemes(page, 'with a position size');
  await expectNoSidewaysScroll(page);

  await page.reload();
  const other = getCard(page, second.symbol);
  await other.getByText('All fields').click();
  await other.getByText('Position size').click();
  await expect(other.getByLabel('Capital (Rs.)')).toHaveValue('200,000');
  await expect(other).toContainText('The limit is your capital');
});

const LUCK = {
  entry_price: '471.00',
  stop_loss: '448.00',
  target_points: ['495.00', '518.00', '540.00'],
};

/** Shows a signal with the levels of LUCK as if its stop had moved to 465 and its second target had been hit. */
async function mockVerdict(page: Page, id: string, verdict: Partial<EntryVerdict>): Promise<void> {
  const last_close = { date: '2026-11-27', close: verdict.close ?? '520.52', is_old: false };
  await page.route('**/api/signals/psx-signals/?**', async (route) => {
    const response = await route.fetch();
    const list: SignalList = await response.json();
    const move = (signal: Signal): Signal => ({
      ...signal,
      stop_loss: '465.00',
      state: { ...signal.state, kind: 'target_hit', targets_hit: 2 },
      last_close,
      entry_verdict: { ...signal.entry_verdict, date: last_close.date, close: last_close.close, ...verdict },
    });
    const results = list.results.map((signal) => (signal.id === id ? move(signal) : signal));
    await route.fulfill({ response, json: { ...list, results } });
  });
  // The list of the page itself is that of the server.
  await openPage(page, paths.psxSignals);
  await page.getByRole('tab', { name: /Intraday/ }).click();
}

const HAS_RUN = {
  verdict: 'run_away',
  reason: 'past_entry',
  risk_percent: '10.67',
  reward_to_risk: '0.35',
} as const;

test('the calculator starts from the last close once the price has run, and keeps the price that is typed', async ({
  page,
  product,
}) => {
  const { id, symbol } = await publish(product.url, LUCK);
  await page.setViewportSize(MOBILE_VIEWPORT);
  await mockVerdict(page, id, HAS_RUN);
  const card = getCard(page, symbol);
  await expect(card).toContainText(
    'Price has run: from Rs. 520.52 (27 Nov 2026) the risk is 10.7 %, and reward to risk 0.35',
  );
  const ratio = card.getByRole('term').filter({ hasText: 'R to TP3' }).locator('xpath=following-sibling::dd');
  await expect(ratio.first()).toHaveText('0.35');
  await card.getByText('All fields').click();
  await card.getByText('Position size').click();
  const price = card.getByLabel('Your entry price (Rs.)');
  await expect(price).toHaveValue('520.52');
  await expect(card).toContainText('This is the last close, 27 Nov 2026.');
  await card.getByLabel('Capital (Rs.)').fill('5 lakh');
  await expect(card).toContainText('86 shares');
  await expect(card).toContainText('You lose Rs. 4,944.23');
  await expect(card.getByText('Rs. 4,944.23', { exact: true }).last()).toHaveAttribute('translate', 'no');
  await expect(card).toContainText('R to TP1passed');
  await expect(ratio.last()).toHaveText('0.35');
  await expect(card).not.toContainText('635 shares');
  await expectNoFaultsInBothThemes(page, 'with a price that has run');
  await expectNoSidewaysScroll(page);

  await price.fill('471');
  await expect(card).toContainText('635 shares');
  await expect(ratio.last()).toHaveText('11.50');
  await price.fill('465');
  await expect(card).toContainText(
    'This price is at the stop loss or past it. Enter a price above Rs. 465.00.',
  );
  await expect(card).not.toContainText('shares');
  await price.fill('1e3');
  await expect(card).toContainText('Enter a price of at most two decimals');
  await price.fill('540');
  await expect(card).toContainText('No reward is left: this price is at the last target or past it.');
  await price.fill('500');
  await card.getByText('Position size').click();
  await expect(price).toBeHidden();
  await card.getByText('Position size').click();
  await expect(price).toHaveValue('500');
  await card.getByRole('button', { name: 'Use Rs. 520.52, the last close, 27 Nov 2026' }).click();
  await expect(price).toHaveValue('520.52');
});

test('the calculator says why no entry is open, and calculates from a price that is typed', async ({
  page,
  product,
}) => {
  const { id, symbol } = await publish(product.url, LUCK);
  await mockVerdict(page, id, {
    verdict: 'not_open',
    reason: 'last_target',
    close: '541.00',
    risk_percent: null,
    reward_to_risk: null,
  });
  const card = getCard(page, symbol);
  await card.getByText('Position size').click();
  const text =
    'Not open to new entries: the last close of Rs. 541.00 (27 Nov 2026) is near the last target or past it';
  await expect(card.getByText(text)).toHaveCount(2);
  await card.getByLabel('Capital (Rs.)').fill('5 lakh');
  await expect(card.getByLabel('Your entry price (Rs.)')).toHaveValue('');
  await expect(card).toContainText('No entry is open. Type a price to calculate with it.');
  await expect(card).toContainText('Enter the price at which you would enter.');
  await card.getByLabel('Your entry price (Rs.)').fill('520.52');
  await expect(card).toContainText('86 shares');
});

test.describe('a customer', () => {
  test.use({ role: 'customer' });

  test('removes the capital from the browser by logging out', async ({ page, product, browserErrors }) => {
    // A request that is in flight while the session ends.
    browserErrors.expectStatus(401);
    const { symbol } = await publish(product.url);
    await openPage(page, paths.intradaySignals);
    const card = getCard(page, symbol);
    await card.getByText('Position size').click();
    await card.getByLabel('Capital (Rs.)').fill('50000');
    await expect(card).toContainText('92 shares');
    await page.getByRole('button', { name: 'Account menu' }).click();
    await page.getByRole('button', { name: 'Logout' }).click();
    await expect(page.getByRole('banner').getByRole('link', { name: 'Sign In' })).toBeVisible();
    await openPage(page, paths.intradaySignals);
    await card.getByText('Position size').click();
    await expect(card.getByLabel('Capital (Rs.)')).toHaveValue('');
  });
});

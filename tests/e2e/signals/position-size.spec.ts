import { paths } from '#contract/paths.ts';
import { expectNoFaultsInBothThemes, expectNoSidewaysScroll } from '#tests/e2e/accessibility/scan.ts';
import { getCard } from '#tests/e2e/admin/admin-helpers.ts';
import { expect, test } from '#tests/e2e/fixtures.ts';
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

test.describe('a customer', () => {
  test.use({ role: 'customer' });

  test('removes the capital from the browser by logging out', async ({ page, product }) => {
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

import { getSignalPath, paths } from '#core/contract/paths.ts';
import { grantPremium, listCustomers } from '#features/billing/contract/admin-endpoints.ts';
import { getSignalDetails } from '#features/signals/contract/track-record/signal-details.ts';
import { expect, test } from '#tests/e2e/fixtures.ts';
import { call, signInAdministrator } from '#tests/e2e/support/accounts.ts';
import { openPage } from '#tests/e2e/support/pages.ts';
import { publish } from '#tests/e2e/support/signals.ts';

test('a shared text of a signal is genuine, and one with another price differs', async ({
  page,
  context,
  product,
}) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  const { id } = await publish(product.url, { signal_type: 'intraday' });
  await openPage(page, getSignalPath(id));
  await page.locator('summary', { hasText: 'Share' }).click();
  await page.getByRole('button', { name: 'Copy text' }).click();
  await expect(page.getByText('Text copied')).toBeVisible();
  const text = await page.evaluate(() => navigator.clipboard.readText());

  await openPage(page, paths.verify);
  const check = async (message: string) => {
    await page.getByLabel('Message or code').fill(message);
    await page.getByRole('button', { name: 'Check' }).click();
  };
  await check(`[24/11/2026, 10:31:05 AM] Ali Khan: *${text.replaceAll('\n', '*\n*')}* 🚀`);
  await expect(page.getByText('Genuine', { exact: true })).toBeVisible();
  await check(text.replace(/Stop loss Rs\. \d/, 'Stop loss Rs. 1'));
  await expect(page.getByText('Differs from what we published')).toBeVisible();
  await expect(page.getByText(/Stop loss: the message says/)).toBeVisible();
});

test.describe('a subscriber', () => {
  test.use({ role: 'customer' });
  test('sees the levels of a premium signal next to a message that differs', async ({
    page,
    product,
    user,
  }) => {
    const { access } = await signInAdministrator(product.url);
    const { results } = await call(product.url, listCustomers, { query: { search: user.email } }, access);
    const ends_on = `${new Date().getFullYear() + 1}-12-31`;
    const grant = { params: { id: results[0]?.id ?? '' }, body: { reason: 'Test', ends_on } };
    await call(product.url, grantPremium, grant, access);
    const { id, symbol } = await publish(product.url, { signal_type: 'swing' });
    const { report } = await call(product.url, getSignalDetails, { params: { id } }, access);
    await openPage(page, paths.verify);
    await page.getByLabel('Message or code').fill(`BUY ${symbol} 100 94 105 110 115 ${report?.signal.code}`);
    await page.getByRole('button', { name: 'Check' }).click();
    await expect(page.getByText('Stop loss: the message says 94, we published 95.00.')).toBeVisible();
  });
});

test.describe('without scripts', () => {
  test.use({ javaScriptEnabled: false });
  test('the code of a signal is verified', async ({ page, product }) => {
    const { id } = await publish(product.url, { signal_type: 'intraday' });
    const { report } = await call(product.url, getSignalDetails, { params: { id } });
    await page.goto(paths.verify);
    await page.getByLabel('Message or code').fill(report?.signal.code ?? '');
    await page.getByRole('button', { name: 'Check' }).click();
    await expect(page.getByText('The code is ours')).toBeVisible();
  });
});

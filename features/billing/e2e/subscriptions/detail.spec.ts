import { getSubscriptionPath, paths } from '#core/contract/paths.ts';
import { expectAccessible } from '#core/e2e/accessibility/scan.ts';
import { expect, test } from '#tests/e2e/fixtures.ts';
import { openPage } from '#tests/e2e/support/pages.ts';
import {
  CANCELED,
  DETAIL_CALL,
  ENDED,
  getDetail,
  openSubscription,
  PAST_DUE,
  PAUSED,
  PAYMENT,
  PAYMENTS_CALL,
  PRO,
} from './responses.ts';

/** The buttons that pause, cancel and resume; others change the plan. */
const ACTIONS = /^(Pause|Cancel|Resume)$/;

test.use({ role: 'customer' });

const PAYMENTS: (typeof PAYMENT)[] = [
  PAYMENT,
  { ...PAYMENT, id: 'txn_01hv8x29kz0t586xy6zn1a62nz', state: 'overdue', has_receipt: false },
  { ...PAYMENT, id: 'txn_01hv8x29kz0t586xy6zn1a62na', kind: 'covered' },
  { ...PAYMENT, id: 'txn_01hv8x29kz0t586xy6zn1a62nb', kind: 'credit', has_receipt: false },
];
const ADDRESS = getSubscriptionPath(PRO.id);

test('product, status, price, period and next payment are shown, with Pause and Cancel', async ({ page }) => {
  await openSubscription(page);
  const main = page.getByRole('main');
  await expect(main.getByText('Active', { exact: true })).toBeVisible();
  await expect(getDetail(page, 'Price')).toHaveText('$60.00 / Monthly');
  await expect(getDetail(page, 'Billing period')).toHaveText('21 Nov 2026 to 21 Dec 2026');
  await expect(getDetail(page, 'Next payment')).toHaveText('21 Dec 2026');
  await expect(main.getByRole('button', { name: ACTIONS })).toHaveText(['Pause', 'Cancel']);
  await expect(main.getByText("On Paddle's website:")).toHaveCount(0);
});

test('payments are listed with receipts, whose links are fetched when they are opened, next to links to Paddle', async ({
  page,
}) => {
  await openSubscription(
    page,
    {
      update_url: 'https://buyer-portal.paddle.com/update',
      cancel_url: 'https://buyer-portal.paddle.com/cancel',
    },
    PAYMENTS,
  );
  for (const [name, url] of [
    [/^Update Payment Method/, 'https://buyer-portal.paddle.com/update'],
    [/^Cancel subscription/, 'https://buyer-portal.paddle.com/cancel'],
  ] as const) {
    const link = page.getByRole('link', { name });
    await expect(link).toHaveAttribute('href', url);
    await expect(link).toHaveAttribute('target', '_blank');
    await expect(link).toHaveAttribute('rel', 'noreferrer');
  }

  const payments = page.getByRole('region', { name: 'Payments' }).getByRole('listitem');
  await expect(payments).toHaveText([
    /21 Nov 2026\s*\$69\.60\s*Receipt/,
    /Overdue/,
    /\$69\.60 paid with credit\s*Receipt/,
    /\$69\.60 credited$/,
  ]);
  await expectAccessible(page, 'with payments');
  await page.route('**/api/subscriptions/*/payments/*/receipt/', (route) =>
    route.fulfill({ json: { url: '/receipt.pdf' } }),
  );
  await page.route('**/receipt.pdf', (route) =>
    route.fulfill({
      contentType: 'application/pdf',
      headers: { 'Content-Disposition': 'attachment; filename="receipt.pdf"' },
      body: '%PDF-1.4',
    }),
  );
  const download = page.waitForEvent('download');
  await payments.first().getByRole('button', { name: 'Receipt' }).click();
  expect((await download).suggestedFilename()).toBe('receipt.pdf');
});

test('each status is shown with its notice and actions', async ({ page }) => {
  for (const { name, given, badge, notice, buttons } of [
    {
      name: 'a scheduled cancellation',
      given: CANCELED,
      badge: 'Active (cancels 21 Dec 2026)',
      notice: 'This subscription ends on 21 Dec 2026',
      buttons: ['Resume'],
    },
    {
      name: 'an overdue payment',
      given: PAST_DUE,
      badge: 'Past Due',
      notice: 'Your last payment failed',
      buttons: ['Pause', 'Cancel'],
    },
    {
      name: 'a paused subscription',
      given: PAUSED,
      badge: 'Paused',
      notice: 'Paused since 3 Dec 2026',
      buttons: ['Resume', 'Cancel'],
    },
    {
      name: 'a canceled subscription',
      given: ENDED,
      badge: 'Canceled',
      notice: 'This subscription has ended',
      buttons: [],
    },
  ]) {
    await test.step(name, async () => {
      await openSubscription(page, given);
      const main = page.getByRole('main');
      await expect(main.getByText(badge, { exact: true })).toBeVisible();
      await expect(main.getByText(notice)).toBeVisible();
      await expect(main.getByRole('button', { name: ACTIONS })).toHaveText(buttons);
      if (given === PAST_DUE) await expectAccessible(page, name);
    });
  }
});

test('a subscription of the customer that does not exist, and an invalid ID, are not found', async ({
  page,
  browserErrors,
}) => {
  await test.step('a subscription that does not exist or belongs to another customer is not found', async () => {
    browserErrors.expectStatus(404);
    await openPage(page, ADDRESS);
    await expect(page.getByRole('heading', { name: 'Subscription Not Found' })).toBeVisible();
    await expect(page.getByRole('button', { name: 'Retry' })).toHaveCount(0);
    await page.getByRole('link', { name: 'Back to My Subscriptions' }).click();
    await expect(page).toHaveURL(paths.subscriptions);
  });

  await test.step('an invalid subscription ID is not found', async () => {
    browserErrors.expectStatus(404);
    await openPage(page, getSubscriptionPath('../profile'));
    await expect(page.getByRole('heading', { name: 'Subscription Not Found' })).toBeVisible();
  });
});

test('a failure to load the subscription is explained, and Retry loads it', async ({
  page,
  browserErrors,
}) => {
  browserErrors.expectStatus(500);
  let isDown = true;
  await page.route(PAYMENTS_CALL, (route) => route.fulfill({ json: { payments: [] } }));
  await page.route(DETAIL_CALL, (route) =>
    isDown
      ? route.fulfill({ status: 500, json: { detail: 'Something went wrong.' } })
      : route.fulfill({ json: { subscription: PRO } }),
  );
  await openPage(page, ADDRESS);
  await expect(page.getByRole('heading', { name: 'Subscription Not Found' })).toBeVisible();
  await expect(page.getByText('It could not be loaded. Something went wrong.')).toBeVisible();
  isDown = false;
  await page.getByRole('button', { name: 'Retry' }).click();
  await expect(page.getByRole('heading', { name: 'Pro' })).toBeVisible();
});

import { getSubscriptionPath, paths } from '#contract/paths.ts';
import { expect, test } from '#tests/e2e/fixtures.ts';
import { openPage } from '#tests/e2e/support/pages.ts';
import { CANCELLED, DETAIL_CALL, ENDED, fact, openDetail, PAST_DUE, PAUSED, PRO } from './responses.ts';

test.use({ role: 'customer' });

const ADDRESS = getSubscriptionPath(PRO.id);

test('product, status, price, period and next payment are shown, with Pause and Cancel', async ({ page }) => {
  await openDetail(page);
  const main = page.getByRole('main');
  await expect(main.getByText('Active', { exact: true })).toBeVisible();
  await expect(fact(page, 'Price')).toHaveText('$60.00 / Monthly');
  await expect(fact(page, 'Billing period')).toHaveText('21 Nov 2026 to 21 Dec 2026');
  await expect(fact(page, 'Next payment')).toHaveText('21 Dec 2026');
  await expect(main.getByRole('button')).toHaveText(['Pause', 'Cancel']);
  await expect(main.getByText("On Paddle's website:")).toHaveCount(0);
});

test('the links to pages of Paddle are there when they are given, and open beside this page', async ({
  page,
}) => {
  await openDetail(page, {
    update_url: 'https://buyer-portal.paddle.com/update',
    cancel_url: 'https://buyer-portal.paddle.com/cancel',
  });
  for (const [name, url] of [
    [/^Update Payment Method/, 'https://buyer-portal.paddle.com/update'],
    [/^Cancel Subscription/, 'https://buyer-portal.paddle.com/cancel'],
  ] as const) {
    const link = page.getByRole('link', { name });
    await expect(link).toHaveAttribute('href', url);
    await expect(link).toHaveAttribute('target', '_blank');
    await expect(link).toHaveAttribute('rel', 'noreferrer');
  }
});

for (const { name, given, badge, notice, buttons } of [
  {
    name: 'a cancellation that is scheduled',
    given: CANCELLED,
    badge: 'Active (cancels Dec 21, 2026)',
    notice: 'This subscription ends on 21 Dec 2026',
    buttons: ['Resume'],
  },
  {
    name: 'a payment that is overdue',
    given: PAST_DUE,
    badge: 'Past Due',
    notice: 'Your last payment failed',
    buttons: ['Pause', 'Cancel'],
  },
  {
    name: 'a subscription that is paused',
    given: PAUSED,
    badge: 'Paused',
    notice: 'This subscription is paused',
    buttons: ['Resume'],
  },
  {
    name: 'a subscription that has ended',
    given: ENDED,
    badge: 'Canceled',
    notice: 'This subscription has ended',
    buttons: [],
  },
]) {
  test(`${name} is said, with what can be done`, async ({ page }) => {
    await openDetail(page, given);
    const main = page.getByRole('main');
    await expect(main.getByText(badge, { exact: true })).toBeVisible();
    await expect(main.getByText(notice)).toBeVisible();
    await expect(main.getByRole('button')).toHaveText(buttons);
  });
}

test('a subscription of nobody or of somebody else is not found, with a way back', async ({
  page,
  browserErrors,
}) => {
  browserErrors.expectStatus(404);
  await openPage(page, ADDRESS);
  await expect(page.getByRole('heading', { name: 'Subscription Not Found' })).toBeVisible();
  await expect(page.getByRole('button', { name: 'Retry' })).toHaveCount(0);
  await page.getByRole('link', { name: 'Back to My Subscriptions' }).click();
  await expect(page).toHaveURL(paths.subscriptions);
});

test('an address that is none of a subscription is answered alike', async ({ page, browserErrors }) => {
  browserErrors.expectStatus(404);
  await openPage(page, getSubscriptionPath('../profile'));
  await expect(page.getByRole('heading', { name: 'Subscription Not Found' })).toBeVisible();
});

test('a subscription that could not be loaded says why, and Retry loads it', async ({
  page,
  browserErrors,
}) => {
  browserErrors.expectStatus(500);
  let isDown = true;
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

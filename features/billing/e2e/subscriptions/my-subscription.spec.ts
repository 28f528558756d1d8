import { getSubscriptionPath, paths } from '#core/contract/paths.ts';
import type { MySubscription } from '#features/billing/contract/subscriptions.ts';
import { expect, test } from '#tests/e2e/fixtures.ts';
import { getToast, openPage } from '#tests/e2e/support/pages.ts';
import {
  CANCELED,
  DETAIL_CALL,
  getDetail,
  MINE,
  MINE_CALL,
  mockMySubscription,
  NONE,
  PRO,
} from './responses.ts';

test.use({ role: 'customer' });

test('without a subscription a message links to the plans', async ({ page }) => {
  await openPage(page, paths.mySubscription);
  await expect(page.getByRole('heading', { name: 'No Active Subscription' })).toBeVisible();
  await page.getByRole('link', { name: 'View Premium Plans' }).click();
  await expect(page).toHaveURL(paths.pricing);
});

test('a scheduled cancellation is shown, and Resume reverts it', async ({ page }) => {
  const canceled = { ...MINE, next_payment_date: null };
  canceled.active_subscriptions = MINE.active_subscriptions.map((each) => ({ ...each, ...CANCELED }));
  let mine: MySubscription = canceled;
  await page.route(MINE_CALL, (route) => route.fulfill({ json: mine }));
  await page.route(DETAIL_CALL, (route) => {
    expect(route.request().postData()).toBe('action=resume');
    mine = MINE;
    return route.fulfill({ json: { subscription: PRO } });
  });
  await openPage(page, paths.mySubscription);
  const plan = page.getByRole('region', { name: 'Premium Access' });
  await expect(plan.getByText('Active (cancels 21 Dec 2026)')).toBeVisible();
  await expect(getDetail(page, 'Next payment date')).toHaveText('None');
  const card = page.getByRole('region', { name: 'Active Subscription' }).getByRole('listitem');
  await expect(card.getByText('Active (cancels 21 Dec 2026)')).toBeVisible();
  await expect(card.getByText('This subscription ends on 21 Dec 2026')).toBeVisible();
  await expect(getDetail(page, 'Next payment')).toHaveText('None');

  await card.getByRole('button', { name: 'Resume' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Resume subscription' }).click();
  await expect(getToast(page, 'Subscription updated', 'It is now: Active.')).toBeVisible();
  await expect(card.getByText('Active', { exact: true })).toBeVisible();
  await expect(card.getByRole('heading', { name: 'Tezi Pro' })).toBeFocused();
  await expect(card.getByRole('button', { name: 'Resume' })).toHaveCount(0);
});

test('granted premium access is shown with its last day', async ({ page }) => {
  const until = '2027-01-31T19:00:00.000Z';
  await mockMySubscription(page, {
    ...NONE,
    has_active_subscription: true,
    subscription_status: 'canceled',
    subscription_expiry: until,
    granted_until: until,
  });
  await openPage(page, paths.mySubscription);
  const plan = page.getByRole('region', { name: 'Premium Access' });
  await expect(plan.getByText('Granted', { exact: true })).toBeVisible();
  await expect(plan.getByText('Canceled')).toHaveCount(0);
  await expect(getDetail(page, 'Plan type')).toHaveText('Premium');
  await expect(getDetail(page, 'Expiry date')).toHaveText('31 Jan 2027');
  await expect(plan.getByText('The last day is 31 Jan 2027. It does not renew automatically.')).toBeVisible();
  await expect(page.getByRole('link', { name: 'Manage Billing' })).toHaveCount(0);
});

test('a customer with an overdue subscription is led to it instead of a second one', async ({ page }) => {
  await mockMySubscription(page, { ...NONE, subscription_status: 'past_due' });
  await openPage(page, paths.mySubscription);
  await expect(page.getByText('A payment for your subscription is overdue.')).toBeVisible();
  await page.getByRole('link', { name: 'Manage Subscription' }).click();
  await expect(page).toHaveURL(paths.subscriptions);
});

test('a failure is shown, and Retry loads the plan, dates and details of the subscription', async ({
  page,
  browserErrors,
}) => {
  await test.step('a failure is shown on the page and as a toast, and Retry loads the overview', async () => {
    browserErrors.expectStatus(500);
    let isDown = true;
    await page.route(MINE_CALL, (route) =>
      isDown
        ? route.fulfill({ status: 500, json: { error: 'Something went wrong.' } })
        : route.fulfill({ json: MINE }),
    );
    await openPage(page, paths.mySubscription);
    const failure = page.getByRole('main').getByRole('alert');
    await expect(failure).toContainText('Failed to load subscription data');
    await expect(page.getByText('No Active Subscription')).toHaveCount(0);
    isDown = false;
    await failure.getByRole('button', { name: 'Retry' }).click();
    await expect(page.getByRole('heading', { name: 'Tezi Pro' })).toBeVisible();
  });

  await test.step('with a subscription its plan, dates and details are shown', async () => {
    const plan = page.getByRole('region', { name: 'Premium Access' });
    await expect(plan.getByText('Active', { exact: true })).toBeVisible();
    await expect(plan.locator('dd')).toHaveText(['Pro', '21 Dec 2026', '21 Dec 2026', '21 Nov 2026']);
    await expect(plan.locator('dt')).toHaveText([
      'Plan type',
      'Expiry date',
      'Next payment date',
      'Last payment date',
    ]);
    const card = page.getByRole('region', { name: 'Active Subscription' }).getByRole('listitem');
    await expect(card.getByRole('heading', { name: 'Tezi Pro' })).toBeVisible();
    await expect(card.locator('dd')).toHaveText([
      'Pro',
      'Monthly',
      '21 Nov 2026',
      '21 Dec 2026',
      '21 Dec 2026',
      'sub_01hv8x29kz0t586xy6zn1a62ny',
    ]);
    await expect(card.getByRole('link', { name: 'Manage Billing' })).toHaveAttribute(
      'href',
      getSubscriptionPath(PRO.id),
    );
    await expect(page.getByRole('region', { name: 'Premium benefits' }).getByRole('listitem')).toHaveCount(8);
    await expect(
      page.getByRole('main').getByRole('link', { name: 'Compare plans and prices' }),
    ).toHaveAttribute('href', paths.pricing);
  });
});

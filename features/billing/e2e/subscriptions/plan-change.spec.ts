import { getSubscriptionPath, paths } from '#core/contract/paths.ts';
import { expectAccessibleOnAllScreens } from '#core/e2e/accessibility/scan.ts';
import { expect, test } from '#tests/e2e/fixtures.ts';
import { getToast, openPage } from '#tests/e2e/support/pages.ts';
import { getPlanCard, payByCard, waitForSubscription } from '#tests/e2e/support/pricing.ts';
import { getDetail, openSubscription, PRO } from './responses.ts';

const PLAN_CHANGE_CALL = '**/api/subscriptions/*/plan-change/**';

test.use({ role: 'customer' });

test('a customer upgrades on the pricing page and downgrades on the page of the subscription', async ({
  page,
  user,
}) => {
  await openPage(page, paths.pricing);
  await getPlanCard(page, 'Intermediate').getByRole('button', { name: 'Get Started Monthly' }).click();
  await payByCard(page);
  await waitForSubscription(page, user);

  await openPage(page, paths.pricing);
  await expect(getPlanCard(page, 'Intermediate').getByText('Current plan')).toBeVisible();
  await expect(page.getByRole('button', { name: /^Get Started/ })).toHaveCount(0);
  await getPlanCard(page, 'Pro').getByRole('button', { name: 'Change to Pro Monthly' }).click();
  const dialog = page.getByRole('dialog', { name: 'Change to Pro Monthly' });
  await expect(dialog.getByText('Regular price')).toBeVisible();
  await expectAccessibleOnAllScreens(page, 'with the preview of an upgrade');
  await dialog.getByRole('button', { name: /^Pay \$(30\.00|29\.9\d)$/ }).dblclick();
  await expect(getToast(page, 'Plan changed', 'Your plan is now Pro Monthly.')).toBeVisible();
  await expect(dialog).toHaveCount(0);
  await expect(getPlanCard(page, 'Pro').getByText('Current plan')).toBeVisible();
  await expect(getPlanCard(page, 'Pro')).toBeFocused();

  await page.getByRole('main').getByRole('link', { name: 'Manage Subscription' }).click();
  await expect(getDetail(page, 'Price')).toHaveText('$60.00 / Monthly');
  await page.getByRole('button', { name: 'Change to Intermediate Yearly' }).click();
  const yearly = page.getByRole('dialog', { name: 'Change to Intermediate Yearly' });
  await expect(yearly.getByText('a new year begins today')).toBeVisible();
  await yearly.getByRole('button', { name: 'Not now' }).click();
  await page.getByRole('button', { name: 'Change to Intermediate Monthly' }).click();
  const downgrade = page.getByRole('dialog', { name: 'Change to Intermediate Monthly' });
  await expect(downgrade.getByText('It is not paid out.')).toBeVisible();
  await downgrade.getByRole('button', { name: 'Change plan' }).click();
  await expect(getToast(page, 'Plan changed', 'Your plan is now Intermediate Monthly.')).toBeVisible();
  await expect(getDetail(page, 'Price')).toHaveText('$30.00 / Monthly');
  await expect(page.getByRole('heading', { level: 2, name: 'Intermediate' })).toBeFocused();
});

test('a preview that fails can be repeated, and a declined payment is explained', async ({
  page,
  browserErrors,
}) => {
  browserErrors.expectStatus(503);
  browserErrors.expectStatus(402);
  await openSubscription(page);
  let isUp = false;
  await page.route(PLAN_CHANGE_CALL, (route) => {
    if (!isUp) return route.fulfill({ status: 503, json: { error: 'Paddle did not respond.' } });
    if (route.request().method() === 'POST')
      return route.fulfill({ status: 402, json: { error: 'Your payment was declined.' } });
    const preview = {
      plan: { name: 'Pro', interval: 'year' },
      currency: 'USD',
      charge_now: '516.00',
      credit: null,
      next_payment: { date: '2027-11-21T05:00:00.000Z', amount: '576.00' },
      renewal_price: '576.00',
      basis: 'basis',
    };
    return route.fulfill({ json: { preview } });
  });
  await page.getByRole('button', { name: 'Change to Pro Yearly' }).click();
  const dialog = page.getByRole('dialog', { name: 'Change to Pro Yearly' });
  await expect(dialog.getByRole('alert')).toContainText('Paddle did not respond.');
  isUp = true;
  await dialog.getByRole('button', { name: 'Retry' }).click();
  await dialog.getByRole('button', { name: 'Pay $516.00' }).click();
  await expect(dialog.getByRole('alert')).toHaveText('Your payment was declined.');
  await expect(getToast(page, 'Failed to update subscription', 'Your payment was declined.')).toBeVisible();
});

test('a subscription whose plan cannot be changed offers no other plan', async ({ page }) => {
  await openSubscription(page, { can_change_plan: false });
  await expect(page.getByRole('button', { name: 'Pause', exact: true })).toBeVisible();
  await expect(page.getByRole('button', { name: /^Change to/ })).toHaveCount(0);
  await page.route('**/api/subscriptions/', (route) =>
    route.fulfill({ json: { subscriptions: [{ ...PRO, can_change_plan: false, status: 'paused' }] } }),
  );
  await openPage(page, paths.pricing);
  await expect(page.getByText('To change plans, resume it first.')).toBeVisible();
  await expect(getPlanCard(page, 'Intermediate').getByRole('link')).toHaveAttribute(
    'href',
    getSubscriptionPath(PRO.id),
  );
});

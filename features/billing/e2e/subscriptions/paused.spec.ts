import type { Page } from '@playwright/test';
import { getSubscriptionPath, paths } from '#core/contract/paths.ts';
import { expectAccessible } from '#core/e2e/accessibility/scan.ts';
import { expect, test } from '#tests/e2e/fixtures.ts';
import { openPage } from '#tests/e2e/support/pages.ts';
import { getPlanCard } from '#tests/e2e/support/pricing.ts';
import {
  DETAIL_CALL,
  ENDED,
  mockMySubscription,
  mockSubscriptions,
  NONE,
  PAUSED,
  PRO,
  toRequest,
} from './responses.ts';

// The dates are those of Pakistan.
test.use({ role: 'customer', timezoneId: 'America/Los_Angeles' });

const getPaused = (page: Page) => page.getByRole('region', { name: 'Paused subscription' });

test('a customer whose subscription is paused sees that wherever premium is offered', async ({ page }) => {
  test.slow();
  await mockSubscriptions(page, ENDED, PAUSED);
  await mockMySubscription(page, { ...NONE, subscription_status: 'paused' });
  for (const path of [
    paths.pricing,
    paths.signals,
    paths.intradaySignals,
    paths.swingSignals,
    paths.home,
    paths.mySubscription,
    paths.subscriptions,
  ]) {
    await test.step(path, async () => {
      await openPage(page, path);
      const paused = getPaused(page);
      await expect(paused).toContainText('Your subscription is paused');
      await expect(paused).toContainText('Pro has been paused since 3 Dec 2026.');
      await expect(paused.getByRole('link', { name: 'Pro' })).toHaveAttribute(
        'href',
        getSubscriptionPath(PRO.id),
      );
      await expect(paused.getByRole('button')).toHaveText(['Resume', 'Cancel']);
      const main = page.getByRole('main');
      await expect(main.getByRole('link', { name: /^(View (Premium )?Plans|Compare plans)$/ })).toHaveCount(
        0,
      );
      await expect(main.getByRole('button', { name: /^Get Started/ })).toHaveCount(0);
      await expect(main).not.toContainText('Upgrade to premium');
    });
  }
  await expectAccessible(page, 'with a paused subscription');
  await openPage(page, paths.pricing);
  await expect(
    page.getByRole('status').filter({ hasText: 'To change plans, resume it first.' }),
  ).toBeVisible();
  await expect(getPlanCard(page, 'Pro')).toContainText('Current plan');
  await expect(
    getPlanCard(page, 'Intermediate').getByRole('link', { name: 'Manage Subscription' }),
  ).toBeVisible();
});

test('a paused subscription that names the date of its resumption is canceled where premium is offered, and the offer returns', async ({
  page,
}) => {
  await mockSubscriptions(page, {
    ...PAUSED,
    scheduled_change: { action: 'resume', effective_at: '2026-12-31T19:00:00.000Z' },
  });
  await openPage(page, paths.swingSignals);
  await expect(getPaused(page)).toContainText('paused since 3 Dec 2026, and resumes on 1 Jan 2027.');
  await getPaused(page).getByRole('button', { name: 'Cancel' }).click();
  const dialog = page.getByRole('dialog', { name: 'Cancel subscription' });
  await expect(dialog).toContainText('It is paused, so it ends immediately. You are not charged again.');
  const requests: (string | null)[] = [];
  await page.route(DETAIL_CALL, (route) => {
    requests.push(route.request().postData());
    return route.fulfill({ json: { subscription: { ...PRO, ...ENDED } } });
  });
  await mockSubscriptions(page, ENDED);
  await dialog.getByRole('button', { name: 'Cancel subscription' }).click();
  await expect(getPaused(page)).toHaveCount(0);
  await expect(page.getByRole('main').getByRole('link', { name: 'View Plans' })).toBeVisible();
  expect(requests).toEqual([toRequest('cancel').body]);
});

test('the overview and the list link to each other by their names', async ({ page }) => {
  await openPage(page, paths.mySubscription);
  await page.getByRole('main').getByRole('link', { name: 'My Subscriptions' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'My Subscriptions' })).toBeVisible();
  await expect(page.getByRole('main')).not.toContainText(/(my|your) premium access/i);
  await page.getByRole('main').getByRole('link', { name: 'My Subscription', exact: true }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'My Subscription', exact: true })).toBeVisible();
});

test('account deletion names the subscription to cancel before it asks for the password', async ({
  page,
}) => {
  await mockSubscriptions(page, {});
  await openPage(page, `${paths.profile}?tab=security`);
  const main = page.getByRole('main');
  await expect(main.getByText('Cancel your subscription to Pro first')).toBeVisible();
  await expect(main.getByRole('button', { name: 'Delete account' })).toHaveCount(0);
  await expectAccessible(page, 'with a subscription');
  await expect(main.getByRole('link', { name: 'Manage Subscription' })).toHaveAttribute(
    'href',
    getSubscriptionPath(PRO.id),
  );
});

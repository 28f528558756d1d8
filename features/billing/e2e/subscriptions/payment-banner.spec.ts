import { getSubscriptionPath, paths } from '#core/contract/paths.ts';
import { expect, test } from '#tests/e2e/fixtures.ts';
import { openPage, waitForHydration } from '#tests/e2e/support/pages.ts';
import { LIST_CALL, MINE, mockMySubscription, mockSubscriptions, PRO } from './responses.ts';

const OVERDUE = { status: 'past_due', grace_ends_at: '2126-11-27T19:00:00.000Z' } as const;

test.describe('a customer', () => {
  test.use({ role: 'customer' });

  test('sees a failed payment on every page, with the deadline and a link to the subscription', async ({
    page,
  }) => {
    await mockSubscriptions(page, OVERDUE);
    const active_subscriptions = MINE.active_subscriptions.map((each) => ({ ...each, ...OVERDUE }));
    await mockMySubscription(page, { ...MINE, active_subscriptions });
    await openPage(page, paths.news);
    const banner = page.getByRole('region', { name: 'Payment', exact: true });
    for (const path of [paths.news, paths.today, paths.psxSignals, paths.mySubscription]) {
      await page.goto(path);
      await waitForHydration(page);
      await expect(banner, path).toContainText('The payment for Pro failed');
      await expect(banner, path).toContainText('Without a payment, premium access ends on 27 Nov 2126.');
    }
    await expect(banner.getByRole('link', { name: 'Update payment' })).toHaveAttribute(
      'href',
      getSubscriptionPath(PRO.id),
    );
    await expect(page.getByRole('link', { name: 'Manage Billing' })).toBeVisible();
    await expect(page.getByText(/payment( for Pro)? failed/)).toHaveCount(1);
    await page.getByRole('navigation', { name: 'Subscriptions' }).getByText('My Subscriptions').click();
    await expect(page.getByRole('main').locator('dd').last()).toHaveText('Overdue');
    await expect(banner).toBeVisible();
  });

  test('without a failed payment sees no banner', async ({ page }) => {
    await mockSubscriptions(page, {});
    const loaded = page.waitForResponse(LIST_CALL);
    await openPage(page, paths.news);
    await loaded;
    await expect(page.getByRole('region', { name: 'Payment', exact: true })).toHaveCount(0);
  });
});

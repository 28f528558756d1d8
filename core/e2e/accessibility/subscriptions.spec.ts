import { paths } from '#core/contract/paths.ts';
import {
  CANCELED,
  ENDED,
  MINE,
  mockMySubscription,
  mockSubscriptions,
  openSubscription,
  PAST_DUE,
} from '#features/billing/e2e/subscriptions/responses.ts';
import { expect, test } from '#tests/e2e/fixtures.ts';
import { MOBILE_VIEWPORT, openPage } from '#tests/e2e/support/pages.ts';
import { expectAccessible, expectNoFaultsInBothThemes } from './scan.ts';

test.use({ role: 'customer' });

const LONG_NAME = 'Professional signals for institutions with 24/7 support, and more';

test('a list of subscriptions', async ({ page }) => {
  await mockSubscriptions(page, CANCELED, PAST_DUE, { ...ENDED, product: { ...LONG, price: '1234567.00' } });
  await openPage(page, paths.subscriptions);
  await expect(page.getByRole('link', { name: /^Manage Subscription/ })).toHaveCount(3);
  await expectAccessible(page, 'with subscriptions');
});

test('a pending, an overdue and a confirmed payment', async ({ page }) => {
  await mockSubscriptions(page);
  await page.clock.install();
  await openPage(page, `${paths.subscriptions}?checkout=done`);
  await expect(page.getByText(/^Waiting for Paddle/)).toBeVisible();
  await expectNoFaultsInBothThemes(page, 'while it is pending');
  await page.clock.runFor(61_000);
  await expect(page.getByText('Paddle has not confirmed your payment yet')).toBeVisible();
  await expectAccessible(page, 'after a minute');
  await mockSubscriptions(page, {});
  await page.getByRole('button', { name: 'Check again' }).click();
  await expect(page.getByText('Your payment is confirmed')).toBeVisible();
  await expectNoFaultsInBothThemes(page, 'when it is confirmed');
});

test('the overview of premium access from a subscription and a grant', async ({ page }) => {
  await mockMySubscription(page, { ...MINE, granted_until: '2027-01-31T19:00:00.000Z' });
  await openPage(page, paths.mySubscription);
  await expect(page.getByText('Premium access was granted to you')).toBeVisible();
  await expectAccessible(page, 'with premium');
});

const LONG = { name: LONG_NAME, price: '60.00', currency: 'USD', interval: 'month' } as const;

test('the confirmation of Cancel, and a rejection', async ({ page, browserErrors }) => {
  browserErrors.expectStatus(409);
  const mocked = await openSubscription(page);
  mocked.next = { status: 409, json: { error: 'This subscription is about to renew.' } };
  await page.getByRole('button', { name: 'Cancel', exact: true }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('button', { name: 'Cancel subscription' }).click();
  await expect(dialog.getByRole('alert')).toBeVisible();
  await expectAccessible(page, 'with the dialog open');
  await page.setViewportSize(MOBILE_VIEWPORT);
  expect(await dialog.evaluate((box) => box.scrollWidth - box.clientWidth), 'within the dialog').toBe(0);
});

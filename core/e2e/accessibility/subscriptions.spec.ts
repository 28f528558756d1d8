import { paths } from '#core/contract/paths.ts';
import {
  CANCELED,
  ENDED,
  LIST_CALL,
  MINE,
  MINE_CALL,
  mockMySubscription,
  mockSubscriptions,
  openSubscription,
  PAST_DUE,
} from '#features/billing/e2e/subscriptions/responses.ts';
import { expect, test } from '#tests/e2e/fixtures.ts';
import { MOBILE_VIEWPORT, openPage } from '#tests/e2e/support/pages.ts';
import { DESKTOP_VIEWPORT, expectAccessible, expectNoFaultsInBothThemes } from './scan.ts';

test.use({ role: 'customer' });

const LONG_NAME = 'Professional signals for institutions with 24/7 support, and more';

test('a list of subscriptions', async ({ page }) => {
  await mockSubscriptions(page, CANCELED, PAST_DUE, { ...ENDED, product: { ...LONG, price: '1234567.00' } });
  await openPage(page, paths.subscriptions);
  await expect(page.getByRole('link', { name: /^Manage Subscription/ })).toHaveCount(3);
  await expectAccessible(page, 'with subscriptions');
});

test('a pending and an overdue payment', async ({ page }) => {
  await mockSubscriptions(page);
  await page.clock.install();
  await openPage(page, `${paths.subscriptions}?checkout=done`);
  await expect(page.getByText(/^Waiting for Paddle/)).toBeVisible();
  await expectNoFaultsInBothThemes(page, 'while it is pending');
  await page.clock.runFor(61_000);
  await expect(page.getByText('Paddle has not confirmed your payment yet')).toBeVisible();
  await expectAccessible(page, 'after a minute');
});

test('the list with a confirmed payment, and the failure to load it', async ({ page, browserErrors }) => {
  await mockSubscriptions(page, {});
  await openPage(page, `${paths.subscriptions}?checkout=done`);
  await expect(page.getByText('Your payment is confirmed')).toBeVisible();
  await expectAccessible(page, 'when it is confirmed');

  browserErrors.expectStatus(400);
  await page.route(LIST_CALL, (route) => route.fulfill({ status: 400, json: { detail: 'No.' } }));
  await openPage(page, paths.subscriptions);
  await expect(page.getByRole('main').getByRole('alert')).toBeVisible();
  await expectAccessible(page, 'with a failure');
});

test('the overview of premium access from a subscription and a grant, and the failure to load it', async ({
  page,
  browserErrors,
}) => {
  await mockMySubscription(page, { ...MINE, granted_until: '2027-01-31T19:00:00.000Z' });
  await openPage(page, paths.mySubscription);
  await expect(page.getByText('Premium access was granted to you')).toBeVisible();
  await expectAccessible(page, 'with premium');

  browserErrors.expectStatus(400);
  await page.route(MINE_CALL, (route) => route.fulfill({ status: 400, json: { error: 'No.' } }));
  await openPage(page, paths.mySubscription);
  await expect(page.getByRole('main').getByRole('alert')).toBeVisible();
  await expectAccessible(page, 'with a failure');
});

const LONG = { name: LONG_NAME, price: '60.00', currency: 'USD', interval: 'month' } as const;
const LINKS = { update_url: 'https://paddle.example/a', cancel_url: 'https://paddle.example/b' };

test('subscriptions that are overdue, about to be canceled and canceled', async ({ page }) => {
  for (const [state, given] of [
    ['overdue with links', { ...PAST_DUE, ...LINKS, product: LONG }],
    ['with a scheduled cancellation', CANCELED],
    ['canceled', ENDED],
  ] as const) {
    await openSubscription(page, given);
    await expectAccessible(page, state);
  }
});

test('the confirmations of Pause and Cancel, and a rejection', async ({ page, browserErrors }) => {
  browserErrors.expectStatus(409);
  for (const action of ['Pause', 'Cancel']) {
    const mocked = await openSubscription(page);
    mocked.next = { status: 409, json: { error: 'This subscription is about to renew.' } };
    await page.getByRole('button', { name: action, exact: true }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByRole('button', { name: `${action} subscription` }).click();
    await expect(dialog.getByRole('alert')).toBeVisible();
    await expectAccessible(page, `with the dialog of ${action} open`);
    await page.setViewportSize(MOBILE_VIEWPORT);
    expect(await dialog.evaluate((box) => box.scrollWidth - box.clientWidth), 'within the dialog').toBe(0);
    await page.setViewportSize(DESKTOP_VIEWPORT);
  }
});

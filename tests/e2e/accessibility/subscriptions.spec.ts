import type { Page } from '@playwright/test';
import { paths } from '#contract/paths.ts';
import { expect, test } from '#tests/e2e/fixtures.ts';
import {
  answerList,
  CANCELLED,
  ENDED,
  LIST_CALL,
  MINE,
  MINE_CALL,
  mockMySubscription,
  openDetail,
  PAST_DUE,
} from '#tests/e2e/subscriptions/responses.ts';
import { openPage, MOBILE_VIEWPORT } from '#tests/e2e/support/pages.ts';
import { expectNoFaultsInBothThemes, expectNoSidewaysScroll } from './scan.ts';

test.use({ role: 'customer' });

const LONG_NAME = 'Professional signals for institutions with 24/7 support, and more';

async function expectGood(page: Page, when: string): Promise<void> {
  await expectNoFaultsInBothThemes(page, when);
  await page.setViewportSize(MOBILE_VIEWPORT);
  await expectNoSidewaysScroll(page);
}

test('a list of subscriptions', async ({ page }) => {
  await answerList(page, CANCELLED, PAST_DUE, { ...ENDED, product: { ...LONG, price: '1234567.00' } });
  await openPage(page, paths.subscriptions);
  await expect(page.getByRole('link', { name: /^Manage Subscription/ })).toHaveCount(3);
  await expectGood(page, 'with subscriptions');
});

test('a payment that is waited for, and one that is overdue', async ({ page }) => {
  await answerList(page);
  await page.clock.install();
  await openPage(page, `${paths.subscriptions}?checkout=done`);
  await expect(page.getByText(/^Waiting for Paddle/)).toBeVisible();
  await expectNoFaultsInBothThemes(page, 'while it waits');
  await page.clock.runFor(61_000);
  await expect(page.getByText('Paddle has not confirmed your payment yet')).toBeVisible();
  await expectGood(page, 'after a minute');
});

test('a payment that is confirmed', async ({ page }) => {
  await answerList(page, {});
  await openPage(page, `${paths.subscriptions}?checkout=done`);
  await expect(page.getByText('Your payment is confirmed')).toBeVisible();
  await expectGood(page, 'when it is confirmed');
});

test('a list that could not be loaded', async ({ page, browserErrors }) => {
  browserErrors.expectStatus(400);
  await page.route(LIST_CALL, (route) => route.fulfill({ status: 400, json: { detail: 'No.' } }));
  await openPage(page, paths.subscriptions);
  await expect(page.getByRole('main').getByRole('alert')).toBeVisible();
  await expectGood(page, 'with a failure');
});

const LONG = { name: LONG_NAME, price: '60.00', currency: 'USD', interval: 'month' } as const;
const LINKS = { update_url: 'https://paddle.example/a', cancel_url: 'https://paddle.example/b' };

for (const [name, given] of [
  ['a subscription that is overdue, with links', { ...PAST_DUE, ...LINKS, product: LONG }],
  ['a subscription that ends', CANCELLED],
  ['a subscription that has ended', ENDED],
] as const) {
  test(name, async ({ page }) => {
    await openDetail(page, given);
    await expectGood(page, 'with its facts');
  });
}

for (const action of ['Pause', 'Cancel']) {
  test(`the question before ${action}, and a refusal`, async ({ page, browserErrors }) => {
    browserErrors.expectStatus(409);
    const answers = await openDetail(page);
    answers.next = { status: 409, json: { error: 'This subscription is about to renew.' } };
    await page.getByRole('button', { name: action, exact: true }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByRole('button', { name: `${action} Subscription` }).click();
    await expect(dialog.getByRole('alert')).toBeVisible();
    await expectGood(page, 'with the question open');
    expect(await dialog.evaluate((box) => box.scrollWidth - box.clientWidth), 'within the dialog').toBe(0);
  });
}

test('the overview of premium access, also granted', async ({ page }) => {
  await mockMySubscription(page, { ...MINE, granted_until: '2027-01-31T19:00:00.000Z' });
  await openPage(page, paths.mySubscription);
  await expect(page.getByText('Premium access was granted to you')).toBeVisible();
  await expectGood(page, 'with premium');
});

test('an overview that could not be loaded', async ({ page, browserErrors }) => {
  browserErrors.expectStatus(400);
  await page.route(MINE_CALL, (route) => route.fulfill({ status: 400, json: { error: 'No.' } }));
  await openPage(page, paths.mySubscription);
  await expect(page.getByRole('main').getByRole('alert')).toBeVisible();
  await expectGood(page, 'with a failure');
});

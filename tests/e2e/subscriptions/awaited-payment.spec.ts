import type { Page } from '@playwright/test';
import { paths } from '#contract/paths.ts';
import { expect, test } from '#tests/e2e/fixtures.ts';
import { getPath, openPage } from '#tests/e2e/support/pages.ts';
import { ENDED, LIST_CALL, PRO } from './responses.ts';

test.use({ role: 'customer' });

const PAID = `${paths.subscriptions}?checkout=done`;
const WAITING = 'Waiting for Paddle to confirm your payment…';
const OVERDUE = 'Paddle has not confirmed your payment yet';
const EMPTY = "You don't have any active subscriptions.";

interface Answers {
  subscriptions: object[];
  calls: number;
}

/** Opens the page as a checkout does, with the page's time in the hand of the test. */
async function comeFromCheckout(page: Page, ...subscriptions: object[]): Promise<Answers> {
  const answers = { subscriptions, calls: 0 };
  await page.route(LIST_CALL, (route) => {
    answers.calls += 1;
    return route.fulfill({ json: { subscriptions: answers.subscriptions } });
  });
  await page.clock.install();
  await openPage(page, PAID);
  await expect(page.getByText(WAITING)).toBeVisible();
  return answers;
}

test('a payment that Paddle has not confirmed is waited for, and its subscription appears by itself', async ({
  page,
}) => {
  const answers = await comeFromCheckout(page);
  await expect.poll(() => answers.calls).toBe(1);
  await expect(page.getByText(EMPTY)).toHaveCount(0);
  answers.subscriptions = [PRO];
  await page.clock.fastForward(3_000);
  await expect(page.getByText('Your payment is confirmed')).toBeVisible();
  await expect(page.getByRole('heading', { name: 'Pro' })).toBeVisible();
  await expect(page.getByText(WAITING)).toHaveCount(0);
  expect(getPath(page)).toBe(paths.subscriptions);
  await expect(page.getByRole('link', { name: 'View Premium Signals' })).toHaveAttribute(
    'href',
    paths.swingSignals,
  );
});

test('what has ended or ends is not taken for what was paid', async ({ page }) => {
  const ends = { ...PRO, scheduled_change: { action: 'cancel', effective_at: '2026-12-21T05:00:00.000Z' } };
  const answers = await comeFromCheckout(page, ends, { ...PRO, ...ENDED });
  await expect(page.getByRole('heading', { name: 'Intermediate' })).toBeVisible();
  await expect(page.getByText(WAITING)).toBeVisible();
  expect(getPath(page)).toBe(PAID);
  answers.subscriptions = [{ ...PRO, id: 'e5b1c8e4-6a3f-4c0a-9f0a-0f4f9f3d7b10' }, ...answers.subscriptions];
  await page.clock.fastForward(3_000);
  await expect(page.getByText('Your payment is confirmed')).toBeVisible();
});

test('after a minute it is said what to do, never to pay again, and it can be looked at again', async ({
  page,
}) => {
  const answers = await comeFromCheckout(page);
  await page.clock.runFor(61_000);
  await expect(page.getByText(OVERDUE)).toBeVisible();
  await expect(page.getByText('Please do not pay again')).toBeVisible();
  await expect(page.getByText(EMPTY)).toHaveCount(0);
  await expect(page.getByRole('main').getByRole('link', { name: 'View Plans' })).toHaveCount(0);
  const { calls } = answers;
  await page.clock.runFor(30_000);
  expect(answers.calls).toBe(calls);

  answers.subscriptions = [PRO];
  await page.getByRole('button', { name: 'Check Again' }).click();
  await expect(page.getByText('Your payment is confirmed')).toBeVisible();
  await expect(page.getByText(OVERDUE)).toHaveCount(0);
});

test('a failure while a payment is waited for is not shown before the minute is over', async ({
  page,
  browserErrors,
}) => {
  browserErrors.expectStatus(503);
  await page.route(LIST_CALL, (route) => route.fulfill({ status: 503, json: { detail: 'Not now.' } }));
  await page.clock.install();
  await openPage(page, PAID);
  await page.clock.runFor(10_000);
  await expect(page.getByText(WAITING)).toBeVisible();
  await expect(page.getByRole('main').getByRole('alert')).toHaveCount(0);
  await page.clock.runFor(55_000);
  await expect(page.getByText(OVERDUE)).toBeVisible();
  await expect(page.getByRole('main').getByRole('alert')).toContainText('Not now.');
});

test('a visitor signs in first and comes back to wait', async ({ openBrowser }) => {
  const page = await openBrowser();
  await page.goto(PAID);
  await expect(page).toHaveURL(`${paths.signIn}?next=${encodeURIComponent(PAID)}`);
});

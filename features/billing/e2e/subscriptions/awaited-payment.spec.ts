import type { Page } from '@playwright/test';
import { paths } from '#core/contract/paths.ts';
import { expect, test } from '#tests/e2e/fixtures.ts';
import { getPath, openPage } from '#tests/e2e/support/pages.ts';
import { ENDED, LIST_CALL, PRO } from './responses.ts';

test.use({ role: 'customer' });

const PAID = `${paths.subscriptions}?checkout=done`;
const WAITING = 'Waiting for Paddle to confirm your payment…';
const OVERDUE = 'Paddle has not confirmed your payment yet';
const EMPTY = "You don't have any active subscriptions.";

interface MockedList {
  subscriptions: object[];
  calls: number;
}

/** Opens the page as the checkout does, with a mocked clock. */
async function returnFromCheckout(page: Page, ...subscriptions: object[]): Promise<MockedList> {
  const mocked = { subscriptions, calls: 0 };
  await page.route(LIST_CALL, (route) => {
    mocked.calls += 1;
    return route.fulfill({ json: { subscriptions: mocked.subscriptions } });
  });
  await page.clock.install();
  await openPage(page, PAID);
  await expect(page.getByText(WAITING)).toBeVisible();
  return mocked;
}

test('the page waits for a payment to be confirmed; ended and ending subscriptions do not count as the new one', async ({
  page,
}) => {
  const ends = { ...PRO, scheduled_change: { action: 'cancel', effective_at: '2026-12-21T05:00:00.000Z' } };
  const mocked = await returnFromCheckout(page, ends, { ...PRO, ...ENDED });
  await expect(page.getByRole('heading', { name: 'Intermediate' })).toBeVisible();
  await expect(page.getByText(WAITING)).toBeVisible();
  expect(getPath(page)).toBe(PAID);
  mocked.subscriptions = [{ ...PRO, id: 'e5b1c8e4-6a3f-4c0a-9f0a-0f4f9f3d7b10' }, ...mocked.subscriptions];
  await page.clock.fastForward(3_000);
  await expect(page.getByText('Your payment is confirmed')).toBeVisible();
  await expect(page.getByRole('heading', { name: 'Pro' }).first()).toBeVisible();
  await expect(page.getByText(WAITING)).toHaveCount(0);
  expect(getPath(page)).toBe(paths.subscriptions);
  await expect(page.getByRole('link', { name: 'View premium signals' })).toHaveAttribute(
    'href',
    paths.swingSignals,
  );
});

test('after a minute the page explains what to do and can check again', async ({ page }) => {
  const mocked = await returnFromCheckout(page);
  await page.clock.runFor(61_000);
  await expect(page.getByText(OVERDUE)).toBeVisible();
  await expect(page.getByText('Please do not pay again')).toBeVisible();
  await expect(page.getByText(EMPTY)).toHaveCount(0);
  await expect(page.getByRole('main').getByRole('link', { name: 'View Plans' })).toHaveCount(0);
  const { calls } = mocked;
  await page.clock.runFor(30_000);
  expect(mocked.calls).toBe(calls);

  mocked.subscriptions = [PRO];
  await page.getByRole('button', { name: 'Check again' }).click();
  await expect(page.getByText('Your payment is confirmed')).toBeVisible();
  await expect(page.getByText(OVERDUE)).toHaveCount(0);
});

test('a failure while waiting is not shown before the minute is over', async ({ page, browserErrors }) => {
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

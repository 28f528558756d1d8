import type { Page } from '@playwright/test';
import { readBillingProblems } from '#contract/billing/admin-endpoints.ts';
import type { EndpointOutput } from '#contract/endpoint.ts';
import { paths } from '#contract/paths.ts';
import { expectNoFaultsInBothThemes, expectNoSidewaysScroll } from '#tests/e2e/accessibility/scan.ts';
import { expect, test } from '#tests/e2e/fixtures.ts';
import { call, makeCustomer } from '#tests/e2e/support/accounts.ts';
import { open, PHONE, toast } from '#tests/e2e/support/pages.ts';
import { buyAsNobody } from './purchases.ts';

test.use({ reader: 'administrator' });

const PROBLEMS = '**/api/admin/billing/problems/';

const NOTHING: EndpointOutput<typeof readBillingProblems> = {
  dead_letters: [],
  dead_letter_count: 0,
  unlinked: [],
  unlinked_count: 0,
  waiting: 0,
  last_reconciled_at: '2026-11-21T05:42:00.000Z',
  last_reconciliation_error: null,
};

const LETTER = {
  event_id: 'evt_01hv8wptq8987qeep44cyrewp9',
  event_type: 'subscription.updated',
  occurred_at: '2026-11-21T05:42:00.000Z',
  received_at: '2026-11-21T05:42:01.000Z',
  attempts: 10,
  last_error: 'Error: items: Invalid input: expected array, received undefined',
};

const rowOf = (page: Page, text: string) => page.getByRole('row').filter({ hasText: text });

/** A page whose API answers that; what it answers can be changed. */
async function openWith(page: Page, problems: Partial<typeof NOTHING>) {
  const answer = { ...NOTHING, ...problems };
  await page.route(PROBLEMS, (route) => route.fulfill({ json: answer }));
  await open(page, paths.adminBilling);
  return answer;
}

test('an unlinked subscription is linked to the customer whose it is', async ({ page, product, person }) => {
  const buyer = await makeCustomer(product.address);
  const paddleId = await buyAsNobody(product.address);
  await expect
    .poll(async () => {
      const { unlinked } = await call(product.address, readBillingProblems, {}, person.access);
      return unlinked.map(({ paddle_subscription_id }) => paddle_subscription_id);
    })
    .toContain(paddleId);
  await open(page, paths.adminBilling);
  const row = rowOf(page, paddleId);
  for (const text of ['Pro', 'Active']) await expect(row).toContainText(text);

  await row.getByRole('button', { name: 'Link' }).click();
  const dialog = page.getByRole('dialog', { name: 'Link Subscription' });
  await expect(dialog.getByRole('button', { name: 'Link' })).toBeDisabled();
  await dialog.getByRole('searchbox', { name: 'Search customers' }).fill(buyer.email);
  await expect(dialog.getByText('1 customer matches.')).toBeVisible();
  await expectNoFaultsInBothThemes(page, 'with the dialog open');
  await dialog.getByRole('radio').check();
  await dialog.getByRole('button', { name: 'Link' }).click();
  await expect(toast(page, 'Subscription Linked', 'Pro belongs to Ayesha Khan')).toBeVisible();
  await expect(row).toHaveCount(0);
  await expect(page.getByRole('heading', { name: 'Unlinked Subscriptions' })).toBeFocused();

  await page.goto(`${paths.adminCustomers}?search=${paddleId}`);
  await expect(rowOf(page, buyer.email)).toContainText('Premium');
});

test('a link that is refused is told, and the choice stays', async ({ page, product, surprises }) => {
  surprises.expectStatus(409);
  const buyer = await makeCustomer(product.address);
  await openWith(page, {
    unlinked: [
      {
        id: '7d0f6a52-0000-4000-8000-000000000000',
        paddle_subscription_id: 'sub_01hv8x29kz0t586xy6zn1a62ny',
        paddle_customer_id: 'ctm_01hv6y1jedq4p1n0yqn5ba3ky4',
        get_status_display: 'Active (cancels Dec 21, 2026)',
        product_name: 'Pro',
        created_at: '2026-11-21T05:42:00.000Z',
      },
    ],
    unlinked_count: 1,
  });
  const detail = 'This subscription is already linked to another customer.';
  await page.route('**/link/', (route) => route.fulfill({ status: 409, json: { detail } }));
  await page.getByRole('button', { name: 'Link' }).click();
  const dialog = page.getByRole('dialog', { name: 'Link Subscription' });
  await dialog.getByRole('searchbox', { name: 'Search customers' }).fill(buyer.email);
  await dialog.getByRole('radio').check();
  await dialog.getByRole('button', { name: 'Link' }).click();
  await expect(dialog.getByRole('alert')).toContainText(detail);
  await expect(dialog.getByRole('radio')).toBeChecked();
});

test('a message that failed for good is replayed', async ({ page }) => {
  const answer = await openWith(page, { dead_letters: [LETTER], dead_letter_count: 1 });
  const row = rowOf(page, LETTER.event_id);
  for (const text of ['subscription.updated', '21 Nov 2026, 10:42 PKT', LETTER.last_error, '10 tries'])
    await expect(row).toContainText(text);
  await expectNoFaultsInBothThemes(page, 'with a failed message');

  await page.route(`**/api/admin/billing/events/${LETTER.event_id}/replay/`, (route) => {
    Object.assign(answer, NOTHING);
    return route.fulfill({ status: 204 });
  });
  await row.getByRole('button', { name: 'Replay' }).click();
  await expect(toast(page, 'Message Replayed', 'If it fails again')).toBeVisible();
  await expect(page.getByText('Every message was applied.')).toBeVisible();
  await expect(page.getByRole('heading', { name: 'Failed Messages' })).toBeFocused();
});

test('nothing to do is said, and how comparing with Paddle went', async ({ page }) => {
  const answer = await openWith(page, {});
  await expect(
    page.getByText('Last compared with Paddle 21 Nov 2026, 10:42 PKT. No message waits.'),
  ).toBeVisible();
  await expect(page.getByText('Every message was applied.')).toBeVisible();
  await expect(page.getByText('Every subscription that goes on belongs to a customer.')).toBeVisible();
  await expectNoFaultsInBothThemes(page, 'without a problem');

  Object.assign(answer, { waiting: 2, last_reconciliation_error: 'GatewayError: Paddle did not answer' });
  await page.reload();
  await expect(page.getByText('2 messages wait to be applied.')).toBeVisible();
  await expect(page.getByText('GatewayError: Paddle did not answer')).toBeVisible();
});

test('a failure to load can be tried again', async ({ page, surprises }) => {
  surprises.expectStatus(503);
  await page.route(PROBLEMS, (route) => route.fulfill({ status: 503, body: '{}' }));
  await open(page, paths.adminBilling);
  await expect(page.getByRole('alert')).toBeVisible();
  await expectNoFaultsInBothThemes(page, 'with a failure');
  await page.unroute(PROBLEMS);
  await page.getByRole('button', { name: 'Retry' }).click();
  await expect(page.getByRole('heading', { name: 'Failed Messages' })).toBeVisible();
});

test('everything is in reach on a phone', async ({ page, product }) => {
  await page.setViewportSize(PHONE);
  await openWith(page, { dead_letters: [LETTER], dead_letter_count: 1 });
  await expect(rowOf(page, LETTER.event_id)).toBeVisible();
  await expectNoFaultsInBothThemes(page, 'on a phone');
  await expectNoSidewaysScroll(page);
  await page.unroute(PROBLEMS);
  await buyAsNobody(product.address);
  await expect(async () => {
    await page.reload();
    await page.getByRole('button', { name: 'Link' }).first().click({ timeout: 2_000 });
  }).toPass();
  await expectNoSidewaysScroll(page);
});

test('whoever is no administrator is sent to the sign-in', async ({ openBrowser }) => {
  const visitor = await openBrowser();
  await open(visitor, paths.adminBilling);
  await expect(visitor).toHaveURL(paths.adminSignIn);
});

import type { Page } from '@playwright/test';
import type { EndpointOutput } from '#core/contract/endpoint.ts';
import { paths } from '#core/contract/paths.ts';
import { expectNoFaultsInBothThemes, expectNoSidewaysScroll } from '#core/e2e/accessibility/scan.ts';
import { readBillingProblems } from '#features/billing/contract/admin-endpoints.ts';
import { expect, test } from '#tests/e2e/fixtures.ts';
import { call, createCustomer } from '#tests/e2e/support/accounts.ts';
import { getToast, MOBILE_VIEWPORT, openPage } from '#tests/e2e/support/pages.ts';
import { buyUnlinked } from './purchases.ts';

test.use({ role: 'administrator' });

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

const getRow = (page: Page, text: string) => page.getByRole('row').filter({ hasText: text });

/** Opens the page with a mocked API response. Changes to the returned object apply to later responses. */
async function openWith(page: Page, problems: Partial<typeof NOTHING>) {
  const response = { ...NOTHING, ...problems };
  await page.route(PROBLEMS, (route) => route.fulfill({ json: response }));
  await openPage(page, paths.adminBilling);
  return response;
}

test('an unlinked subscription can be linked to its customer, also after a rejection', async ({
  page,
  product,
  user,
  browserErrors,
}) => {
  browserErrors.expectStatus(409);
  const buyer = await createCustomer(product.url);
  const paddleId = await buyUnlinked(product.url);
  await expect
    .poll(async () => {
      const { unlinked } = await call(product.url, readBillingProblems, {}, user.access);
      return unlinked.map(({ paddle_subscription_id }) => paddle_subscription_id);
    })
    .toContain(paddleId);
  await openPage(page, paths.adminBilling);
  const row = getRow(page, paddleId);
  for (const text of ['Pro', 'Active']) await expect(row).toContainText(text);

  await row.getByRole('button', { name: 'Link' }).click();
  const dialog = page.getByRole('dialog', { name: 'Link subscription' });
  await expect(dialog.getByRole('button', { name: 'Link' })).toBeDisabled();
  await dialog.getByRole('searchbox', { name: 'Search customers' }).fill(buyer.email);
  await expect(dialog.getByText('1 customer matches.')).toBeVisible();
  await expectNoFaultsInBothThemes(page, 'with the dialog open');
  await page.setViewportSize(MOBILE_VIEWPORT);
  await expectNoSidewaysScroll(page);
  await page.setViewportSize({ width: 1440, height: 900 });
  await dialog.getByRole('radio').check();
  const detail = 'This subscription is already linked to another customer.';
  await page.route('**/link/', (route) => route.fulfill({ status: 409, json: { detail } }), { times: 1 });
  await dialog.getByRole('button', { name: 'Link' }).click();
  await expect(dialog.getByRole('alert')).toContainText(detail);
  await expect(dialog.getByRole('radio')).toBeChecked();
  await dialog.getByRole('button', { name: 'Link' }).click();
  await expect(getToast(page, 'Subscription linked', 'Pro now belongs to Ayesha Khan')).toBeVisible();
  await expect(row).toHaveCount(0);
  await expect(page.getByRole('heading', { name: 'Unlinked subscriptions' })).toBeFocused();

  await page.goto(`${paths.adminCustomers}?search=${paddleId}`);
  await expect(getRow(page, buyer.email)).toContainText('Premium');
});

test('a permanently failed event can be replayed', async ({ page }) => {
  const response = await openWith(page, { dead_letters: [LETTER], dead_letter_count: 1 });
  const row = getRow(page, LETTER.event_id);
  for (const text of ['subscription.updated', '21 Nov 2026, 10:42 PKT', LETTER.last_error, '10 attempts'])
    await expect(row).toContainText(text);
  await expectNoFaultsInBothThemes(page, 'with a failed event');
  await page.setViewportSize(MOBILE_VIEWPORT);
  await expectNoSidewaysScroll(page);

  await page.route(`**/api/admin/billing/events/${LETTER.event_id}/replay/`, (route) => {
    Object.assign(response, NOTHING);
    return route.fulfill({ status: 204 });
  });
  await row.getByRole('button', { name: 'Replay' }).click();
  await expect(getToast(page, 'Event replayed', 'If it fails again')).toBeVisible();
  await expect(page.getByText('All events are applied.')).toBeVisible();
  await expect(page.getByRole('heading', { name: 'Failed events' })).toBeFocused();
});

test('the page shows that there are no problems, the state of the reconciliation, and a failure that can be retried', async ({
  page,
  browserErrors,
}) => {
  const response = await openWith(page, {});
  await expect(
    page.getByText('Last reconciled with Paddle 21 Nov 2026, 10:42 PKT. No events are pending.'),
  ).toBeVisible();
  await expect(page.getByText('All events are applied.')).toBeVisible();
  await expect(page.getByText('All current subscriptions are linked to a customer.')).toBeVisible();
  await expectNoFaultsInBothThemes(page, 'without a problem');

  Object.assign(response, { waiting: 2, last_reconciliation_error: 'GatewayError: Paddle did not respond' });
  await page.reload();
  await expect(page.getByText('2 events are pending.')).toBeVisible();
  await expect(page.getByText('GatewayError: Paddle did not respond')).toBeVisible();

  browserErrors.expectStatus(503);
  await page.unroute(PROBLEMS);
  await page.route(PROBLEMS, (route) => route.fulfill({ status: 503, body: '{}' }));
  await page.reload();
  await expect(page.getByRole('alert')).toBeVisible();
  await expectNoFaultsInBothThemes(page, 'with a failure');
  await page.unroute(PROBLEMS);
  await page.getByRole('button', { name: 'Retry' }).click();
  await expect(page.getByRole('heading', { name: 'Failed events' })).toBeVisible();
});

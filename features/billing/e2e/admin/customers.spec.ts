import type { Page } from '@playwright/test';
import { paths } from '#core/contract/paths.ts';
import { expectNoFaultsInBothThemes, expectNoSidewaysScroll } from '#core/e2e/accessibility/scan.ts';
import { RISK_STATEMENT_VERSION } from '#features/accounts/contract/risk-statement.ts';
import { expect, test } from '#tests/e2e/fixtures.ts';
import { createCustomer, type TestUser } from '#tests/e2e/support/accounts.ts';
import { getPath, getToast, holdRequests, MOBILE_VIEWPORT, openPage } from '#tests/e2e/support/pages.ts';
import { buyAs } from './purchases.ts';

test.use({ role: 'administrator' });

/** The last day of next year. */
const YEAR = new Date().getUTCFullYear() + 1;
const LAST_DAY = `${YEAR}-12-31`;
const END = `31 Dec ${YEAR}`;

const LIST = '**/api/admin/billing/customers/?**';

const getRow = (page: Page, text: string) => page.getByRole('row').filter({ hasText: text });

async function openCustomer(page: Page, { email }: TestUser): Promise<void> {
  await openPage(page, `${paths.adminCustomers}?search=${encodeURIComponent(email)}`);
  await getRow(page, email).getByRole('link', { name: 'Ayesha Khan' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Ayesha Khan' })).toBeVisible();
}

test('premium is granted and revoked with reasons that stay visible, and all sessions are ended', async ({
  page,
  product,
  openBrowser,
  browserErrors,
}) => {
  const customer = await createCustomer(product.url);

  await test.step('an administrator ends all sessions of a customer with a reason', async () => {
    const customerPage = await openBrowser(customer);
    await openPage(customerPage, paths.profile);
    await expect(customerPage.getByRole('button', { name: 'Edit Profile' })).toBeVisible();

    await openCustomer(page, customer);
    await expect(page.getByText('Signed in on 1 device.')).toBeVisible();
    await page.getByRole('button', { name: 'End all sessions' }).click();
    const dialog = page.getByRole('dialog', { name: 'End all sessions' });
    await expect(dialog.getByLabel('Reason')).toBeFocused();
    const end = dialog.getByRole('button', { name: 'End all sessions' });
    await end.click();
    await expect(dialog.getByLabel('Reason')).toHaveAttribute('aria-invalid', 'true');
    await expectNoFaultsInBothThemes(page, 'before ending sessions', 'dialog');
    await dialog.getByLabel('Reason').fill('Lost phone');
    await end.click();
    await expect(
      getToast(page, 'Sessions ended', 'Ayesha Khan is signed out on every device.'),
    ).toBeVisible();
    await expect(page.getByRole('heading', { name: 'Sessions' })).toBeFocused();
    await expect(page.getByText('Not signed in on any device.')).toBeVisible();

    browserErrors.expectStatus(401);
    await customerPage.reload();
    await expect(customerPage).toHaveURL(`${paths.signIn}?next=${encodeURIComponent(paths.profile)}`);
  });

  await test.step('validation errors of a grant are shown at its fields, and the typed values are kept', async () => {
    browserErrors.expectStatus(400);
    browserErrors.expectStatus(503);
    await page.getByRole('button', { name: 'Grant premium' }).click();
    const dialog = page.getByRole('dialog', { name: 'Grant premium' });
    const send = dialog.getByRole('button', { name: 'Grant premium' });
    await send.click();
    for (const label of ['Reason', 'Last day'])
      await expect(dialog.getByLabel(label)).toHaveAttribute('aria-invalid', 'true');

    await dialog.getByLabel('Reason').fill('Bank transfer');
    await dialog.getByLabel('Last day').fill('2020-01-01');
    await send.click();
    await expect(dialog.getByText('This date is in the past. Choose today or a later date.')).toBeVisible();
    await expect(dialog.getByLabel('Last day')).toBeFocused();
    await expectNoFaultsInBothThemes(page, 'with an error');

    await page.route('**/grants/', (route) => route.fulfill({ status: 503, body: '{}' }));
    await dialog.getByLabel('Last day').fill(LAST_DAY);
    await send.click();
    await expect(dialog.getByRole('alert')).toBeVisible();
    await expect(dialog.getByLabel('Reason')).toHaveValue('Bank transfer');
    await expect(dialog.getByLabel('Last day')).toHaveValue(LAST_DAY);
  });
  await page.unroute('**/grants/');
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'Discard' }).click();

  await test.step('premium is granted and revoked with reasons that stay visible', async () => {
    await expect(page.getByText('No premium: the customer never bought a subscription')).toBeVisible();
    for (const none of ['No grants.', 'No subscriptions.', 'No payments.'])
      await expect(page.getByText(none)).toBeVisible();
    await expect(page.getByRole('table', { name: 'Risk statement' }).getByRole('row').last()).toHaveText(
      new RegExp(
        `^Version ${RISK_STATEMENT_VERSION}, current\\d{1,2} [A-Z][a-z]{2} \\d{4}, \\d{2}:\\d{2} PKTWhen signing up$`,
      ),
    );

    await page.getByRole('button', { name: 'Grant premium' }).click();
    const dialog = page.getByRole('dialog', { name: 'Grant premium' });
    await expect(dialog.getByLabel('Reason')).toBeFocused();
    await dialog.getByLabel('Reason').fill('Bank transfer 4711');
    await dialog.getByLabel('Last day').fill(LAST_DAY);
    await dialog.getByRole('button', { name: 'Grant premium' }).click();
    await expect(getToast(page, 'Premium granted', `until ${END}`)).toBeVisible();
    const grant = getRow(page, 'Bank transfer 4711');
    await expect(grant).toContainText('By admin');
    await expect(grant).toContainText('Active');
    await expect(page.getByText(`until ${END}: “Bank transfer 4711”.`)).toBeVisible();

    await grant.getByRole('button', { name: 'Revoke' }).click();
    const confirmation = page.getByRole('dialog', { name: 'Revoke premium' });
    await confirmation.getByLabel('Reason').fill('Called back');
    await confirmation.getByRole('button', { name: 'Revoke' }).click();
    await expect(getToast(page, 'Premium revoked', 'The grant ended immediately.')).toBeVisible();
    await expect(page.getByRole('heading', { name: 'Premium grants' })).toBeFocused();
    await expect(grant).toContainText('Revoked');
    await expect(grant).toContainText('Called back');
    await expect(grant.getByRole('button')).toHaveCount(0);
    await expect(page.getByText(/^No premium since .*: a grant was revoked: “Called back”\.$/)).toBeVisible();
  });
});

test('a subscriber is shown with the subscription and its payments', async ({ page, product }) => {
  const customer = await createCustomer(product.url);
  const paddleId = await buyAs(product.url, customer);
  await openPage(page, `${paths.adminCustomers}?search=${paddleId}`);
  await expect(async () => {
    await page.reload();
    await expect(getRow(page, customer.email)).toContainText('Active', { timeout: 2_000 });
  }).toPass();
  await expect(getRow(page, customer.email)).toContainText('Premium');
  await getRow(page, customer.email).getByRole('link').click();
  const subscription = page.getByRole('table', { name: 'Subscriptions' }).getByRole('row').nth(1);
  for (const text of ['Pro', '$60.00 monthly', 'Active', paddleId])
    await expect(subscription).toContainText(text);
  const payment = page.getByRole('table', { name: 'Payments' }).getByRole('row').nth(1);
  for (const text of ['$60.00', 'completed', paddleId]) await expect(payment).toContainText(text);
  await expectNoFaultsInBothThemes(page, 'with a subscriber');
  await page.setViewportSize(MOBILE_VIEWPORT);
  await expectNoSidewaysScroll(page);
  await page.getByRole('button', { name: 'Grant premium' }).click();
  await expectNoSidewaysScroll(page);
});

test('the URL contains the search, and the back link returns to it', async ({ page, product }) => {
  const customer = await createCustomer(product.url);
  await createCustomer(product.url);
  await openPage(page, paths.adminCustomers);
  await page.getByRole('searchbox', { name: 'Search customers' }).fill(customer.email);
  await expect(page.getByRole('row')).toHaveCount(2);
  const list = `${paths.adminCustomers}?search=${encodeURIComponent(customer.email)}`;
  expect(getPath(page)).toBe(list);
  await page.getByRole('link', { name: 'Ayesha Khan' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Ayesha Khan' })).toBeVisible();
  await expect(page.getByRole('main')).toBeFocused();
  await page.getByRole('link', { name: 'All customers' }).click();
  await expect(page.getByRole('main')).toBeFocused();
  expect(getPath(page)).toBe(list);
  await page.getByRole('searchbox', { name: 'Search customers' }).fill('no such customer');
  await expect(page.getByRole('heading', { name: 'No customers' })).toBeVisible();
  await expectNoFaultsInBothThemes(page, 'without customers');
  await page.getByRole('searchbox', { name: 'Search customers' }).fill('');
  await page.setViewportSize(MOBILE_VIEWPORT);
  await expect(page.getByRole('row').nth(2)).toBeVisible();
  await expectNoSidewaysScroll(page);
});

test('the page shows loading, a failure that can be retried, and a missing customer', async ({
  page,
  browserErrors,
}) => {
  browserErrors.expectStatus(503);
  browserErrors.expectStatus(404);
  const { release } = await holdRequests(page, LIST);
  await openPage(page, paths.adminCustomers);
  await expect(page.getByText('Loading customers...')).toBeVisible();
  release();
  await expect(page.getByText('Loading customers...')).toHaveCount(0);
  await page.unroute(LIST);
  await page.route(LIST, (route) => route.fulfill({ status: 503, body: '{}' }));
  await page.reload();
  await expect(page.getByRole('alert')).toBeVisible();
  await page.unroute(LIST);
  await page.getByRole('button', { name: 'Retry' }).click();
  await expect(page.getByRole('alert')).toHaveCount(0);

  await openPage(page, `${paths.adminCustomers}?customer=7d0f6a52-0000-4000-8000-000000000000`);
  await expect(page.getByRole('heading', { name: 'Customer not found' })).toBeVisible();
  await expectNoFaultsInBothThemes(page, 'with a missing customer');
});

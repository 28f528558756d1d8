import type { Page } from '@playwright/test';
import { paths } from '#contract/paths.ts';
import { expectNoFaultsInBothThemes, expectNoSidewaysScroll } from '#tests/e2e/accessibility/scan.ts';
import { expect, test } from '#tests/e2e/fixtures.ts';
import { makeCustomer, type Person } from '#tests/e2e/support/accounts.ts';
import { addressOf, hold, open, PHONE, toast } from '#tests/e2e/support/pages.ts';
import { buyAs } from './purchases.ts';

test.use({ reader: 'administrator' });

/** Next year's last day, and when premium that is granted until then ends. */
const YEAR = new Date().getUTCFullYear() + 1;
const LAST_DAY = `${YEAR}-12-31`;
const END = `1 Jan ${YEAR + 1}, 00:00 PKT`;

const LIST = '**/api/admin/customers/?**';

const rowOf = (page: Page, text: string) => page.getByRole('row').filter({ hasText: text });

async function openCustomer(page: Page, { email }: Person): Promise<void> {
  await open(page, `${paths.adminCustomers}?search=${encodeURIComponent(email)}`);
  await rowOf(page, email).getByRole('link', { name: 'Ayesha Khan' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Ayesha Khan' })).toBeVisible();
}

test('a customer is found, given premium and has it taken back, with reasons that stay', async ({
  page,
  product,
}) => {
  const customer = await makeCustomer(product.address);
  await openCustomer(page, customer);
  await expect(page.getByText('No premium')).toBeVisible();
  for (const none of ['Nothing was granted.', 'No subscription.', 'No payment.'])
    await expect(page.getByText(none)).toBeVisible();

  await page.getByRole('button', { name: 'Grant Premium' }).click();
  const dialog = page.getByRole('dialog', { name: 'Grant Premium' });
  await expect(dialog.getByLabel('Reason')).toBeFocused();
  await dialog.getByLabel('Reason').fill('Bank transfer 4711');
  await dialog.getByLabel('Last Day').fill(LAST_DAY);
  await dialog.getByRole('button', { name: 'Grant Premium' }).click();
  await expect(toast(page, 'Premium Granted', `until ${END}`)).toBeVisible();
  const grant = rowOf(page, 'Bank transfer 4711');
  await expect(grant).toContainText('By admin');
  await expect(grant).toContainText('In force');
  await expect(page.getByRole('main').getByText(`Until ${END}`)).toBeVisible();

  await grant.getByRole('button', { name: 'Withdraw' }).click();
  const question = page.getByRole('dialog', { name: 'Withdraw Premium' });
  await question.getByLabel('Reason').fill('Called back');
  await question.getByRole('button', { name: 'Withdraw' }).click();
  await expect(toast(page, 'Premium Withdrawn', 'It ended at once.')).toBeVisible();
  await expect(page.getByRole('heading', { name: 'Granted Premium' })).toBeFocused();
  await expect(grant).toContainText('Withdrawn');
  await expect(grant).toContainText('Called back');
  await expect(grant.getByRole('button')).toHaveCount(0);
  await expect(page.getByText('No premium')).toBeVisible();
});

test('all sessions of a customer are ended, with a reason', async ({
  page,
  product,
  openBrowser,
  surprises,
}) => {
  const customer = await makeCustomer(product.address);
  const theirs = await openBrowser(customer);
  await open(theirs, paths.profile);
  await expect(theirs.getByRole('button', { name: 'Edit Profile' })).toBeVisible();

  await openCustomer(page, customer);
  await expect(page.getByText('Signed in on 1 device.')).toBeVisible();
  await page.getByRole('button', { name: 'End all sessions' }).click();
  const dialog = page.getByRole('dialog', { name: 'End All Sessions' });
  await expect(dialog.getByLabel('Reason')).toBeFocused();
  const end = dialog.getByRole('button', { name: 'End All Sessions' });
  await end.click();
  await expect(dialog.getByLabel('Reason')).toHaveAttribute('aria-invalid', 'true');
  await expectNoFaultsInBothThemes(page, 'before sessions are ended');
  await dialog.getByLabel('Reason').fill('Lost phone');
  await end.click();
  await expect(toast(page, 'Sessions Ended', 'Ayesha Khan is signed out on every device.')).toBeVisible();
  await expect(page.getByRole('heading', { name: 'Sessions' })).toBeFocused();
  await expect(page.getByText('Not signed in anywhere.')).toBeVisible();

  surprises.expectStatus(401);
  await theirs.reload();
  await expect(theirs).toHaveURL(`${paths.signIn}?next=${encodeURIComponent(paths.profile)}`);
});

test('a subscriber is shown with the subscription and what was paid', async ({ page, product }) => {
  const customer = await makeCustomer(product.address);
  const paddleId = await buyAs(product.address, customer);
  await open(page, `${paths.adminCustomers}?search=${paddleId}`);
  await expect(async () => {
    await page.reload();
    await expect(rowOf(page, customer.email)).toContainText('Active', { timeout: 2_000 });
  }).toPass();
  await expect(rowOf(page, customer.email)).toContainText('Premium');
  await rowOf(page, customer.email).getByRole('link').click();
  const subscription = page.getByRole('table', { name: 'Subscriptions' }).getByRole('row').nth(1);
  for (const text of ['Pro', '$60.00 monthly', 'Active', paddleId])
    await expect(subscription).toContainText(text);
  const payment = page.getByRole('table', { name: 'Payments' }).getByRole('row').nth(1);
  for (const text of ['$60.00', 'completed', paddleId]) await expect(payment).toContainText(text);
  await expectNoFaultsInBothThemes(page, 'with a subscriber');
});

test('what is wrong with a grant is told at its fields, and nothing typed is lost', async ({
  page,
  product,
  surprises,
}) => {
  surprises.expectStatus(400);
  surprises.expectStatus(503);
  await openCustomer(page, await makeCustomer(product.address));
  await page.getByRole('button', { name: 'Grant Premium' }).click();
  const dialog = page.getByRole('dialog', { name: 'Grant Premium' });
  const send = dialog.getByRole('button', { name: 'Grant Premium' });
  await send.click();
  for (const label of ['Reason', 'Last Day'])
    await expect(dialog.getByLabel(label)).toHaveAttribute('aria-invalid', 'true');

  await dialog.getByLabel('Reason').fill('Bank transfer');
  await dialog.getByLabel('Last Day').fill('2020-01-01');
  await send.click();
  await expect(dialog.getByText('This date is in the past. Choose today or a later date.')).toBeVisible();
  await expect(dialog.getByLabel('Last Day')).toBeFocused();
  await expectNoFaultsInBothThemes(page, 'with an error');

  await page.route('**/grants/', (route) => route.fulfill({ status: 503, body: '{}' }));
  await dialog.getByLabel('Last Day').fill(LAST_DAY);
  await send.click();
  await expect(dialog.getByRole('alert')).toBeVisible();
  await expect(dialog.getByLabel('Reason')).toHaveValue('Bank transfer');
  await expect(dialog.getByLabel('Last Day')).toHaveValue(LAST_DAY);
});

test('the search stands in the address, and the way back leads to it', async ({ page, product }) => {
  const customer = await makeCustomer(product.address);
  await makeCustomer(product.address);
  await open(page, paths.adminCustomers);
  await page.getByRole('searchbox', { name: 'Search customers' }).fill(customer.email);
  await expect(page.getByRole('row')).toHaveCount(2);
  const list = `${paths.adminCustomers}?search=${encodeURIComponent(customer.email)}`;
  expect(addressOf(page)).toBe(list);
  await page.getByRole('link', { name: 'Ayesha Khan' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Ayesha Khan' })).toBeVisible();
  await expect(page.getByRole('main')).toBeFocused();
  await page.getByRole('link', { name: 'All customers' }).click();
  await expect(page.getByRole('main')).toBeFocused();
  expect(addressOf(page)).toBe(list);
  await page.getByRole('searchbox', { name: 'Search customers' }).fill('nobody at all');
  await expect(page.getByRole('heading', { name: 'No Customers' })).toBeVisible();
  await expectNoFaultsInBothThemes(page, 'without customers');
});

test('loading is said, a failure can be tried again, and an unknown customer is said to be', async ({
  page,
  surprises,
}) => {
  surprises.expectStatus(503);
  surprises.expectStatus(404);
  const { release } = await hold(page, LIST);
  await open(page, paths.adminCustomers);
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

  await open(page, `${paths.adminCustomers}?customer=7d0f6a52-0000-4000-8000-000000000000`);
  await expect(page.getByRole('heading', { name: 'No Such Customer' })).toBeVisible();
  await expectNoFaultsInBothThemes(page, 'with an unknown customer');
});

test('everything is in reach on a phone', async ({ page, product }) => {
  const customer = await makeCustomer(product.address);
  await buyAs(product.address, customer);
  await page.setViewportSize(PHONE);
  await open(page, paths.adminCustomers);
  await expect(page.getByRole('table', { name: 'Customers' })).toBeVisible();
  await expectNoFaultsInBothThemes(page, 'with the list on a phone');
  await expectNoSidewaysScroll(page);
  await openCustomer(page, customer);
  await expectNoSidewaysScroll(page);
  await page.getByRole('button', { name: 'Grant Premium' }).click();
  await expectNoFaultsInBothThemes(page, 'with the dialog on a phone');
  await expectNoSidewaysScroll(page);
});

test('whoever is no administrator is sent to the sign-in', async ({ openBrowser }) => {
  const visitor = await openBrowser();
  await open(visitor, paths.adminCustomers);
  await expect(visitor).toHaveURL(paths.adminSignIn);
});

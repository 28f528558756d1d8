import type { Page } from '@playwright/test';
import { paths } from '#core/contract/paths.ts';
import { expectNoFaultsInBothThemes, expectNoSidewaysScroll } from '#core/e2e/accessibility/scan.ts';
import { signIn } from '#features/accounts/contract/sign-in.ts';
import { listAdminSignals } from '#features/signals/contract/publishing/admin-endpoints.ts';
import { expect, test } from '#tests/e2e/fixtures.ts';
import { call, createCustomer } from '#tests/e2e/support/accounts.ts';
import { getPath, holdRequests, MOBILE_VIEWPORT, openPage } from '#tests/e2e/support/pages.ts';

test.use({ role: 'administrator' });

const LIST = '**/api/admin/security-events/**';
const getEvents = (page: Page) => page.getByRole('table', { name: 'Security events' }).getByRole('row');
const getLogUrl = (query: Record<string, string>) =>
  `${paths.adminSecurityLog}?${new URLSearchParams(query)}`;

test('an administrator traces a failed sign-in to its account and IP address', async ({ page, product }) => {
  const { email, access } = await createCustomer(product.url);
  for (const password of ['wrong once', 'wrong twice']) {
    await call(product.url, signIn, { body: { email, password } }).catch(() => {});
  }
  await call(product.url, listAdminSignals, { query: {} }, access).catch(() => {});

  await openPage(page, paths.adminSecurityLog);
  const filters = page.getByRole('search', { name: 'Security events' });
  await filters.getByLabel('Event').selectOption('Sign-in failed');
  await filters.getByLabel('Account').fill(email);
  await filters.getByRole('button', { name: 'Apply filters' }).click();
  // The second failure is counted, and stored within a minute.
  await expect(getEvents(page).nth(1)).toContainText('Sign-in failed');
  await expect(getEvents(page).nth(1)).toContainText('wrong password');
  expect(getPath(page)).toBe(getLogUrl({ kind: 'sign_in_failed', account: email }));
  await expectNoFaultsInBothThemes(page, 'with filters');

  await page.reload();
  await expect(filters.getByLabel('Event')).toHaveValue('sign_in_failed');
  await expect(filters.getByLabel('Account')).toHaveValue(email);
  await getEvents(page).nth(1).getByRole('link', { name: email }).click();
  await expect(getEvents(page).filter({ hasText: 'Account created' })).toBeVisible();
  await expect(getEvents(page).filter({ hasText: 'Access denied' })).toContainText('GET /admin/signals/');
  expect(getPath(page)).toBe(getLogUrl({ account: email }));
  await getEvents(page)
    .nth(1)
    .getByRole('link', { name: /^(127\.0\.0\.1|::1)$/ })
    .click();
  await expect(filters.getByLabel('IP address')).toHaveValue(/^(127\.0\.0\.1|::1)$/);

  await filters.getByLabel('IP address').fill('203.0.113.99');
  await filters.getByRole('button', { name: 'Apply filters' }).click();
  await expect(page.getByText('No events match these filters.')).toBeVisible();
  await expectNoFaultsInBothThemes(page, 'without events');
  await filters.getByRole('link', { name: 'Clear filters' }).click();
  await expect(getEvents(page).nth(1)).toBeVisible();
  expect(getPath(page)).toBe(paths.adminSecurityLog);
});

test('many events are split into pages, and fit a mobile screen', async ({ page, product }) => {
  const { email, password } = await createCustomer(product.url);
  for (let time = 0; time < 50; time += 1) {
    await call(product.url, signIn, { body: { email, password } });
  }
  await page.setViewportSize(MOBILE_VIEWPORT);
  await openPage(page, getLogUrl({ account: email }));
  await expect(getEvents(page)).toHaveCount(51);
  await expectNoFaultsInBothThemes(page, 'with many events on mobile');
  await expectNoSidewaysScroll(page);
  await page.getByRole('link', { name: 'Older events' }).click();
  await expect(getEvents(page)).toHaveCount(4);
  await expect(page.getByRole('link', { name: 'Older events' })).toHaveCount(0);
  await page.getByRole('link', { name: 'Newest events' }).click();
  await expect(getEvents(page)).toHaveCount(51);
  await page.goBack();
  await expect(getEvents(page)).toHaveCount(4);
});

test('loading is shown, and a failure can be retried', async ({ page, browserErrors }) => {
  browserErrors.expectStatus(503);
  const { release } = await holdRequests(page, LIST);
  await openPage(page, paths.adminSecurityLog);
  await expect(page.getByText('Loading security events...')).toBeVisible();
  release();
  await expect(getEvents(page).nth(1)).toBeVisible();
  await page.unroute(LIST);
  await page.route(LIST, (route) => route.fulfill({ status: 503, body: '{}' }));
  await page.reload();
  await expect(page.getByRole('alert')).toBeVisible();
  await expectNoFaultsInBothThemes(page, 'with a failure');
  await page.unroute(LIST);
  await page.getByRole('button', { name: 'Retry' }).click();
  await expect(page.getByRole('alert')).toHaveCount(0);
  await expect(getEvents(page).nth(1)).toBeVisible();
});

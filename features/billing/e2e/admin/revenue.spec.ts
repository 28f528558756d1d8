import { readFile } from 'node:fs/promises';
import type { Page } from '@playwright/test';
import type { EndpointOutput } from '#core/contract/endpoint.ts';
import { paths } from '#core/contract/paths.ts';
import { expectNoFaultsInBothThemes, expectNoSidewaysScroll } from '#core/e2e/accessibility/scan.ts';
import type { readRevenue } from '#features/billing/contract/admin-endpoints.ts';
import { expect, test } from '#tests/e2e/fixtures.ts';
import { getToast, MOBILE_VIEWPORT, openPage } from '#tests/e2e/support/pages.ts';

test.use({ role: 'administrator' });

const REVENUE = '**/api/admin/billing/revenue/';

type Revenue = EndpointOutput<typeof readRevenue>;

const PRO: Revenue['months'][number] = {
  month: '2026-11',
  plan: 'Pro',
  provider: 'Paddle',
  currency: 'USD',
  subscribers: 1_240,
  new: 31,
  lost: 12,
  revenue: '74400.00',
  failed: 20,
  failed_amount: '1200.00',
  recovered: 14,
  recovered_amount: '840.00',
};
const TOTAL = { ...PRO, plan: null, provider: null };
const RUPEES = {
  currency: 'PKR',
  subscribers: 3,
  new: 1,
  lost: 0,
  revenue: '25200.00',
  failed: 0,
  recovered: 0,
};
const FAILED: Revenue['failed'][number] = {
  id: 'txn_01hv8x29kz0t586xy6zn1a62ny',
  failed_at: '2026-11-20T07:00:00.000Z',
  plan: 'Pro',
  provider: 'Paddle',
  currency: 'USD',
  amount: '60.00',
  is_recovered: false,
  subscription_id: 'sub_01hv8x29kz0t586xy6zn1a62ny',
  customer_id: 'ctm_01hv6y1jedq4p1n0yqn5ba3ky4',
};
const FULL: Revenue = {
  months: [{ ...PRO, ...RUPEES }, { ...TOTAL, ...RUPEES }, PRO, TOTAL],
  failed: [FAILED, { ...FAILED, id: 'txn_01hv8x29kz0t586xy6zn1a62nz', is_recovered: true }],
  failed_count: 2,
};

async function openWith(page: Page, revenue: Revenue) {
  await page.route(REVENUE, (route) => route.fulfill({ json: revenue }));
  await openPage(page, paths.adminRevenue);
}

const getRow = (page: Page, text: string) => page.getByRole('row').filter({ hasText: text });

test('the payments of the demo are downloaded as a CSV file', async ({ page }) => {
  await openPage(page, paths.adminRevenue);
  const download = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Download CSV' }).click();
  const file = await download;
  expect(file.suggestedFilename()).toBe('tezi-payments.csv');
  const csv = await readFile(await file.path(), 'utf8');
  expect(csv).toMatch(/^\ufeffdate,billed_at,.*\r\n/);
  expect(csv).toMatch(/\r\n.*,Paddle,Pro,month,USD,60\.00,/);
  expect(csv).toMatch(/\r\n.*,Bank transfer,Intermediate,month,PKR,24\d\d\.00,/);
  await expect(getToast(page, 'Payments exported', 'The audit log lists the export.')).toBeVisible();
});

test('a failed load and download say what to do; the revenue is listed by month, plan and currency, or says when it appears', async ({
  page,
  browserErrors,
}) => {
  await test.step('a failed load and a failed download say what to do', async () => {
    browserErrors.expectStatus(500);
    await page.route(REVENUE, (route) => route.fulfill({ status: 500, json: {} }));
    await page.route('**/api/admin/billing/payments/export/', (route) =>
      route.fulfill({ status: 500, json: {} }),
    );
    await openPage(page, paths.adminRevenue);
    await expect(page.getByRole('button', { name: 'Retry' })).toBeVisible();
    await expectNoFaultsInBothThemes(page, 'with a failed load');
    await page.getByRole('button', { name: 'Download CSV' }).click();
    await expect(page.getByText('The payments were not exported')).toBeVisible();
    await page.unroute(REVENUE);
    await page.route(REVENUE, (route) => route.fulfill({ json: FULL }));
    await page.getByRole('button', { name: 'Retry' }).click();
    await expect(getRow(page, 'All plans in USD')).toBeVisible();
  });

  await test.step('the revenue is listed by month, plan and currency, with the failed payments', async () => {
    for (const text of ['November 2026', '1,240', '31', '12', '$74,400.00', '20: $1,200.00', '14: $840.00'])
      await expect(getRow(page, 'All plans in USD')).toContainText(text);
    await expect(getRow(page, 'All plans in PKR')).toContainText('PKR 25,200.00');
    await expect(getRow(page, FAILED.id)).toContainText('Not recovered');
    await expect(page.getByRole('term').filter({ hasText: 'Recovered' })).toBeVisible();
    await expectNoFaultsInBothThemes(page, 'with revenue');
    await page.setViewportSize(MOBILE_VIEWPORT);
    await expectNoSidewaysScroll(page);
    await expectNoFaultsInBothThemes(page, 'with revenue on a phone');
  });
  await page.setViewportSize({ width: 1440, height: 900 });
  await page.unroute(REVENUE);

  await test.step('a page without payments says when they appear', async () => {
    await openWith(page, { months: [], failed: [], failed_count: 0 });
    await expect(page.getByText('No payments are stored yet.')).toBeVisible();
    await expect(page.getByText('No payment has failed.')).toBeVisible();
    await expectNoFaultsInBothThemes(page, 'without payments');
  });
});

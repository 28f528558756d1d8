import type { Page } from '@playwright/test';
import { addNext, paths } from '#core/contract/paths.ts';
import { expectNoFaultsInBothThemes, expectNoSidewaysScroll } from '#core/e2e/accessibility/scan.ts';
import { expect, test } from '#tests/e2e/fixtures.ts';
import { getToast, holdRequests, MOBILE_VIEWPORT, openPage } from '#tests/e2e/support/pages.ts';
import {
  FILINGS_URL,
  IMPORTS_URL,
  importUrl,
  makeImport,
  mockLists,
  respondUnavailable,
} from './import-responses.ts';

test.use({ role: 'administrator' });

const getRow = (page: Page, name: string) => page.getByRole('row').filter({ hasText: name });

test('shows the progress of an import until it is complete, also after a reload', async ({
  page,
  browserErrors,
}) => {
  browserErrors.expectStatus(503);
  const running = makeImport({
    status: 'running',
    finished_at: null,
    total: 50_000,
    done: 12_500,
    revert_blocker: 'This import is still running.',
  });
  await mockLists(page, { imports: [running] });
  let current = running;
  await page.route(importUrl(running.id), (route) => route.fulfill({ json: current }));
  await openPage(page, paths.adminImports);
  const row = getRow(page, 'meetings.csv');
  await expect(row).toContainText('12,500 of 50,000 rows');
  await expect(row.getByRole('progressbar', { name: 'Importing meetings.csv' })).toBeVisible();
  await expect(row.getByRole('button', { name: 'Revert' })).toHaveCount(0);
  await expectNoFaultsInBothThemes(page, 'with a running import');
  current = { ...running, done: 40_000 };
  await expect(row).toContainText('40,000 of 50,000 rows');
  await page.route(importUrl(running.id), respondUnavailable, { times: 1 });
  await expect(row).toContainText('Progress is unavailable. Retrying every second.');
  const done = makeImport({ total: 50_000, done: 50_000, new: 50_000, changed: 0 });
  await page.unroute(IMPORTS_URL);
  await page.route(IMPORTS_URL, (route) => route.fulfill({ json: { results: [done] } }));
  current = done;
  await expect(getToast(page, 'Import complete', 'meetings.csv: 50,000 new rows written.')).toBeVisible();
  await expect(row.getByRole('button', { name: 'Revert' })).toBeVisible();
});

test('shows how the recent imports ended and which can be reverted', async ({ page }) => {
  await mockLists(page, {
    imports: [
      makeImport({ id: 5, status: 'interrupted', file_name: 'half.csv', total: 50_000, done: 12_500 }),
      makeImport({
        id: 4,
        kind: 'book-closures',
        file_name: 'payouts.txt',
        layout: 'PSX payouts',
        revert_blocker: 'A later import changed 2 of its rows. Revert that import first.',
      }),
      makeImport({
        id: 3,
        file_name: 'wrong.csv',
        status: 'reverted',
        reverted_at: '2026-11-21T06:00:00.000Z',
        reverted_by: 'Ayesha',
      }),
    ],
  });
  await openPage(page, paths.adminImports);
  await expect(getRow(page, 'half.csv')).toContainText('Stopped at 12,500 of 50,000 rows.');
  await expect(getRow(page, 'half.csv').getByRole('button', { name: 'Revert' })).toBeVisible();
  await expect(getRow(page, 'payouts.txt')).toContainText('A later import changed 2 of its rows.');
  await expect(getRow(page, 'payouts.txt').getByRole('button')).toHaveCount(0);
  await expect(getRow(page, 'wrong.csv')).toContainText('21 Nov 2026, 11:00 PKT by Ayesha');
  await expect(getRow(page, 'wrong.csv').getByRole('button')).toHaveCount(0);
  await expectNoFaultsInBothThemes(page, 'with the recent imports');
  await page.setViewportSize(MOBILE_VIEWPORT);
  await expectNoFaultsInBothThemes(page, 'with the recent imports on a mobile screen');
  await expectNoSidewaysScroll(page);
});

test('shows why an import can no longer be reverted', async ({ page, browserErrors }) => {
  browserErrors.expectStatus(409);
  const blocker = 'A later import changed 2 of its rows. Revert that import first.';
  await mockLists(page, { imports: [makeImport()] });
  await page.route('**/api/admin/imports/*/revert/', (route) =>
    route.fulfill({ status: 409, json: { detail: blocker } }),
  );
  await openPage(page, paths.adminImports);
  await page.getByRole('button', { name: 'Revert meetings.csv' }).click();
  const dialog = page.getByRole('dialog', { name: 'Revert import' });
  await expect(dialog).toContainText('This reverts 48 new and 2 changed rows of meetings.csv.');
  await expect(dialog.getByRole('button', { name: 'Cancel' })).toBeFocused();
  await expectNoFaultsInBothThemes(page, 'with the dialog');
  await dialog.getByRole('button', { name: 'Revert import' }).click();
  await expect(dialog.getByRole('alert')).toContainText(blocker);
  await page.keyboard.press('Escape');
  await expect(page.getByRole('button', { name: 'Revert meetings.csv' })).toBeFocused();
});

test('shows a loading state, an error with a retry button, and an empty state', async ({
  page,
  browserErrors,
}) => {
  browserErrors.expectStatus(503);
  await page.route(FILINGS_URL, (route) => route.fulfill({ json: { count: 0, results: [] } }));
  const { release } = await holdRequests(page, IMPORTS_URL);
  await openPage(page, paths.adminImports);
  await expect(page.getByText('Loading imports...')).toBeVisible();
  release();
  await expect(page.getByText('Loading imports...')).toHaveCount(0);
  await page.unroute(IMPORTS_URL);
  await page.route(IMPORTS_URL, respondUnavailable);
  await page.reload();
  await expect(page.getByRole('alert')).toBeVisible();
  await expectNoFaultsInBothThemes(page, 'with an error');
  await page.unroute(IMPORTS_URL);
  await mockLists(page);
  await page.getByRole('button', { name: 'Retry' }).click();
  await expect(page.getByRole('heading', { name: 'No imports yet' })).toBeVisible();
  await expectNoFaultsInBothThemes(page, 'without imports');
  await page.setViewportSize(MOBILE_VIEWPORT);
  await expectNoSidewaysScroll(page);
});

test('redirects an administrator without a second factor to the dashboard', async ({
  page,
  browserErrors,
}) => {
  browserErrors.expectStatus(403);
  const missing = { detail: 'Set up the second factor first.', code: 'second_factor_required' };
  for (const calls of [IMPORTS_URL, FILINGS_URL])
    await page.route(calls, (route) => route.fulfill({ status: 403, json: missing }));
  await openPage(page, paths.adminImports);
  await expect(page).toHaveURL(addNext(paths.adminDashboard, paths.adminImports));
});

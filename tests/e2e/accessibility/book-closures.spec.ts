import type { Page } from '@playwright/test';
import { paths } from '#contract/paths.ts';
import { expect, test } from '#tests/e2e/fixtures.ts';
import {
  makeClosure,
  CLOSURES_CALL,
  getClosureFiltersButton,
  gotoClosures,
  gotoClosuresWithResults,
  getCompaniesBox,
  getFromDateField,
  openClosureFilters,
} from '#tests/e2e/support/closures.ts';
import { openPage, MOBILE_VIEWPORT } from '#tests/e2e/support/pages.ts';
import { expectNoFaultsInBothThemes, expectNoSidewaysScroll } from './scan.ts';

async function expectGood(page: Page, when: string): Promise<void> {
  await expectNoFaultsInBothThemes(page, `${when}, on a desk`);
  await page.setViewportSize(MOBILE_VIEWPORT);
  await expectNoFaultsInBothThemes(page, `${when}, on a phone`);
  await expectNoSidewaysScroll(page);
}

test('the closures on a phone', async ({ page }) => {
  await openPage(page, paths.bookClosure);
  await expectGood(page, 'with the list');
});

test('the filters with companies open and chosen, and a date that cannot be read', async ({ page }) => {
  await openClosureFilters(page);
  const box = getCompaniesBox(page);
  await box.locator('summary').click();
  await box.getByRole('button', { name: 'Select All' }).click();
  await expect(page.getByRole('list', { name: 'Selected companies' })).toBeVisible();
  await expectGood(page, 'with the choices open');
  await page.keyboard.press('Escape');
  await getFromDateField(page).fill('31/02/2026');
  await getFromDateField(page).blur();
  await expect(getFromDateField(page)).toHaveAttribute('aria-invalid', 'true');
  await expectGood(page, 'with companies chosen and a refused date');
});

test('the way to a calendar', async ({ page }) => {
  await openPage(page, paths.bookClosure);
  await page.getByText('Add to calendar').click();
  await expectGood(page, 'with the address of the calendar');
});

const LONG = 'Extraordinarily-long-word-of-a-company-name-that-nothing-can-break-at-all-on-a-telephone';

test('closures with everything that can be long', async ({ page }) => {
  await gotoClosuresWithResults(page, [
    makeClosure({ company_name: `${LONG} ${LONG}`, note: LONG, payout: LONG, is_active: true }),
    makeClosure({ symbol: 'ABCDEFGHIJKLMNOPQRST', is_upcoming: true, face_value: '1234567890.00' }),
    makeClosure({ symbol: null, bc_to: null }),
  ]);
  await expectGood(page, 'with long words');
});

test('closures that could not be loaded, and none that match', async ({ page, browserErrors }) => {
  browserErrors.expectStatus(400);
  await page.route(CLOSURES_CALL, (route) => route.fulfill({ status: 400, body: '{}' }));
  await gotoClosures(page);
  await expect(page.getByRole('alert')).toBeVisible();
  await expectGood(page, 'with a failure');
  await openPage(page, `${paths.bookClosure}?search=nosuchwordanywhere`);
  await expect(getClosureFiltersButton(page)).toHaveAttribute('aria-expanded', 'true');
  await expectGood(page, 'without closures');
});

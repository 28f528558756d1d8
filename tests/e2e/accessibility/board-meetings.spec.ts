import type { Page } from '@playwright/test';
import { paths } from '#contract/paths.ts';
import { expect, test } from '#tests/e2e/fixtures.ts';
import {
  makeMeeting,
  getCompaniesBox,
  gotoMeetings,
  LIST_CALL,
  makeMeetingList,
  openFilters,
  getRows,
} from '#tests/e2e/support/board-meetings.ts';
import { openPage, MOBILE_VIEWPORT } from '#tests/e2e/support/pages.ts';
import { expectNoFaultsInBothThemes, expectNoSidewaysScroll } from './scan.ts';

const LIST = paths.boardMeetings;

async function expectGood(page: Page, when: string): Promise<void> {
  await expectNoFaultsInBothThemes(page, `${when}, on a desk`);
  await page.setViewportSize(MOBILE_VIEWPORT);
  await expectNoFaultsInBothThemes(page, `${when}, on a phone`);
  await expectNoSidewaysScroll(page);
}

test('the board meetings', async ({ page }) => {
  await openPage(page, LIST);
  await expectGood(page, 'with the list');
});

test('the filters with companies open, chosen dates and a refused one', async ({ page }) => {
  await openFilters(
    page,
    `${LIST}?company_name=Lucky+Cement+Limited&from_date=2026-11-30&to_date=2026-11-25`,
  );
  await page.getByLabel('From date', { exact: true }).fill('soon');
  await getCompaniesBox(page).locator('summary').click();
  await expect(getCompaniesBox(page).getByRole('checkbox').first()).toBeVisible();
  await expectGood(page, 'with the companies open');
  await page.keyboard.press('Escape');
  await expectGood(page, 'with filters');
});

test('the way to the calendar', async ({ page }) => {
  await openPage(page, LIST);
  await page.getByText('Add to calendar').click();
  await expectGood(page, 'with the calendar open');
});

test('meetings that could not be loaded, and none that match', async ({ page, browserErrors }) => {
  browserErrors.expectStatus(400);
  await page.route(LIST_CALL, (route) => route.fulfill({ status: 400, body: '{}' }));
  await gotoMeetings(page);
  await expect(page.getByRole('alert')).toBeVisible();
  await expectGood(page, 'with a failure');
  await openPage(page, `${LIST}?search=nosuchwordanywhere`);
  await expectGood(page, 'without meetings');
});

test('words that nothing can break', async ({ page }) => {
  const long = 'Extraordinarily-long-word-that-nothing-can-break-at-all-on-a-telephone';
  const meeting = makeMeeting({
    symbol: long,
    company_name: long,
    subject: long,
    place: long,
    formatted_time: null,
  });
  await page.route(LIST_CALL, (route) => route.fulfill({ json: makeMeetingList([meeting]) }));
  await gotoMeetings(page);
  await expect(getRows(page)).toHaveCount(1);
  await expectGood(page, 'with long words');
});

import { paths } from '#core/contract/paths.ts';
import { expect, test } from '#tests/e2e/fixtures.ts';
import {
  getCompaniesBox,
  getRows,
  gotoMeetings,
  LIST_CALL,
  makeMeeting,
  makeMeetingList,
  openFilters,
} from '#tests/e2e/support/board-meetings.ts';
import { openPage } from '#tests/e2e/support/pages.ts';
import { expectAccessibleOnAllScreens } from './scan.ts';

const LIST = paths.boardMeetings;

test('the filters with companies open, chosen dates and a rejected one, and the calendar popover', async ({
  page,
}) => {
  await openFilters(
    page,
    `${LIST}?company_name=Lucky+Cement+Limited&from_date=2026-11-30&to_date=2026-11-25`,
  );
  await page.getByLabel('From date', { exact: true }).fill('soon');
  await getCompaniesBox(page).locator('summary').click();
  await expect(getCompaniesBox(page).getByRole('checkbox').first()).toBeVisible();
  await expectAccessibleOnAllScreens(page, 'with the companies open');
  await page.keyboard.press('Escape');
  await expectAccessibleOnAllScreens(page, 'with filters');
  await page.getByText('Add to calendar').click();
  await expectAccessibleOnAllScreens(page, 'with the calendar open');
});

test('the failure and the empty state', async ({ page, browserErrors }) => {
  browserErrors.expectStatus(400);
  await page.route(LIST_CALL, (route) => route.fulfill({ status: 400, body: '{}' }));
  await gotoMeetings(page);
  await expect(page.getByRole('alert')).toBeVisible();
  await expectAccessibleOnAllScreens(page, 'with a failure');
  await openPage(page, `${LIST}?search=nosuchwordanywhere`);
  await expectAccessibleOnAllScreens(page, 'without meetings');
});

test('meetings with long words', async ({ page }) => {
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
  await expectAccessibleOnAllScreens(page, 'with long words');
});

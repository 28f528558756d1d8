import { expect, test } from '#tests/e2e/fixtures.ts';
import {
  getRows,
  gotoMeetings,
  LIST_CALL,
  makeMeeting,
  makeMeetingList,
} from '#tests/e2e/support/board-meetings.ts';
import { expectAccessibleOnAllScreens } from './scan.ts';

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

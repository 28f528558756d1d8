import { paths } from '#core/contract/paths.ts';
import { expect, test } from '#tests/e2e/fixtures.ts';
import { followMeetingsLink, getRestoreBanner } from '#tests/e2e/support/board-meetings.ts';
import { openPage, readLocalStorage } from '#tests/e2e/support/pages.ts';

const KEY = 'tezi:board-meetings';
const LIST = paths.boardMeetings;
const SECOND_PAGE = `${LIST}?from_date=2020-01-01&ordering=-meeting_date&page=2`;

test('a return restores filters and page and briefly shows a banner', async ({ page }) => {
  await openPage(page, SECOND_PAGE);
  await expect.poll(() => readLocalStorage(page, KEY)).toContain('"currentPage":2');
  await openPage(page, LIST);
  await expect(getRestoreBanner(page)).toBeVisible();
  await expect(page).toHaveURL(SECOND_PAGE);
  await expect(page.getByText(/^Page 2 of \d+$/)).toBeVisible();
  await expect(getRestoreBanner(page)).toHaveCount(0);
  await page.goto(paths.home);
  await followMeetingsLink(page);
  await expect(page).toHaveURL(SECOND_PAGE);
});

test('the preferences are stored in the documented format', async ({ page }) => {
  await openPage(page, `${LIST}?search=accounts&company_name=Abbott%2C+Labs&to_date=2026-11-20`);
  await expect
    .poll(async () => JSON.parse((await readLocalStorage(page, KEY)) ?? '{}'))
    .toEqual({
      currentPage: 1,
      filters: {
        search: 'accounts',
        company_name: ['Abbott, Labs'],
        symbol: [],
        from_date: '',
        to_date: '2026-11-20',
        ordering: 'meeting_date',
      },
    });
});

import type { Page } from '@playwright/test';
import { toKarachiDate } from '#core/contract/dates.ts';
import { paths } from '#core/contract/paths.ts';
import type { BoardMeeting, BoardMeetingList } from '#features/corporate-actions/contract/board-meetings.ts';
import { expect } from '#tests/e2e/fixtures.ts';
import { navigate, openPage, waitForHydration } from '#tests/e2e/support/pages.ts';

export const LIST_CALL = '**/api/board-meetings/?*';

export const getTables = (page: Page) => page.getByRole('main').getByRole('table');
export const getRows = (page: Page) => page.getByRole('main').locator('tbody tr');
export const getHeadings = (page: Page) => getTables(page).getByRole('heading', { level: 2 });
export const getResultCount = (page: Page) => page.getByText(/^Found [\d,]+ board meetings?$/);
export const getFiltersButton = (page: Page) => page.getByRole('button', { name: /^Filters/ });
export const getSearchBox = (page: Page) => page.getByRole('searchbox', { name: 'Search board meetings' });
export const getRestoreBanner = (page: Page) =>
  page.getByText('Restoring your previous browsing position and filters...');
export const getCompaniesBox = (page: Page) =>
  page.locator('details').filter({ has: page.locator('legend', { hasText: 'Companies' }) });
export const getChips = (page: Page) =>
  page.getByRole('list', { name: 'Selected companies' }).getByRole('listitem');

/** Returns today's date in Karachi, or one a number of days later. */
export const getKarachiDate = (days = 0) => toKarachiDate(new Date(Date.now() + days * 86_400_000));

/** Reads the visible text of every row of the list. */
export async function readMeetings(page: Page): Promise<string[][]> {
  const cells = await getRows(page).evaluateAll((all) =>
    all.map((row) => [...row.children].map((cell) => (cell as HTMLElement).innerText.replace(/\s+/g, ' '))),
  );
  return cells;
}

/** Fetches the API's results for a query, in the format of `readMeetings`. */
export async function fetchMeetings(page: Page, query: string): Promise<string[][]> {
  const response = await page.request.get(`/api/board-meetings/?${query}`);
  const { results } = (await response.json()) as BoardMeetingList;
  return results.map(({ symbol, company_name, subject, place, formatted_time }) => [
    symbol,
    company_name,
    place ? `${subject} ${place}` : subject,
    formatted_time ?? 'Not announced',
  ]);
}

export async function openFilters(page: Page, path: string = paths.boardMeetings): Promise<void> {
  await openPage(page, path);
  await getFiltersButton(page).click();
  await expect(getFiltersButton(page)).toHaveAttribute('aria-expanded', 'true');
}

/** Navigates to the meetings from another page, so that the browser fetches them, not the server. */
export async function gotoMeetings(page: Page): Promise<void> {
  await openPage(page, paths.home);
  await followMeetingsLink(page);
}

let madeSearches = 0;

/** Shows a mocked response: by a navigation to the meetings, or by another search if they are open. */
export async function gotoMeetingsWithList(page: Page, list: BoardMeetingList): Promise<void> {
  await page.unroute(LIST_CALL);
  await page.route(LIST_CALL, (route) => route.fulfill({ json: list }));
  if (!page.url().includes(paths.boardMeetings)) return gotoMeetings(page);
  madeSearches += 1;
  const loaded = page.waitForResponse(LIST_CALL);
  await navigate(page, `${paths.boardMeetings}?search=${madeSearches}`);
  await loaded;
  await expect(page.locator('[aria-busy="true"]')).toHaveCount(0);
}

export async function followMeetingsLink(page: Page): Promise<void> {
  await waitForHydration(page);
  await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Board Meetings' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Board Meetings' })).toBeVisible();
}

let madeCount = 0;

/** Creates a meeting in the format of the API, for mocked responses. */
export function makeMeeting(overrides: Partial<BoardMeeting> = {}): BoardMeeting {
  madeCount += 1;
  return {
    id: 900_000 + madeCount,
    symbol: 'LUCK',
    has_company_page: true,
    company_name: 'Lucky Cement Limited',
    subject: `Annual accounts ${madeCount}`,
    meeting_date: '2026-11-23',
    formatted_date: 'Monday, Nov 23rd, 2026',
    formatted_time: '10:30 AM',
    place: null,
    is_postponed: false,
    earlier_dates: [],
    ...overrides,
  };
}

export function makeMeetingList(
  results: BoardMeeting[],
  overrides: Partial<BoardMeetingList> = {},
): BoardMeetingList {
  return { count: results.length, next: null, previous: null, results, ...overrides };
}

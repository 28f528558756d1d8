import type { Page } from '@playwright/test';
import type { BoardMeeting, BoardMeetingList } from '#contract/corporate-actions/board-meetings.ts';
import { toKarachiDate } from '#contract/dates.ts';
import { paths } from '#contract/paths.ts';
import { expect } from '#tests/e2e/fixtures.ts';
import { hydrated, open } from '#tests/e2e/support/pages.ts';

export const LIST_CALL = '**/api/board-meetings/?*';
export const COMPANIES_CALL = '**/api/board-meetings/companies/';

export const tables = (page: Page) => page.getByRole('main').getByRole('table');
export const rows = (page: Page) => page.getByRole('main').locator('tbody tr');
export const headings = (page: Page) => tables(page).getByRole('heading', { level: 2 });
export const found = (page: Page) => page.getByText(/^Found [\d,]+ board meetings?$/);
export const filtersButton = (page: Page) => page.getByRole('button', { name: /^Filters/ });
export const searchBox = (page: Page) => page.getByRole('searchbox', { name: 'Search board meetings' });
export const banner = (page: Page) =>
  page.getByText('Restoring your previous browsing position and filters...');
export const companiesBox = (page: Page) =>
  page.locator('details').filter({ has: page.locator('legend', { hasText: 'Companies' }) });
export const chips = (page: Page) =>
  page.getByRole('list', { name: 'Selected companies' }).getByRole('listitem');

/** The day in Karachi, and those around it. */
export const karachiDay = (days = 0) => toKarachiDate(new Date(Date.now() + days * 86_400_000));

/** What the list shows, row by row, as its reader sees it. */
export async function shownMeetings(page: Page): Promise<string[][]> {
  const cells = await rows(page).evaluateAll((all) =>
    all.map((row) => [...row.children].map((cell) => (cell as HTMLElement).innerText.replace(/\s+/g, ' '))),
  );
  return cells;
}

/** What the API answers to a query, in the form of `shownMeetings`. */
export async function meetingsOf(page: Page, query: string): Promise<string[][]> {
  const answer = await page.request.get(`/api/board-meetings/?${query}`);
  const { results } = (await answer.json()) as BoardMeetingList;
  return results.map(({ symbol, company_name, subject, place, formatted_time }) => [
    symbol,
    company_name,
    place ? `${subject} ${place}` : subject,
    formatted_time ?? 'Not given',
  ]);
}

export async function openFilters(page: Page, address: string = paths.boardMeetings): Promise<void> {
  await open(page, address);
  await filtersButton(page).click();
  await expect(filtersButton(page)).toHaveAttribute('aria-expanded', 'true');
}

/** Comes to the meetings from another page, so that the browser asks for them and not the server. */
export async function gotoMeetings(page: Page): Promise<void> {
  await open(page, paths.home);
  await followMeetingsLink(page);
}

export async function followMeetingsLink(page: Page): Promise<void> {
  await hydrated(page);
  await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Board Meetings' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Board Meetings' })).toBeVisible();
}

let made = 0;

/** A meeting as the API gives it, for tests of what the page makes of an answer. */
export function aMeeting(overrides: Partial<BoardMeeting> = {}): BoardMeeting {
  made += 1;
  return {
    id: 900_000 + made,
    symbol: 'LUCK',
    company_name: 'Lucky Cement Limited',
    subject: `Annual accounts ${made}`,
    meeting_date: '2026-11-23',
    formatted_date: 'Monday, Nov 23rd, 2026',
    formatted_time: '10:30 AM',
    place: null,
    ...overrides,
  };
}

export function meetingList(
  results: BoardMeeting[],
  overrides: Partial<BoardMeetingList> = {},
): BoardMeetingList {
  return { count: results.length, next: null, previous: null, results, ...overrides };
}

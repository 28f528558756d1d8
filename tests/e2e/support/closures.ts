import type { Locator, Page } from '@playwright/test';
import type { BookClosure, BookClosureList } from '#contract/corporate-actions/book-closures.ts';
import { paths } from '#contract/paths.ts';
import { expect } from '#tests/e2e/fixtures.ts';
import { hydrated, open } from '#tests/e2e/support/pages.ts';

/** The calls of the list, not those of the companies. */
export const CLOSURES_CALL = '**/api/book-closures/?*';
export const CLOSURE_COMPANIES_CALL = '**/api/book-closures/companies/';

export const closureRows = (page: Page) => page.getByRole('main').locator('tbody tr');
export const foundClosures = (page: Page) => page.getByText(/^Found [\d,]+ book closures?$/);
export const closureFiltersButton = (page: Page) => page.getByRole('button', { name: /^Advanced Filters/ });
export const closureSearch = (page: Page) => page.getByRole('searchbox', { name: 'Search book closures' });
export const fromDate = (page: Page) => page.getByRole('textbox', { name: 'From date' });
export const toDate = (page: Page) => page.getByRole('textbox', { name: 'To date' });

/** The box of the companies, which opens their list. */
export const companiesBox = (page: Page) =>
  page.locator('details').filter({ has: page.locator('legend', { hasText: 'Companies' }) });

/** A cell of a closure by its column. */
export const cellOf = (row: Locator, column: string) => row.locator(`[data-label="${column}"]`);

export async function openClosureFilters(page: Page, address: string = paths.bookClosure): Promise<void> {
  await open(page, address);
  await closureFiltersButton(page).click();
  await expect(fromDate(page)).toBeVisible();
}

/** Comes to the closures from another page, so that the browser asks for them and not the server. */
export async function comeToClosures(page: Page): Promise<void> {
  await open(page, paths.home);
  await followClosuresLink(page);
}

export async function followClosuresLink(page: Page): Promise<void> {
  await hydrated(page);
  await page.getByRole('contentinfo').getByRole('link', { name: 'Book Closure', exact: true }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Book Closures' })).toBeVisible();
}

/** Comes to the closures, and finds these. */
export async function comeToMadeClosures(page: Page, results: BookClosure[], count = results.length) {
  await page.route(CLOSURES_CALL, (route) => route.fulfill({ json: closureList(results, { count }) }));
  await comeToClosures(page);
  await expect(foundClosures(page)).toBeVisible();
}

let made = 0;

/** A closure as the API gives it, for tests of what the page makes of an answer: Lucky Cement's of August 2026. */
export function aClosure(overrides: Partial<BookClosure> = {}): BookClosure {
  made += 1;
  return {
    id: 900_000 + made,
    symbol: 'LUCK',
    company_name: 'Lucky Cement Limited',
    face_value: '10.00',
    payout: '250%(F) (D)',
    bc_from: '2026-08-18',
    bc_to: '2026-08-25',
    is_active: false,
    is_upcoming: false,
    note: null,
    payouts: [
      {
        kind: 'cash',
        percent: '250',
        period: 'final',
        rupees_per_share: '25.00',
        premium_per_share: null,
      },
    ],
    rupees_per_share: '25.00',
    is_face_value_assumed: false,
    ex_date: '2026-08-17',
    last_buying_day: '2026-08-13',
    is_ex_date_estimated: true,
    ...overrides,
  };
}

export function closureList(
  results: BookClosure[],
  overrides: Partial<BookClosureList> = {},
): BookClosureList {
  return { count: results.length, next: null, previous: null, results, ...overrides };
}

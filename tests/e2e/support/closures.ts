import type { Locator, Page } from '@playwright/test';
import { paths } from '#core/contract/paths.ts';
import type {
  BookClosure,
  BookClosureList,
  LastBuyingDay,
} from '#features/corporate-actions/contract/book-closures.ts';
import { expect } from '#tests/e2e/fixtures.ts';
import { navigate, openPage, waitForHydration } from '#tests/e2e/support/pages.ts';

/** Matches requests for the list, not those for the companies. */
export const CLOSURES_CALL = '**/api/book-closures/?*';
export const LAST_BUYING_DAYS_CALL = '**/api/book-closures/last-buying-days/';
export const CLOSURE_COMPANIES_CALL = '**/api/book-closures/companies/';

export const getClosureRows = (page: Page) => page.getByRole('main').locator('tbody tr');
export const getClosureCount = (page: Page) => page.getByText(/^Found [\d,]+ book closures?$/);
export const getClosureFiltersButton = (page: Page) =>
  page.getByRole('button', { name: /^Advanced Filters/ });
export const getClosureSearchBox = (page: Page) =>
  page.getByRole('searchbox', { name: 'Search book closures' });
export const getFromDateField = (page: Page) => page.getByRole('textbox', { name: 'From date' });
export const getToDateField = (page: Page) => page.getByRole('textbox', { name: 'To date' });

/** Returns the multi-select of the companies. */
export const getCompaniesBox = (page: Page) =>
  page.locator('details').filter({ has: page.locator('legend', { hasText: 'Companies' }) });

/** Returns a closure's cell in a column. */
export const getCell = (row: Locator, column: string) => row.locator(`[data-label="${column}"]`);

export async function openClosureFilters(page: Page, path: string = paths.bookClosure): Promise<void> {
  await openPage(page, path);
  await getClosureFiltersButton(page).click();
  await expect(getFromDateField(page)).toBeVisible();
}

/** Navigates to the closures from another page, so that the browser fetches them, not the server. */
export async function gotoClosures(page: Page): Promise<void> {
  await openPage(page, paths.home);
  await followClosuresLink(page);
}

export async function followClosuresLink(page: Page): Promise<void> {
  await waitForHydration(page);
  await page.getByRole('contentinfo').getByRole('link', { name: 'Book Closure', exact: true }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Book Closures' })).toBeVisible();
}

let madeSearches = 0;

/** Shows a mocked response: by a navigation to the closures, or by another search if they are open. */
export async function gotoClosuresWithResults(page: Page, results: BookClosure[], count = results.length) {
  await page.unroute(CLOSURES_CALL);
  await page.route(CLOSURES_CALL, (route) => route.fulfill({ json: makeClosureList(results, { count }) }));
  if (page.url().includes(paths.bookClosure)) {
    madeSearches += 1;
    const loaded = page.waitForResponse(CLOSURES_CALL);
    await navigate(page, `${paths.bookClosure}?search=${madeSearches}`);
    await loaded;
    await expect(page.locator('[aria-busy="true"]')).toHaveCount(0);
  } else await gotoClosures(page);
  await expect(getClosureCount(page)).toBeVisible();
}

/** Returns the strip of the next last buying days. */
export const getActBy = (page: Page) => page.getByRole('region', { name: 'Act by' });

let madeCount = 0;

/** Creates a closure in the format of the API, for mocked responses: Lucky Cement's of August 2026. */
export function makeClosure(overrides: Partial<BookClosure> = {}): BookClosure {
  madeCount += 1;
  return {
    id: 900_000 + madeCount,
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
    depends_on_tentative_holiday: false,
    date_reasons: [],
    earlier: [],
    ...overrides,
  };
}

/** Creates a last buying day in the format of the API: for Lucky Cement's closure of August 2026. */
export function makeLastBuyingDay(overrides: Partial<LastBuyingDay> = {}): LastBuyingDay {
  const closures = overrides.closures ?? [makeClosure()];
  return {
    last_buying_day: '2026-08-13',
    ex_date: '2026-08-17',
    trading_ends_at: '2026-08-13T10:30:00Z',
    are_hours_tentative: false,
    is_ex_date_estimated: true,
    depends_on_tentative_holiday: false,
    count: closures.length,
    closures,
    ...overrides,
  };
}

export function makeClosureList(
  results: BookClosure[],
  overrides: Partial<BookClosureList> = {},
): BookClosureList {
  return { count: results.length, next: null, previous: null, results, ...overrides };
}

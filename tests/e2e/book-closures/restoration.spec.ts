import { paths } from '#contract/paths.ts';
import { expect, test } from '#tests/e2e/fixtures.ts';
import {
  closureFiltersButton,
  closureSearch,
  followClosuresLink,
  foundClosures,
} from '#tests/e2e/support/closures.ts';
import { addressOf, hydrated, open, stored } from '#tests/e2e/support/pages.ts';

const KEY = 'tezi:book-closures';
const SECOND_PAGE_BY_COMPANY = `${paths.bookClosure}?ordering=company_name&page=2`;
const BANNER = 'Restoring your previous browsing position and filters...';

test('a return restores filters and page, says so for a moment, and opens the filters', async ({ page }) => {
  await open(page, SECOND_PAGE_BY_COMPANY);
  await expect.poll(() => stored(page, KEY)).toContain('"currentPage":2');
  await page.goto(paths.home);
  await followClosuresLink(page);
  await expect(page.getByText(BANNER)).toBeVisible();
  await expect(page).toHaveURL(SECOND_PAGE_BY_COMPANY);
  await expect(page.getByText(/^Page 2 of \d+$/)).toBeVisible();
  await expect(closureFiltersButton(page)).toHaveAttribute('aria-expanded', 'true');
  await expect(page.getByText(BANNER)).toHaveCount(0);
});

test('a return on another day restores them too', async ({ page }) => {
  await open(page, SECOND_PAGE_BY_COMPANY);
  await expect.poll(() => stored(page, KEY)).toContain('"currentPage":2');
  await open(page, paths.bookClosure);
  await expect(page).toHaveURL(SECOND_PAGE_BY_COMPANY);
});

test('what is stored is in the form of the specification', async ({ page }) => {
  await open(page, `${paths.bookClosure}?symbol=luck&from_date=2026&company_name=A,+B`);
  await expect
    .poll(async () => JSON.parse((await stored(page, KEY)) ?? '{}'))
    .toEqual({
      currentPage: 1,
      filters: {
        search: '',
        company_name: ['A, B'],
        symbol: ['LUCK'],
        from_date: '2026-01-01',
        to_date: '',
        ordering: '-bc_from',
      },
    });
});

test('an address that asks for something is not changed by what was stored', async ({ page }) => {
  await open(page, SECOND_PAGE_BY_COMPANY);
  await expect.poll(() => stored(page, KEY)).toContain('"currentPage":2');
  await open(page, `${paths.bookClosure}?search=bank`);
  await expect(foundClosures(page)).toBeVisible();
  await expect(page.getByText(BANNER)).toHaveCount(0);
  expect(addressOf(page)).toBe(`${paths.bookClosure}?search=bank`);
  await expect(closureSearch(page)).toHaveValue('bank');
});

test('filters that were cleared are not restored', async ({ page }) => {
  await open(page, SECOND_PAGE_BY_COMPANY);
  await page.getByRole('button', { name: 'Clear All Filters' }).click();
  await expect(page).toHaveURL(paths.bookClosure);
  await expect.poll(() => stored(page, KEY)).toContain('"currentPage":1');
  await page.reload();
  await hydrated(page);
  await expect(foundClosures(page)).toBeVisible();
  expect(addressOf(page)).toBe(paths.bookClosure);
});

for (const damaged of [
  '{',
  '"text"',
  '{"filters":{"company_name":[5],"from_date":"never"},"currentPage":-3}',
]) {
  test(`damaged preferences restore nothing: ${damaged}`, async ({ page }) => {
    await page.addInitScript(([key, text]) => localStorage.setItem(key ?? '', text ?? ''), [KEY, damaged]);
    await open(page, paths.bookClosure);
    await expect(foundClosures(page)).toBeVisible();
    expect(addressOf(page)).toBe(paths.bookClosure);
  });
}

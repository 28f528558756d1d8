import { toKarachiDate } from '#core/contract/dates.ts';
import { paths } from '#core/contract/paths.ts';
import { expect, test } from '#tests/e2e/fixtures.ts';
import {
  followClosuresLink,
  getCell,
  getClosureCount,
  getClosureFiltersButton,
  getClosureRows,
  getClosureSearchBox,
} from '#tests/e2e/support/closures.ts';
import { getPath, openPage, readLocalStorage, waitForHydration } from '#tests/e2e/support/pages.ts';

const KEY = 'tezi:book-closures';
const SECOND_PAGE_BY_COMPANY = `${paths.bookClosure}?ordering=company_name&page=2`;
const BANNER = 'Restoring your previous browsing position and filters...';

test('a return restores filters and page with a banner and opens the filters, unless the URL has some or they were cleared', async ({
  page,
}) => {
  await test.step('a return restores filters and page, briefly shows a banner, and opens the filters', async () => {
    await openPage(page, SECOND_PAGE_BY_COMPANY);
    await expect.poll(() => readLocalStorage(page, KEY)).toContain('"currentPage":2');
    await page.goto(paths.home);
    await followClosuresLink(page);
    await expect(page.getByText(BANNER)).toBeVisible();
    await expect(page).toHaveURL(SECOND_PAGE_BY_COMPANY);
    await expect(page.getByText(/^Page 2 of \d+$/)).toBeVisible();
    await expect(getClosureFiltersButton(page)).toHaveAttribute('aria-expanded', 'true');
    await expect(page.getByText(BANNER)).toHaveCount(0);
  });

  await test.step('a return on another day restores them', async () => {
    await openPage(page, paths.bookClosure);
    await expect(page).toHaveURL(SECOND_PAGE_BY_COMPANY);
  });

  await test.step('stored preferences do not change a URL with filters', async () => {
    await openPage(page, `${paths.bookClosure}?search=bank`);
    await expect(getClosureCount(page)).toBeVisible();
    await expect(page.getByText(BANNER)).toHaveCount(0);
    expect(getPath(page)).toBe(`${paths.bookClosure}?search=bank`);
    await expect(getClosureSearchBox(page)).toHaveValue('bank');
  });

  await test.step('cleared filters are not restored', async () => {
    await openPage(page, SECOND_PAGE_BY_COMPANY);
    await page.getByRole('button', { name: 'Clear All Filters' }).click();
    await expect(page).toHaveURL(paths.bookClosure);
    await expect.poll(() => readLocalStorage(page, KEY)).toContain('"currentPage":1');
    await page.reload();
    await waitForHydration(page);
    await expect(getClosureCount(page)).toBeVisible();
    expect(getPath(page)).toBe(paths.bookClosure);
  });
});

test('the preferences are stored in the documented format', async ({ page }) => {
  await openPage(page, `${paths.bookClosure}?symbol=luck&from_date=2026&company_name=A,+B`);
  await expect
    .poll(async () => JSON.parse((await readLocalStorage(page, KEY)) ?? '{}'))
    .toEqual({
      currentPage: 1,
      filters: {
        search: '',
        company_name: ['A, B'],
        symbol: ['LUCK'],
        from_date: '2026-01-01',
        to_date: '',
        ex_date_from: '',
        ex_date_to: '',
        ordering: '-bc_from',
      },
    });
});

test('the nearest closures from today on are one press away, and stay the order of the page', async ({
  page,
}) => {
  await openPage(page, paths.bookClosure);
  const nearestFirst = page.getByRole('link', { name: 'Nearest first' });
  await nearestFirst.click();
  await expect(page).toHaveURL(`${paths.bookClosure}?ordering=nearest`);
  // The rows of the other order stay until those of this one are loaded.
  await expect(async () => {
    const starts = await getCell(getClosureRows(page), 'Status')
      .locator('time:first-of-type')
      .evaluateAll((times) => times.map((time) => (time as HTMLTimeElement).dateTime));
    expect(starts.length).toBeGreaterThan(1);
    expect(starts).toEqual(starts.toSorted());
    expect(starts[0] && starts[0] >= toKarachiDate(new Date())).toBe(true);
  }).toPass({ timeout: 20_000 });
  await expect(getClosureFiltersButton(page)).toHaveText('Advanced Filters');

  await openPage(page, paths.bookClosure);
  await expect(page).toHaveURL(`${paths.bookClosure}?ordering=nearest`);
  await nearestFirst.click();
  await expect(page).toHaveURL(paths.bookClosure);
  await expect(nearestFirst).not.toHaveAttribute('aria-current', 'true');
  await expect.poll(() => page.evaluate((key) => localStorage.getItem(key), KEY)).not.toContain('nearest');
  await openPage(page, paths.bookClosure);
  await expect(nearestFirst).not.toHaveAttribute('aria-current', 'true');
});

import type { Page } from '@playwright/test';
import { paths } from '#core/contract/paths.ts';
import { expect, test } from '#tests/e2e/fixtures.ts';
import { getFromDateField, getToDateField } from '#tests/e2e/support/closures.ts';
import { holdRequests, openPage, waitForHydration } from '#tests/e2e/support/pages.ts';

const FIELDS_CODE = '**/assets/*-fields-*.js';

const LISTS = [
  { list: paths.news, field: 'Source' },
  { list: paths.boardMeetings, field: 'From date' },
  { list: paths.bookClosure, field: 'From date' },
];

const getFiltersButton = (page: Page) => page.getByRole('button', { name: /^(Advanced )?Filters/ });
const getField = (page: Page, label: string) => page.getByLabel(label, { exact: true });

/** Counts the requests for the code of the fields. */
async function countFetches(page: Page): Promise<() => number> {
  let count = 0;
  await page.route(FIELDS_CODE, (route) => {
    count += 1;
    return route.continue();
  });
  return () => count;
}

/** Checks lists in turn. Each has its own code, so that none of it is cached before; what they share is checked with one of them. */
const forEachList = async (
  page: Page,
  check: (list: string, field: string) => Promise<void>,
  lists = LISTS.slice(0, 1),
) => {
  for (const { list, field } of lists) {
    await test.step(list, () => check(list, field));
    await page.unrouteAll();
  }
};

test('the code of the filters is loaded when they are about to be opened', async ({ page }) => {
  await forEachList(
    page,
    async (list, field) => {
      const fetches = await countFetches(page);
      await openPage(page, list);
      await page.waitForLoadState('networkidle');
      expect(fetches()).toBe(0);
      await getFiltersButton(page).hover();
      await expect.poll(fetches).toBe(1);
      await expect(getField(page, field)).toBeHidden();
      await getFiltersButton(page).click();
      await expect(getField(page, field)).toBeVisible();
      expect(fetches()).toBe(1);
    },
    LISTS,
  );
});

test('a press before the code is loaded opens the filters once it is there', async ({ page }) => {
  await forEachList(page, async (list, field) => {
    const { release, count } = await holdRequests(page, FIELDS_CODE);
    await openPage(page, list);
    await getFiltersButton(page).focus();
    await expect.poll(count).toBe(1);
    await page.keyboard.press('Enter');
    await expect(getFiltersButton(page)).toHaveAttribute('aria-disabled', 'true');
    await expect(getFiltersButton(page)).toHaveAttribute('aria-expanded', 'false');
    await expect(getField(page, field)).toBeHidden();
    release();
    await expect(getFiltersButton(page)).toHaveAttribute('aria-expanded', 'true');
    await expect(getFiltersButton(page)).toBeFocused();
    await expect(getField(page, field)).toBeVisible();
  });
});

test('a failure to load the filters is shown, and Try Again loads them', async ({ page, browserErrors }) => {
  browserErrors.expect(/Failed to load resource/);
  await forEachList(page, async (list, field) => {
    await page.route(FIELDS_CODE, (route) => route.abort());
    await openPage(page, list);
    await getFiltersButton(page).click();
    await expect(page.getByRole('alert')).toContainText('The filters could not be loaded.');
    await page.unroute(FIELDS_CODE);
    await page.getByRole('button', { name: 'Try Again' }).click();
    await expect(getField(page, field)).toBeVisible();
    await expect(page.getByRole('alert')).toHaveCount(0);
  });
});

test('filters that are rendered open become interactive together with the page', async ({ page }) => {
  const { release, count } = await holdRequests(page, FIELDS_CODE);
  await page.goto(`${paths.bookClosure}?search=limited`, { waitUntil: 'commit' });
  await expect.poll(count).toBe(1);
  await expect(page.locator('html')).not.toHaveAttribute('data-hydrated');
  await expect(getFromDateField(page)).toBeVisible();
  await getFromDateField(page).focus();
  release();
  await waitForHydration(page);
  await expect(getFromDateField(page)).toBeFocused();
  await getToDateField(page).fill('31/12/2026');
  await getToDateField(page).press('Enter');
  await expect(page).toHaveURL(`${paths.bookClosure}?search=limited&to_date=2026-12-31`);
});

test('a page whose open filters fail to load is interactive without them and shows the failure', async ({
  page,
  browserErrors,
}) => {
  browserErrors.expect(/Failed to load resource/);
  await page.route(FIELDS_CODE, (route) => route.abort());
  await openPage(page, `${paths.bookClosure}?search=limited`);
  await expect(page.getByRole('alert')).toContainText('The filters could not be loaded.');
  await page.unroute(FIELDS_CODE);
  await page.getByRole('button', { name: 'Try Again' }).click();
  await expect(getFromDateField(page)).toBeVisible();
});

import type { Page } from '@playwright/test';
import { paths } from '#contract/paths.ts';
import { expect, test } from '#tests/e2e/fixtures.ts';
import { getFromDateField, getToDateField } from '#tests/e2e/support/closures.ts';
import { holdRequests, waitForHydration, openPage } from '#tests/e2e/support/pages.ts';

const FIELDS_CODE = '**/assets/*-fields-*.js';

const LISTS = [
  { list: paths.news, field: 'Source' },
  { list: paths.boardMeetings, field: 'From date' },
  { list: paths.bookClosure, field: 'From date' },
];

const filtersButton = (page: Page) => page.getByRole('button', { name: /^(Advanced )?Filters/ });
const fieldOf = (page: Page, label: string) => page.getByLabel(label, { exact: true });

/** How often the code of the fields was asked for. */
async function countFetches(page: Page): Promise<() => number> {
  let count = 0;
  await page.route(FIELDS_CODE, (route) => {
    count += 1;
    return route.continue();
  });
  return () => count;
}

for (const { list, field } of LISTS) {
  test(`the code of the filters of ${list} comes when they are about to be opened, not before`, async ({
    page,
  }) => {
    const fetches = await countFetches(page);
    await openPage(page, list);
    await page.waitForLoadState('networkidle');
    expect(fetches()).toBe(0);
    await filtersButton(page).hover();
    await expect.poll(fetches).toBe(1);
    await expect(fieldOf(page, field)).toBeHidden();
    await filtersButton(page).click();
    await expect(fieldOf(page, field)).toBeVisible();
    expect(fetches()).toBe(1);
  });

  test(`a press before that code has come opens the filters of ${list} once it is there`, async ({
    page,
  }) => {
    const { release, count } = await holdRequests(page, FIELDS_CODE);
    await openPage(page, list);
    await filtersButton(page).focus();
    await expect.poll(count).toBe(1);
    await page.keyboard.press('Enter');
    await expect(filtersButton(page)).toHaveAttribute('aria-disabled', 'true');
    await expect(filtersButton(page)).toHaveAttribute('aria-expanded', 'false');
    await expect(fieldOf(page, field)).toBeHidden();
    release();
    await expect(filtersButton(page)).toHaveAttribute('aria-expanded', 'true');
    await expect(filtersButton(page)).toBeFocused();
    await expect(fieldOf(page, field)).toBeVisible();
  });

  test(`filters of ${list} that could not be loaded are told, and Try Again overcomes it`, async ({
    page,
    browserErrors,
  }) => {
    browserErrors.expect(/Failed to load resource/);
    await page.route(FIELDS_CODE, (route) => route.abort());
    await openPage(page, list);
    await filtersButton(page).click();
    await expect(page.getByRole('alert')).toContainText('The filters could not be loaded.');
    await page.unroute(FIELDS_CODE);
    await page.getByRole('button', { name: 'Try Again' }).click();
    await expect(fieldOf(page, field)).toBeVisible();
    await expect(page.getByRole('alert')).toHaveCount(0);
  });
}

test('filters that stand open in the rendered page answer together with it', async ({ page }) => {
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

test('a page whose open filters could not be loaded answers without them, and says so', async ({
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

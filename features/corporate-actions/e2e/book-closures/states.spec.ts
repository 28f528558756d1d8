import { toKarachiDate } from '#core/contract/dates.ts';
import { paths } from '#core/contract/paths.ts';
import { expect, test } from '#tests/e2e/fixtures.ts';
import {
  CLOSURES_CALL,
  getActBy,
  getCell,
  getClosureCount,
  getClosureRows,
  getClosureSearchBox,
  getFromDateField,
  gotoClosures,
  gotoClosuresWithResults,
  LAST_BUYING_DAYS_CALL,
  makeClosure,
} from '#tests/e2e/support/closures.ts';
import { holdRequests, MOBILE_VIEWPORT, openPage } from '#tests/e2e/support/pages.ts';

const TITLE = 'Error Loading Book Closures';

test('a search without results shows a message, and Clear all filters shows all closures', async ({
  page,
}) => {
  await openPage(page, `${paths.bookClosure}?search=nosuchwordanywhere`);
  await expect(page.getByRole('heading', { name: 'No book closures found' })).toBeVisible();
  await expect(page.getByText('Try adjusting your filters or search terms', { exact: true })).toBeVisible();
  await getFromDateField(page).fill('soon');
  await page.getByRole('main').getByRole('button', { name: 'Clear all filters', exact: true }).click();
  await expect(page).toHaveURL(paths.bookClosure);
  await expect(getFromDateField(page)).toHaveValue('');
  await expect(getFromDateField(page)).not.toHaveAttribute('aria-invalid', 'true');
  await expect(getClosureRows(page)).toHaveCount(20);
  await expect(getClosureSearchBox(page)).toHaveValue('');
});

test('a failure is shown after three attempts, and Try Again loads the list', async ({
  page,
  browserErrors,
}) => {
  browserErrors.expectStatus(503);
  let tries = 0;
  await page.route(CLOSURES_CALL, (route) => {
    tries += 1;
    return route.fulfill({ status: 503, body: '{}' });
  });
  await gotoClosures(page);
  const alert = page.getByRole('alert');
  await expect(alert).toContainText(TITLE);
  await expect(alert.getByText('Failed to fetch book closures', { exact: true })).toBeVisible();
  expect(tries).toBe(3);
  await page.unroute(CLOSURES_CALL);
  await page.getByRole('button', { name: 'Try Again' }).click();
  await expect(getClosureCount(page)).toBeVisible();
  await expect(page.getByText(TITLE)).toHaveCount(0);
});

test('a temporary failure is not shown', async ({ page, browserErrors }) => {
  browserErrors.expectStatus(503);
  await page.route(CLOSURES_CALL, (route) => route.fulfill({ status: 503, body: '{}' }), { times: 1 });
  await gotoClosures(page);
  await expect(getClosureCount(page)).toBeVisible();
  await expect(page.getByText(TITLE)).toHaveCount(0);
});

test('loading is announced, and the list stays until the next page is loaded', async ({ page }) => {
  const { release } = await holdRequests(page, CLOSURES_CALL);
  await gotoClosures(page);
  await expect(page.getByText('Loading book closures...')).toBeVisible();
  release();
  await expect(getClosureRows(page)).toHaveCount(20);
  await page.unroute(CLOSURES_CALL);
  const next = await holdRequests(page, CLOSURES_CALL);
  await page.getByRole('link', { name: 'Next', exact: true }).click();
  await expect(page.locator('[aria-busy="true"]')).toBeVisible();
  await expect(getClosureRows(page)).toHaveCount(20);
  next.release();
  await expect(page.locator('[aria-busy="true"]')).toHaveCount(0);
});

test('closures are counted, in the singular and with many pages', async ({ page }) => {
  await test.step('one closure is counted in the singular, and a single page shows its range', async () => {
    await gotoClosuresWithResults(page, [makeClosure()]);
    await expect(page.getByText('Found 1 book closure', { exact: true })).toBeVisible();
    await expect(page.getByText('Showing 1-1 of 1 book closure', { exact: true })).toBeVisible();
    await expect(page.getByRole('navigation', { name: 'Pages' })).toHaveCount(0);
  });

  await test.step('many pages are linked with gaps', async () => {
    await gotoClosuresWithResults(
      page,
      Array.from({ length: 20 }, () => makeClosure()),
      1200,
    );
    await expect(page.getByText('Found 1,200 book closures', { exact: true })).toBeVisible();
    await expect(page.getByText('Showing 1-20 of 1,200 book closures')).toBeVisible();
    const nav = page.getByRole('navigation', { name: 'Pages' });
    await expect(nav.getByRole('link')).toHaveText(['1', '2', '3', '60', 'Next']);
  });
});

test('a page past the last one is not found, and leads to the last one with the same filters', async ({
  page,
  browserErrors,
}) => {
  browserErrors.expectStatus(404);
  const response = await page.goto(`${paths.bookClosure}?ordering=bc_from&page=9999`);
  expect(response?.status()).toBe(404);
  await expect(page).toHaveURL(/ordering=bc_from&page=\d{1,3}$/);
  await expect(page.getByRole('navigation', { name: 'Pages' }).locator('[aria-current]')).toHaveText(/\d/);
  await expect(getClosureRows(page)).not.toHaveCount(0);
});

test('the canonical URL of a filtered list is the whole list, and each page has its own', async ({
  request,
  product,
}) => {
  const canonical = async (query: string) =>
    /<link rel="canonical" href="([^"]*)/.exec(
      await (await request.get(paths.bookClosure + query)).text(),
    )?.[1];
  expect(await canonical('?page=2')).toBe(`${product.url}${paths.bookClosure}?page=2`);
  expect(await canonical('?search=bank&page=1')).toBe(product.url + paths.bookClosure);
  expect(await canonical('?symbol=LUCK')).toBe(product.url + paths.bookClosure);
});

test('a response that is no list is a failure, as are last buying days that were not loaded', async ({
  page,
  browserErrors,
}) => {
  browserErrors.expectStatus(503);
  await page.route(CLOSURES_CALL, (route) => route.fulfill({ body: '{', contentType: 'application/json' }));
  await page.route(LAST_BUYING_DAYS_CALL, (route) => route.fulfill({ status: 503, body: '{}' }));
  await gotoClosures(page);
  await expect(page.getByText('Failed to load book closures', { exact: true })).toBeVisible();
  const days = getActBy(page);
  await expect(days.getByText('The next last buying days could not be loaded.')).toBeVisible();
  await page.unroute(LAST_BUYING_DAYS_CALL);
  await days.getByRole('button', { name: 'Retry' }).click();
  await expect(days.getByRole('alert')).toHaveCount(0);
});

test('on a phone the list starts at today, with the earlier closures one press away', async ({ page }) => {
  await page.setViewportSize(MOBILE_VIEWPORT);
  await openPage(page, paths.bookClosure);
  await expect(page).toHaveURL(`${paths.bookClosure}?ordering=nearest`);
  const today = toKarachiDate(new Date());
  const listStarts = () =>
    getCell(getClosureRows(page), 'Status')
      .locator('time:first-of-type')
      .evaluateAll((times) => times.map((time) => (time as HTMLTimeElement).dateTime));
  // The URL changes before the list.
  await expect(async () => {
    const next = await listStarts();
    expect(next).toEqual(next.toSorted());
    expect(next[0] && next[0] >= today).toBe(true);
  }).toPass();
  await page.getByRole('link', { name: 'Earlier closures' }).click();
  await expect(page).toHaveURL(/\?to_date=/);
  await expect(async () => {
    const earlier = await listStarts();
    expect(earlier).toEqual(earlier.toSorted().toReversed());
    expect(earlier[0] && earlier[0] < today).toBe(true);
  }).toPass();
  await page.getByRole('link', { name: 'Today and later' }).click();
  await expect(page).toHaveURL(`${paths.bookClosure}?ordering=nearest`);
});

import { paths } from '#core/contract/paths.ts';
import { expect, test } from '#tests/e2e/fixtures.ts';
import {
  CLOSURES_CALL,
  followClosuresLink,
  getCell,
  getClosureCount,
  getClosureRows,
  getClosureSearchBox,
  gotoClosures,
  gotoClosuresWithResults,
  makeClosure,
} from '#tests/e2e/support/closures.ts';
import { getPath, openPage } from '#tests/e2e/support/pages.ts';

const HEADING = /^(Mon|Tues|Wednes|Thurs|Fri|Satur|Sun)day, \w{3} \d{1,2}(st|nd|rd|th), \d{4}$/;

test('the list is counted, dated and in pages, and its symbols lead to the closures of their company', async ({
  page,
}) => {
  await test.step('the list counts the closures and shows twenty of them, latest first', async () => {
    await openPage(page, paths.bookClosure);
    await expect(getClosureCount(page)).toBeVisible();
    await expect(page.getByText(/^Page 1 of \d+$/)).toBeVisible();
    await expect(getClosureRows(page)).toHaveCount(20);
    const starts = await getCell(getClosureRows(page), 'Status')
      .locator('time:first-of-type')
      .evaluateAll((times) => times.map((time) => (time as HTMLTimeElement).dateTime));
    expect(starts).toHaveLength(20);
    expect(starts).toEqual(starts.toSorted().toReversed());
  });

  await test.step('every heading of the sample closures is a date in the long format', async () => {
    const headings = await page.getByRole('table').getByRole('heading', { level: 2 }).allInnerTexts();
    expect(headings.length).toBeGreaterThan(1);
    for (const heading of headings) expect(heading).toMatch(HEADING);
  });

  await test.step('a symbol links to its company, which links to all of its closures', async () => {
    const link = getClosureRows(page).first().getByRole('link');
    const symbol = await link.innerText();
    await link.click();
    await expect(page.getByRole('heading', { level: 1, name: symbol })).toBeVisible();
    // The closures load once the visitor scrolls near them.
    await page.keyboard.press('End');
    await page.getByRole('link', { name: `All book closures of ${symbol}` }).click();
    await expect(page).toHaveURL(`${paths.bookClosure}?symbol=${symbol}`);
    await expect(page.getByRole('list', { name: 'Selected symbols' })).toHaveText(symbol);
    await expect(page.locator('[aria-busy="true"]')).toHaveCount(0);
    for (const each of await getClosureRows(page).getByRole('link').allInnerTexts())
      expect(each).toBe(symbol);
    await page.getByRole('button', { name: `Remove ${symbol}` }).click();
    await expect(page).toHaveURL(paths.bookClosure);
  });

  await test.step('pages are linked by number, Previous and Next, with the range shown', async () => {
    await expect(page.locator('[aria-busy="true"]')).toHaveCount(0);
    const nav = page.getByRole('navigation', { name: 'Pages' });
    await expect(nav.getByText(/^Showing 1-20 of \d+ book closures$/)).toBeVisible();
    await expect(nav.getByRole('link', { name: 'Previous' })).toHaveCount(0);
    const first = await getClosureRows(page).allInnerTexts();
    await nav.getByRole('link', { name: 'Next', exact: true }).click();
    await expect(page).toHaveURL(`${paths.bookClosure}?page=2`);
    await expect(page.getByText(/^Page 2 of \d+$/)).toBeVisible();
    await expect(nav.getByText(/^Showing 21-40 of \d+ book closures$/)).toBeVisible();
    await expect.poll(() => getClosureRows(page).allInnerTexts()).not.toEqual(first);
    await expect.poll(() => page.evaluate(() => window.scrollY)).toBe(0);
    await nav.getByRole('link', { name: 'Page 1', exact: true }).click();
    await expect.poll(() => getClosureRows(page).allInnerTexts()).toEqual(first);
    await page.goBack();
    await expect(page.getByText(/^Page 2 of \d+$/)).toBeVisible();
  });
});

test('mocked closures are grouped by date, with payouts, dates, states and the note of the first one', async ({
  page,
}) => {
  await test.step('closures are grouped by start date in the long format', async () => {
    await gotoClosuresWithResults(page, [
      makeClosure({ company_name: 'Lucky Cement Limited' }),
      makeClosure({ symbol: 'HBL', company_name: 'Habib Bank Limited' }),
      makeClosure({ symbol: 'MARI', company_name: 'Mari Energies Limited', bc_from: '2026-08-10' }),
    ]);
    const headings = page.getByRole('table').getByRole('heading', { level: 2 });
    await expect(headings).toHaveText(['Tuesday, Aug 18th, 2026', 'Monday, Aug 10th, 2026']);
    const tables = page.getByRole('table');
    await expect(tables).toHaveCount(2);
    await expect(tables.first()).toHaveAccessibleName('Tuesday, Aug 18th, 2026');
    await expect(tables.first().locator('tbody tr')).toHaveCount(2);
    await expect(tables.last().locator('tbody tr')).toHaveCount(1);
    await expect(tables.first().getByRole('columnheader')).toHaveText([
      'Symbol',
      'Company',
      'Payout',
      'Status',
      'Last buying day',
      'Ex-date',
    ]);
  });

  await test.step('a closure shows its payout, dates and last buying day', async () => {
    await gotoClosuresWithResults(page, [makeClosure()]);
    const row = getClosureRows(page);
    await expect(row.getByText('LUCK', { exact: true })).toBeVisible();
    await expect(row.getByRole('rowheader')).toHaveText('Lucky Cement LimitedFace Value Rs. 10.00');
    await expect(getCell(row, 'Payout')).toHaveText('250%(F) (D)Rs. 25.00 a share (final)');
    await expect(getCell(row, 'Status')).toHaveText('Closed18 Aug 2026 to 25 Aug 2026');
    await expect(getCell(row, 'Last buying day')).toHaveText('13 Aug 2026 estimated');
    await expect(getCell(row, 'Ex-date')).toHaveText('17 Aug 2026 estimated');
    await expect(page.getByText(/Check the exchange's notice before trading\./)).toBeVisible();
  });

  await test.step('dates that depend on a tentative holiday are marked', async () => {
    const tentative = { depends_on_tentative_holiday: true };
    await gotoClosuresWithResults(page, [
      makeClosure(tentative),
      makeClosure({ ...tentative, is_ex_date_estimated: false }),
    ]);
    const [estimated, published] = [getClosureRows(page).nth(0), getClosureRows(page).nth(1)];
    await expect(getCell(estimated, 'Ex-date')).toContainText('depends on a tentative holiday');
    await expect(getCell(estimated, 'Last buying day')).toContainText('depends on a tentative holiday');
    await expect(getCell(published, 'Ex-date')).toHaveText('17 Aug 2026');
    await expect(getCell(published, 'Last buying day')).toContainText('depends on a tentative holiday');
  });

  await test.step('unknown values of a closure are labeled', async () => {
    await gotoClosuresWithResults(page, [
      makeClosure({
        symbol: null,
        face_value: null,
        is_face_value_assumed: true,
        bc_to: null,
        is_ex_date_estimated: false,
      }),
      makeClosure({ payout: '', payouts: [], rupees_per_share: null, bc_to: '2026-08-18' }),
    ]);
    const [first, second] = [getClosureRows(page).first(), getClosureRows(page).last()];
    await expect(first.getByRole('cell').first()).toHaveText('N/A');
    await expect(first.getByRole('rowheader')).toHaveText('Lucky Cement LimitedFace Value N/A');
    await expect(getCell(first, 'Payout')).toHaveText(
      '250%(F) (D)Rs. 25.00 a share (final), assuming face value Rs. 10',
    );
    await expect(getCell(first, 'Status')).toHaveText('ClosedFrom 18 Aug 2026');
    await expect(getCell(first, 'Ex-date')).toHaveText('17 Aug 2026');
    await expect(getCell(second, 'Payout')).toHaveText('Not stated');
    await expect(getCell(second, 'Status')).toHaveText('Closed18 Aug 2026');
  });

  await test.step('a closure is active, else upcoming, else closed', async () => {
    await gotoClosuresWithResults(page, [
      makeClosure({ is_active: true, is_upcoming: true }),
      makeClosure({ is_upcoming: true }),
      makeClosure(),
    ]);
    for (const [index, status] of ['Active', 'Upcoming', 'Closed'].entries())
      await expect(getCell(getClosureRows(page).nth(index), 'Status').locator('span').first()).toHaveText(
        status,
      );
  });

  await test.step('the note of the first closure is shown above the list', async () => {
    const note = 'Closures of this week move by a day.';
    await gotoClosuresWithResults(page, [makeClosure({ note }), makeClosure({ note: 'Another note.' })]);
    await expect(page.getByText('Important Note')).toBeVisible();
    await expect(page.getByText(note)).toBeVisible();
    await expect(page.getByText('Another note.')).toHaveCount(0);
    await gotoClosuresWithResults(page, [makeClosure(), makeClosure({ note })]);
    await expect(page.getByText('Important Note')).toHaveCount(0);
  });
});

test('the search starts when typing stops or with Enter, and replaces the history entry', async ({
  page,
}) => {
  await test.step('the search starts when typing stops, and replaces the history entry', async () => {
    const calls: string[] = [];
    await page.route(CLOSURES_CALL, (route) => {
      calls.push(new URL(route.request().url()).searchParams.get('search') ?? '');
      return route.continue();
    });
    await gotoClosures(page);
    await expect(getClosureCount(page)).toBeVisible();
    calls.length = 0;
    await getClosureSearchBox(page).pressSequentially('bank', { delay: 30 });
    await expect(page).toHaveURL(`${paths.bookClosure}?search=bank`);
    await getClosureSearchBox(page).pressSequentially(' l', { delay: 30 });
    await expect(page).toHaveURL(`${paths.bookClosure}?search=bank+l`);
    await expect.poll(() => calls).toEqual(['bank', 'bank l']);
    await page.goBack();
    await expect(page).toHaveURL(paths.home);
  });

  await test.step('a search shows the matching closures, and Enter starts it immediately', async () => {
    await page.evaluate(() => localStorage.clear());
    await page.unroute(CLOSURES_CALL);
    await followClosuresLink(page);
    await expect(getClosureCount(page)).toBeVisible();
    const all = await getClosureCount(page).innerText();
    const company = await getClosureRows(page)
      .first()
      .getByRole('rowheader')
      .locator('span')
      .first()
      .innerText();
    await getClosureSearchBox(page).fill(company);
    await getClosureSearchBox(page).press('Enter');
    expect(getPath(page)).toBe(`${paths.bookClosure}?${new URLSearchParams({ search: company })}`);
    await expect(getClosureCount(page)).not.toHaveText(all);
    for (const row of await getClosureRows(page).all()) await expect(row).toContainText(company);
  });
});

test('the calendar and the CSV file contain the filtered closures of all pages', async ({ page }) => {
  await openPage(page, `${paths.bookClosure}?symbol=LUCK&from_date=2026-01-01&ordering=company_name&page=1`);
  const file = page.getByRole('link', { name: 'Download CSV' });
  await expect(file).toHaveAttribute(
    'href',
    '/api/book-closures/export.csv?symbol=LUCK&from_date=2026-01-01&ordering=company_name',
  );
  await page.getByText('Add to calendar').click();
  await expect(page.getByLabel('Or copy this URL into your calendar:')).toHaveValue(
    /^http:\/\/localhost:\d+\/api\/book-closures\/calendar\.ics\?symbol=LUCK&from_date=2026-01-01$/,
  );
});

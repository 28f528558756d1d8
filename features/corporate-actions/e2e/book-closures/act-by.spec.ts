import { addDays, formatTimestampWithWeekday, toKarachiDate } from '#core/contract/dates.ts';
import { paths } from '#core/contract/paths.ts';
import type {
  BookClosureList,
  LastBuyingDayList,
} from '#features/corporate-actions/contract/book-closures.ts';
import { expect, test } from '#tests/e2e/fixtures.ts';
import {
  getActBy,
  getClosureCount,
  getClosureRows,
  getFromDateField,
  getToDateField,
  gotoClosures,
  LAST_BUYING_DAYS_CALL,
  makeClosure,
  makeLastBuyingDay,
} from '#tests/e2e/support/closures.ts';
import { openPage } from '#tests/e2e/support/pages.ts';

test('the strip shows the next last buying days, which lead to their closures', async ({ page }) => {
  await test.step('the strip shows the next last buying days, and a day leads to its closures', async () => {
    await openPage(page, paths.bookClosure);
    const response = await page.request.get('/api/book-closures/last-buying-days/');
    const { results } = (await response.json()) as LastBuyingDayList;
    const [day] = results;
    if (!day) throw new Error('The sample has no last buying days.');
    const headings = getActBy(page).getByRole('heading', { level: 3 });
    await expect(headings).toHaveCount(results.length);
    await headings
      .first()
      .getByRole('link', { name: formatTimestampWithWeekday(day.trading_ends_at) })
      .click();
    await expect(page).toHaveURL(
      `${paths.bookClosure}?ex_date_from=${day.ex_date}&ex_date_to=${day.ex_date}`,
    );
    const dates = page.locator('[data-label="Ex-date"] time');
    await expect
      .poll(() =>
        dates.evaluateAll((all) => [...new Set(all.map((time) => (time as HTMLTimeElement).dateTime))]),
      )
      .toEqual([day.ex_date]);

    await page.getByRole('list', { name: 'Selected ex-dates' }).getByRole('button').click();
    await expect(page).toHaveURL(paths.bookClosure);
  });

  await test.step('a company in the strip leads to its closure', async () => {
    const link = getActBy(page).getByRole('list').getByRole('list').getByRole('link').first();
    const [symbol = ''] = (await link.innerText()).split(/\s/);
    await link.click();
    await expect(page).toHaveURL(new RegExp(`\\?symbol=${symbol}&from_date=`));
    await expect(getClosureRows(page)).toHaveCount(1);
    await expect(getClosureRows(page)).toContainText(symbol);
  });
});

test('a range that looks ahead keeps the search, and sorts the soonest first', async ({ page }) => {
  await openPage(page, `${paths.bookClosure}?search=limited&from_date=2020-01-01`);
  await getActBy(page).getByRole('link', { name: 'Next 7 Days' }).click();
  const today = toKarachiDate(new Date());
  const dates = { from: today, to: addDays(today, 6) };
  await expect(page).toHaveURL(
    `${paths.bookClosure}?search=limited&from_date=${dates.from}&to_date=${dates.to}&ordering=bc_from`,
  );
  await expect(getActBy(page).getByRole('link', { name: 'Next 7 Days' })).toHaveAttribute(
    'aria-current',
    'true',
  );
  await expect(getFromDateField(page)).toHaveValue(dates.from);
  await expect(getToDateField(page)).toHaveValue(dates.to);

  await getActBy(page).getByRole('link', { name: 'Ex-Date This Week' }).click();
  await expect(getFromDateField(page)).toHaveValue('');
  const query = new URL(page.url()).searchParams;
  const response = await page.request.get(`/api/book-closures/?${query}`);
  const { count } = (await response.json()) as BookClosureList;
  await expect(getClosureCount(page)).toHaveText(new RegExp(`^Found ${count} `));
  await page.getByRole('button', { name: 'Clear Dates' }).click();
  await expect(page).toHaveURL(`${paths.bookClosure}?search=limited&ordering=bc_from`);
});

test.describe('without scripts', () => {
  test.use({ javaScriptEnabled: false });

  test('the ranges are links, and the form keeps the ex-dates', async ({ page }) => {
    await page.goto(paths.bookClosure);
    await expect(getActBy(page).getByRole('heading', { level: 3 }).first()).toBeVisible();
    await getActBy(page).getByRole('link', { name: 'Ex-Date This Week' }).click();
    const params = new URL(page.url()).searchParams;
    await page.getByRole('button', { name: 'Search', exact: true }).click();
    const submitted = new URL(page.url()).searchParams;
    for (const name of ['ex_date_from', 'ex_date_to', 'ordering']) {
      expect(params.get(name)).toBeTruthy();
      expect(submitted.get(name)).toBe(params.get(name));
    }
  });
});

test('the strip marks tentative days and counts further closures', async ({ page }) => {
  await page.route(LAST_BUYING_DAYS_CALL, (route) =>
    route.fulfill({
      json: {
        results: [
          makeLastBuyingDay({ count: 9, depends_on_tentative_holiday: true }),
          makeLastBuyingDay({
            ex_date: '2026-08-18',
            trading_ends_at: '2026-08-14T11:30:00Z',
            is_ex_date_estimated: false,
            closures: [makeClosure({ symbol: null, company_name: 'Zeta Limited' })],
          }),
        ],
      },
    }),
  );
  await gotoClosures(page);
  const days = getActBy(page).getByRole('list').first().locator(':scope > li');
  await expect(days.first()).toContainText('Thu 13 Aug 2026, 15:30 PKT');
  await expect(days.first()).toContainText('Ex-date 17 Aug 2026, estimated');
  await expect(days.first()).toContainText('depends on a tentative holiday');
  await expect(days.first()).toContainText('Rs. 25.00');
  await expect(days.first().getByRole('link', { name: '8 more' })).toBeVisible();
  await expect(days.last()).toContainText('Zeta Limited');
  await expect(days.last()).not.toContainText('estimated');
  await expect(days.last()).not.toContainText('tentative');
});

test('on a phone the strip shows whole payouts, and the ranges in one line', async ({ page }) => {
  await page.setViewportSize({ width: 360, height: 800 });
  const part = { period: null, rupees_per_share: null, premium_per_share: null };
  const payouts = [
    { ...part, kind: 'bonus' as const, percent: '10.00' },
    { ...part, kind: 'right' as const, percent: '12.50' },
  ];
  await page.route(LAST_BUYING_DAYS_CALL, (route) =>
    route.fulfill({
      json: { results: [makeLastBuyingDay({ closures: [makeClosure({ payouts })] })] },
    }),
  );
  await gotoClosures(page);
  const payout = getActBy(page).getByText('Rs. 25.00 a share + 10.00% bonus + 12.50% right');
  expect(await payout.evaluate((element) => element.scrollWidth <= element.clientWidth)).toBe(true);
  const ranges = getActBy(page).getByRole('navigation', { name: 'Look ahead' }).getByRole('link');
  const tops = await ranges.evaluateAll((all) => all.map((link) => link.getBoundingClientRect().top));
  expect(new Set(tops).size).toBe(1);
});

test('the strip says when there is nothing to buy for, and when it cannot be loaded', async ({
  page,
  browserErrors,
}) => {
  await page.route(LAST_BUYING_DAYS_CALL, (route) => route.fulfill({ json: { results: [] } }));
  await gotoClosures(page);
  await expect(getActBy(page).getByText('No last buying days in the next 30 days.')).toBeVisible();

  browserErrors.expectStatus(400);
  await page.unroute(LAST_BUYING_DAYS_CALL);
  await page.route(LAST_BUYING_DAYS_CALL, (route) => route.fulfill({ status: 400, body: '{}' }));
  await gotoClosures(page);
  await expect(getActBy(page).getByText('The next last buying days could not be loaded.')).toBeVisible();
  await expect(getClosureCount(page)).toBeVisible();
});

import { formatShortDate } from '#core/contract/dates.ts';
import { paths } from '#core/contract/paths.ts';
import { expect, test } from '#tests/e2e/fixtures.ts';
import {
  fetchMeetings,
  getHeadings,
  getKarachiDate,
  getResultCount,
  getRows,
  getSearchBox,
  getTables,
  gotoMeetings,
  gotoMeetingsWithList,
  LIST_CALL,
  makeMeeting,
  makeMeetingList,
  readMeetings,
} from '#tests/e2e/support/board-meetings.ts';
import { getPath, MOBILE_VIEWPORT, openPage } from '#tests/e2e/support/pages.ts';

const LIST = paths.boardMeetings;
const LONG_DATE = /^\w+day, \w{3} \d{1,2}(st|nd|rd|th), \d{4}$/;

test('the page lists meetings from today on, with links to pages, to earlier meetings and back', async ({
  page,
}) => {
  await test.step('the page lists meetings from today on, earliest first', async () => {
    await openPage(page, LIST);
    const expected = await fetchMeetings(page, `from_date=${getKarachiDate()}`);
    expect(expected).toHaveLength(20);
    await expect.poll(() => readMeetings(page)).toEqual(expected);
    await expect(page.getByText(`From today, ${formatShortDate(getKarachiDate())}`)).toBeVisible();
    expect(getPath(page)).toBe(LIST);
    await expect(page).toHaveTitle('Board Meetings · Tezi');
  });

  await test.step('each date of the sample meetings has one heading in the long format', async () => {
    const dates = await getHeadings(page).allInnerTexts();
    expect(dates.length).toBeGreaterThan(2);
    for (const date of dates) expect(date).toMatch(LONG_DATE);
    expect(new Set(dates).size).toBe(dates.length);
  });

  await test.step('links lead to other pages, which start at the top', async () => {
    const nav = page.getByRole('navigation', { name: 'Pages' });
    await expect(nav.getByText(/^Showing 1-20 of \d+ board meetings$/)).toBeVisible();
    const first = await readMeetings(page);
    await nav.getByRole('link', { name: 'Next' }).click();
    await expect(page).toHaveURL(`${LIST}?page=2`);
    await expect(page.getByText(/^Page 2 of \d+$/)).toBeVisible();
    await expect
      .poll(() => readMeetings(page))
      .toEqual(await fetchMeetings(page, `from_date=${getKarachiDate()}&page=2`));
    await expect.poll(() => page.evaluate(() => window.scrollY)).toBe(0);
    await page.goBack();
    await expect.poll(() => readMeetings(page)).toEqual(first);
  });

  await test.step('a link leads to earlier meetings, latest first, and another one back', async () => {
    const upcoming = await readMeetings(page);
    await page.getByRole('link', { name: 'Earlier meetings' }).click();
    const yesterday = getKarachiDate(-1);
    await expect(page).toHaveURL(`${LIST}?to_date=${yesterday}&ordering=-meeting_date`);
    const expected = await fetchMeetings(page, `to_date=${yesterday}&ordering=-meeting_date`);
    expect(expected).toHaveLength(20);
    await expect.poll(() => readMeetings(page)).toEqual(expected);
    await expect(page.getByText(`Until ${formatShortDate(yesterday)}`)).toBeVisible();
    await page.getByRole('link', { name: 'Today and later' }).click();
    await expect(page).toHaveURL(LIST);
    await expect.poll(() => readMeetings(page)).toEqual(upcoming);
  });
});

test('mocked meetings are in a table for each date, with today marked', async ({ page }) => {
  await test.step('the meetings of a date are in one table with symbol, company, subject and time', async () => {
    const results = [
      makeMeeting({ symbol: 'LUCK', subject: 'Annual accounts', place: 'Karachi' }),
      makeMeeting({
        symbol: 'ENGRO',
        company_name: 'Engro, Pakistan',
        subject: 'Dividend',
        formatted_time: null,
      }),
      makeMeeting({
        meeting_date: '2026-12-02',
        formatted_date: 'Wednesday, Dec 2nd, 2026',
        subject: 'Budget',
      }),
    ];
    await gotoMeetingsWithList(page, makeMeetingList(results));
    await expect(getHeadings(page)).toHaveText(['Monday, Nov 23rd, 2026', 'Wednesday, Dec 2nd, 2026']);
    const first = page.getByRole('table', { name: 'Monday, Nov 23rd, 2026' });
    await expect(first.getByRole('columnheader')).toHaveText(['Symbol', 'Company', 'Subject', 'Time']);
    await expect(first.getByRole('rowheader')).toHaveText(['LUCK', 'ENGRO'], { useInnerText: true });
    expect(await readMeetings(page)).toEqual([
      ['LUCK', 'Lucky Cement Limited', 'Annual accounts Karachi', '10:30 AM'],
      ['ENGRO', 'Engro, Pakistan', 'Dividend', 'Not announced'],
      ['LUCK', 'Lucky Cement Limited', 'Budget', '10:30 AM'],
    ]);
    await expect(page.getByText('Found 3 board meetings', { exact: true })).toBeVisible();
    await expect(page.getByText('Page 1 of 1')).toBeVisible();
    await expect(
      page.getByText(/^Times are in Karachi\. .* As of \d+ \w{3} \d{4}, \d\d:\d\d PKT\.$/),
    ).toBeVisible();
  });

  await test.step("today's meetings are marked", async () => {
    const results = [
      makeMeeting({ meeting_date: getKarachiDate(), formatted_date: 'Today in words' }),
      makeMeeting({ meeting_date: getKarachiDate(1), formatted_date: 'Tomorrow in words' }),
    ];
    await gotoMeetingsWithList(page, makeMeetingList(results));
    await expect(getTables(page).first().getByText('Today', { exact: true })).toBeVisible();
    await expect(page.getByText('Today', { exact: true })).toHaveCount(1);
  });
});

test('the links to earlier meetings and back keep search and companies', async ({ page }) => {
  const kept = 'search=accounts&company_name=Lucky+Cement+Limited';
  await openPage(page, `${LIST}?${kept}&page=1`);
  await page.getByRole('link', { name: 'Earlier meetings' }).click();
  await expect(page).toHaveURL(`${LIST}?${kept}&to_date=${getKarachiDate(-1)}&ordering=-meeting_date`);
  await page.getByRole('link', { name: 'Today and later' }).click();
  await expect(page).toHaveURL(`${LIST}?${kept}`);
});

test('the date range of the list is shown', async ({ page }) => {
  for (const [query, range] of [
    ['from_date=2026-11-01', 'From 1 Nov 2026'],
    ['to_date=2026-11-30', 'Until 30 Nov 2026'],
    ['from_date=2026-11-01&to_date=2026-11-30', 'From 1 Nov 2026 to 30 Nov 2026'],
    ['from_date=2026-11-23&to_date=2026-11-23', 'On 23 Nov 2026'],
  ]) {
    await openPage(page, `${LIST}?${query}`);
    await expect(page.getByText(range ?? '', { exact: true })).toBeVisible();
  }
});

test('the search starts when typing stops, and replaces the history entry', async ({ page }) => {
  const calls: string[] = [];
  await gotoMeetings(page);
  await expect(getResultCount(page)).toBeVisible();
  await page.route(LIST_CALL, (route) => {
    calls.push(new URL(route.request().url()).searchParams.get('search') ?? '');
    return route.continue();
  });
  await getSearchBox(page).pressSequentially('bank', { delay: 30 });
  await expect(page).toHaveURL(`${LIST}?search=bank`);
  await expect
    .poll(() => readMeetings(page))
    .toEqual(await fetchMeetings(page, `search=bank&from_date=${getKarachiDate()}`));
  expect(calls).toEqual(['bank']);
  await page.goBack();
  await expect(page).toHaveURL(paths.home);
});

test('links offer the list as a calendar without a start date, and as a CSV file', async ({ page }) => {
  await openPage(page, `${LIST}?search=accounts&company_name=Lucky+Cement+Limited`);
  const query = 'search=accounts&company_name=Lucky+Cement+Limited';
  await expect(page.getByRole('link', { name: 'Download CSV' })).toHaveAttribute(
    'href',
    `/api/board-meetings/export.csv?${query}&from_date=${getKarachiDate()}`,
  );
  await page.getByText('Add to calendar').click();
  const { host, origin } = new URL(page.url());
  await expect(page.getByLabel('Or copy this URL into your calendar:')).toHaveValue(
    `${origin}/api/board-meetings/calendar.ics?${query}`,
  );
  await expect(page.getByRole('link', { name: 'Open in a calendar app' })).toHaveAttribute(
    'href',
    `webcal://${host}/api/board-meetings/calendar.ics?${query}`,
  );
  await page.keyboard.press('Escape');
  await expect(page.getByLabel('Or copy this URL into your calendar:')).toBeHidden();
});

test('on a phone the cells of a meeting are stacked, without horizontal scrolling', async ({ page }) => {
  await page.setViewportSize(MOBILE_VIEWPORT);
  await page.route(LIST_CALL, (route) =>
    route.fulfill({
      json: makeMeetingList([
        makeMeeting({ subject: 'Extraordinarily'.repeat(6), place: 'Head office, Karachi' }),
      ]),
    }),
  );
  await openPage(page, paths.home);
  await page.getByRole('button', { name: /menu/i }).click();
  await page.getByRole('link', { name: 'Board Meetings' }).filter({ visible: true }).first().click();
  await expect(getRows(page)).toHaveCount(1);
  for (const cell of await getRows(page).first().locator('th, td').all()) {
    const box = await cell.boundingBox();
    expect((box?.x ?? 0) + (box?.width ?? 0)).toBeLessThanOrEqual(MOBILE_VIEWPORT.width);
  }
  const [symbol, company] = [getRows(page).locator('th'), getRows(page).locator('td').first()];
  expect((await company.boundingBox())?.y).toBeGreaterThan((await symbol.boundingBox())?.y ?? 0);
  await expect(page.getByRole('columnheader', { name: 'Subject' })).toBeAttached();
});

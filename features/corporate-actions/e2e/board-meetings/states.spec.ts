import { paths } from '#core/contract/paths.ts';
import { expect, test } from '#tests/e2e/fixtures.ts';
import {
  getResultCount,
  getRows,
  getSearchBox,
  gotoMeetings,
  gotoMeetingsWithList,
  LIST_CALL,
  makeMeeting,
  makeMeetingList,
} from '#tests/e2e/support/board-meetings.ts';
import { holdRequests, openPage } from '#tests/e2e/support/pages.ts';

const LIST = paths.boardMeetings;

test('a search without results shows a message, and clearing it shows all meetings', async ({ page }) => {
  await openPage(page, `${LIST}?search=nosuchwordanywhere`);
  await expect(page.getByText('Found 0 board meetings', { exact: true })).toBeVisible();
  await expect(page.getByRole('heading', { name: 'No board meetings found' })).toBeVisible();
  await expect(page.getByText('Try adjusting your filters or search terms', { exact: true })).toBeVisible();
  await page.getByRole('main').getByRole('button', { name: 'Clear all filters', exact: true }).click();
  await expect(page).toHaveURL(LIST);
  await expect(getRows(page)).toHaveCount(20);
  await expect(getSearchBox(page)).toHaveValue('');
});

test('meetings are counted, in the singular and with many pages', async ({ page }) => {
  await test.step('one meeting is counted in the singular and needs no pages', async () => {
    await gotoMeetingsWithList(page, makeMeetingList([makeMeeting()]));
    await expect(page.getByText('Found 1 board meeting', { exact: true })).toBeVisible();
    await expect(page.getByText('Page 1 of 1')).toBeVisible();
    await expect(page.getByRole('navigation', { name: 'Pages' })).toHaveCount(0);
  });

  await test.step('many meetings are counted, with the number of pages', async () => {
    const results = Array.from({ length: 20 }, () => makeMeeting());
    await gotoMeetingsWithList(page, makeMeetingList(results, { count: 4321 }));
    await expect(page.getByText('Found 4,321 board meetings', { exact: true })).toBeVisible();
    await expect(page.getByText('Page 1 of 217')).toBeVisible();
    const nav = page.getByRole('navigation', { name: 'Pages' });
    await expect(nav.getByRole('link')).toHaveText(['1', '2', '3', '217', 'Next']);
  });
});

test('a failure is shown with its status after three attempts, and Try Again loads the list', async ({
  page,
  browserErrors,
}) => {
  browserErrors.expectStatus(503);
  let tries = 0;
  await page.route(LIST_CALL, (route) => {
    tries += 1;
    return route.fulfill({ status: 503, body: '{}' });
  });
  await gotoMeetings(page);
  await expect(page.getByRole('alert')).toContainText('Error Loading Board Meetings');
  await expect(page.getByRole('alert')).toContainText('Failed to fetch board meetings: 503');
  expect(tries).toBe(3);
  await page.unroute(LIST_CALL);
  await page.getByRole('button', { name: 'Try Again' }).click();
  await expect(getResultCount(page)).toBeVisible();
  await expect(page.getByText('Error Loading Board Meetings')).toHaveCount(0);
});

test('a loaded page is not requested again within five minutes', async ({ page }) => {
  const { release, count } = await holdRequests(page, LIST_CALL);
  release();
  await gotoMeetings(page);
  await expect(getResultCount(page)).toBeVisible();
  await page.getByRole('link', { name: 'Next' }).click();
  await expect(page.getByText(/^Page 2 of/)).toBeVisible();
  await page.getByRole('link', { name: 'Previous' }).click();
  await expect(page.getByText(/^Page 1 of/)).toBeVisible();
  expect(count()).toBe(2);
});

test('at midnight in Karachi the page shows the next date', async ({ page }) => {
  await page.clock.install({ time: new Date('2030-03-01T18:59:00Z') });
  const requested: (string | null)[] = [];
  await page.route(LIST_CALL, (route) => {
    requested.push(new URL(route.request().url()).searchParams.get('from_date'));
    return route.fulfill({ json: makeMeetingList([makeMeeting({ subject: `Asked ${requested.length}` })]) });
  });
  await gotoMeetings(page);
  await expect(page.getByText('From today, 1 Mar 2030')).toBeVisible();
  await expect(page.getByText('Asked 1', { exact: true })).toBeVisible();
  await page.clock.runFor(2 * 60_000);
  await expect(page.getByText('From today, 2 Mar 2030')).toBeVisible();
  await expect(page.getByText('Asked 2', { exact: true })).toBeVisible();
  expect(requested).toEqual(['2030-03-01', '2030-03-02']);
});

test('a slow browser clock does not show a past date', async ({ page }) => {
  await page.clock.setFixedTime(new Date('2020-01-01T00:00:00Z'));
  const { count } = await holdRequests(page, LIST_CALL);
  await openPage(page, LIST);
  await expect(getRows(page)).toHaveCount(20);
  await expect(page.getByText('From today, 1 Jan 2020')).toHaveCount(0);
  expect(count()).toBe(0);
  const today = await page.getByText(/^From today, /).innerText();
  const requested = page.waitForRequest(LIST_CALL);
  await getSearchBox(page).fill('accounts');
  await getSearchBox(page).press('Enter');
  expect(new URL((await requested).url()).searchParams.get('from_date')).not.toBe('2020-01-01');
  await expect(page.getByText(/^From today, /)).toHaveText(today);
});

test('a response that is no list is a failure with its own text', async ({ page }) => {
  for (const response of [
    { body: '<h1>Sign in to the Wi-Fi</h1>', contentType: 'text/html' },
    { json: { results: null } },
  ]) {
    await page.route(LIST_CALL, (route) => route.fulfill(response));
    await gotoMeetings(page);
    const alert = page.getByRole('alert');
    await expect(alert.getByText('Failed to load board meetings', { exact: true })).toBeVisible();
    await page.unroute(LIST_CALL);
    await alert.getByRole('button', { name: 'Try Again' }).click();
    await expect(alert).toHaveCount(0);
  }
});

import { paths } from '#contract/paths.ts';
import { expect, test } from '#tests/e2e/fixtures.ts';
import {
  COMPANIES_CALL,
  getChips,
  getCompaniesBox,
  getFiltersButton,
  getResultCount,
  getRows,
  getSearchBox,
  openFilters,
} from '#tests/e2e/support/board-meetings.ts';
import { getPath, openPage } from '#tests/e2e/support/pages.ts';

const LIST = paths.boardMeetings;

test('the filters open, and the button counts them without the page', async ({ page }) => {
  await openPage(page, `${LIST}?page=2`);
  await expect(page.getByLabel('From date', { exact: true })).toBeHidden();
  await expect(getFiltersButton(page)).toHaveText('Filters');
  await getFiltersButton(page).click();
  await expect(getFiltersButton(page)).toHaveAttribute('aria-expanded', 'true');
  await page.getByLabel('Order').selectOption('Latest first');
  await expect(page).toHaveURL(`${LIST}?ordering=-meeting_date`);
  await expect(getFiltersButton(page)).toHaveAccessibleName('Filters 1 active');
  await getSearchBox(page).fill('accounts');
  await expect(page).toHaveURL(`${LIST}?search=accounts&ordering=-meeting_date`);
  await expect(getFiltersButton(page)).toHaveAccessibleName('Filters 2 active');
});

test('companies can be searched and selected, and all of them are shown in full until they are removed', async ({
  page,
}) => {
  await openFilters(page, `${LIST}?page=2`);
  const box = getCompaniesBox(page);
  await box.locator('summary').click();
  const names = await box
    .getByRole('checkbox')
    .evaluateAll((boxes) => (boxes as HTMLInputElement[]).slice(0, 6).map((each) => each.value));
  expect(names).toHaveLength(6);
  for (const name of names) await box.getByRole('checkbox', { name, exact: true }).check();
  await expect(box.locator('summary')).toHaveText('6 selected');
  await expect(getChips(page)).toHaveText(names);
  await expect.poll(() => new URL(page.url()).searchParams.getAll('company_name')).toEqual([names.join(',')]);
  expect(new URL(page.url()).searchParams.has('page')).toBe(false);
  await expect(page.locator('[aria-busy="true"]')).toHaveCount(0);
  for (const row of await getRows(page).all())
    expect(names).toContain(await row.getByRole('cell').first().innerText());

  await box.getByRole('searchbox', { name: 'Search companies' }).fill((names[1] ?? '').toUpperCase());
  await expect(box.getByRole('checkbox')).toHaveCount(1);
  await page.keyboard.press('Escape');
  for (const name of names) await page.getByRole('button', { name: `Remove ${name}`, exact: true }).click();
  await expect(page).toHaveURL(LIST);
});

test('the company names are loaded when the filters open, and a hundred of them are listed', async ({
  page,
}) => {
  const companies = Array.from(
    { length: 700 },
    (_, index) => `Company ${String(index + 1).padStart(3, '0')}`,
  );
  let calls = 0;
  await page.route(COMPANIES_CALL, (route) => {
    calls += 1;
    return route.fulfill({ json: { companies } });
  });
  await openPage(page, `${LIST}?company_name=Company+650&company_name=Abbott%2C+Labs`);
  await expect(getResultCount(page)).toBeVisible();
  expect(calls).toBe(0);
  await getFiltersButton(page).click();
  const box = getCompaniesBox(page);
  await box.locator('summary').click();
  await expect(box.getByRole('checkbox')).toHaveCount(100);
  expect(calls).toBe(1);
  await expect(box.getByText('601 more. Search to narrow the list.')).toBeVisible();
  await expect(box.getByRole('button', { name: 'Select All' })).toHaveCount(0);
  for (const name of ['Company 650', 'Abbott, Labs'])
    await expect(box.getByRole('checkbox', { name })).toBeChecked();
  await box.getByRole('searchbox').fill('Y 09');
  await expect(box.getByRole('checkbox')).toHaveCount(10);
  await box.getByRole('button', { name: 'Select All' }).click();
  const nineties = Array.from({ length: 10 }, (_, index) => `Company 09${index}`);
  await expect(getChips(page)).toHaveText([...nineties, 'Company 650', 'Abbott, Labs']);
});

test('a failure to load the company names is shown, and Try Again loads them', async ({
  page,
  browserErrors,
}) => {
  browserErrors.expectStatus(400);
  await page.route(COMPANIES_CALL, (route) => route.fulfill({ status: 400, body: '{}' }));
  await openFilters(page);
  const box = getCompaniesBox(page);
  await box.locator('summary').click();
  await expect(box.getByRole('alert')).toHaveText('Failed to fetch companies');
  await page.unroute(COMPANIES_CALL);
  await box.getByRole('button', { name: 'Try Again' }).click();
  await expect(box.getByRole('checkbox').first()).toBeVisible();
  await expect(box.getByRole('alert')).toHaveCount(0);
});

test('a typed date is normalized and filters the list', async ({ page }) => {
  for (const [format, typed] of [
    ['MM/DD/YYYY', '11/23/2026'],
    ['YYYY/MM/DD', '2026/11/23'],
    ['MMDDYYYY', '11232026'],
    ['D/M/YY', '23/11/26'],
    ['six digits', '112326'],
    ['dashes', '11-23-2026'],
  ] as const) {
    await test.step(format, async () => {
      await openFilters(page, `${LIST}?page=2`);
      const from = page.getByLabel('From date', { exact: true });
      await from.fill(typed);
      await from.blur();
      await expect(page).toHaveURL(`${LIST}?from_date=2026-11-23`);
      await expect(from).toHaveValue('2026-11-23');
      await expect(from).toHaveAccessibleDescription('= 23 Nov 2026');
      await page.evaluate(() => localStorage.clear());
    });
  }
});

test('Enter applies a date immediately, and emptying the field clears the filter', async ({ page }) => {
  await openFilters(page);
  const to = page.getByLabel('To date', { exact: true });
  await to.fill('11/30/2026');
  await to.press('Enter');
  await expect(page).toHaveURL(`${LIST}?to_date=2026-11-30`);
  await expect(to).toBeFocused();
  await to.fill('');
  await expect(page).toHaveURL(LIST);
  await expect(to).toHaveValue('');
});

test('the field shows and announces how a date is understood while it is typed', async ({ page }) => {
  await openFilters(page);
  const from = page.getByLabel('From date', { exact: true });
  await expect(from).toHaveAccessibleDescription('MM/DD/YYYY or YYYY/MM/DD');
  await from.pressSequentially('05/12');
  await expect(from).toHaveAccessibleDescription('Not a date yet');
  await from.pressSequentially('/2026');
  await expect(from).toHaveAccessibleDescription('= 12 May 2026');
  await expect(page.getByRole('status').getByText('From date: = 12 May 2026')).toBeAttached();
  await from.fill('13/05/2026');
  await expect(from).toHaveAccessibleDescription('= 13 May 2026');
  expect(getPath(page)).toBe(LIST);
});

test('a date is not applied while it is being typed', async ({ page }) => {
  await openFilters(page);
  const from = page.getByLabel('From date', { exact: true });
  // The first part of this text is a date of the year 2020.
  await from.pressSequentially('1/2/20');
  expect(getPath(page)).toBe(LIST);
  await from.pressSequentially('26');
  await from.press('Enter');
  await expect(page).toHaveURL(`${LIST}?from_date=2026-01-02`);
});

test('a nonexistent date shows an error, and the field keeps the text', async ({ page }) => {
  await openFilters(page, `${LIST}?from_date=2026-11-01`);
  const from = page.getByLabel('From date', { exact: true });
  await from.fill('02/30/2026');
  await from.blur();
  await expect(from).toHaveValue('02/30/2026');
  await expect(from).toHaveAttribute('aria-invalid', 'true');
  await expect(from).toHaveAccessibleDescription(/^This date does not exist\./);
  expect(getPath(page)).toBe(`${LIST}?from_date=2026-11-01`);
  await from.fill('02/28/2026');
  await from.blur();
  await expect(page).toHaveURL(`${LIST}?from_date=2026-02-28`);
  await expect(from).not.toHaveAttribute('aria-invalid');
});

test('a reversed range shows an error', async ({ page }) => {
  await openFilters(page, `${LIST}?from_date=2026-11-30&to_date=2026-11-25`);
  await expect(page.getByLabel('To date', { exact: true })).toHaveAccessibleDescription(
    /^The end date is before the start date\./,
  );
  await expect(page.getByRole('heading', { name: 'No board meetings found' })).toBeVisible();
});

test("the browser's calendar sets a date", async ({ page }) => {
  await openFilters(page);
  await expect(page.getByRole('button', { name: 'From date: open calendar' })).toBeVisible();
  await page.locator('input[type="date"]').first().fill('2026-11-23');
  await expect(page).toHaveURL(`${LIST}?from_date=2026-11-23`);
  await expect(page.getByLabel('From date', { exact: true })).toHaveValue('2026-11-23');
});

test('Back removes a filter, also in its field', async ({ page }) => {
  await openFilters(page);
  const from = page.getByLabel('From date', { exact: true });
  await from.fill('11/23/2026');
  await from.press('Enter');
  await expect(page).toHaveURL(`${LIST}?from_date=2026-11-23`);
  await page.goBack();
  await expect(page).toHaveURL(LIST);
  await expect(from).toHaveValue('');
});

test('Clear All Filters resets everything, including invalid text', async ({ page }) => {
  await page.clock.install();
  await openFilters(page, `${LIST}?company_name=Engro&to_date=2026-11-30&ordering=-meeting_date`);
  await getSearchBox(page).fill('something else');
  await page.getByLabel('From date', { exact: true }).fill('soon');
  await page.getByRole('button', { name: 'Clear All Filters', exact: true }).click();
  await expect(page).toHaveURL(LIST);
  for (const field of [
    getSearchBox(page),
    page.getByLabel('From date', { exact: true }),
    page.getByLabel('To date', { exact: true }),
  ])
    await expect(field).toHaveValue('');
  await expect(getChips(page)).toHaveCount(0);
  await expect(getFiltersButton(page)).toHaveText('Filters');
  await expect(page.getByRole('button', { name: 'Clear All Filters', exact: true })).toBeDisabled();
  await page.clock.runFor(2000);
  expect(getPath(page)).toBe(LIST);
});

test('Clear All Filters removes an invalid date of the URL', async ({ page }) => {
  await openFilters(page, `${LIST}?search=accounts&from_date=soon`);
  const from = page.getByLabel('From date', { exact: true });
  await expect(from).toHaveValue('soon');
  await page.getByRole('button', { name: 'Clear All Filters', exact: true }).click();
  await expect(page).toHaveURL(LIST);
  await expect(from).toHaveValue('');
  await expect(from).not.toHaveAttribute('aria-invalid');
});

test('the button of an empty list also clears invalid text', async ({ page }) => {
  await openFilters(page, `${LIST}?search=nosuchwordanywhere`);
  await page.getByLabel('From date', { exact: true }).fill('soon');
  await page.getByRole('button', { name: 'Clear all filters', exact: true }).click();
  await expect(page).toHaveURL(LIST);
  await expect(page.getByLabel('From date', { exact: true })).toHaveValue('');
  await expect(page.getByText('Enter a date such as 11/23/2026 or 2026/11/23.')).toHaveCount(0);
});

test('a press elsewhere applies a date and takes effect', async ({ page }) => {
  await openFilters(page);
  await page.getByLabel('From date', { exact: true }).fill('soon');
  await page.getByRole('link', { name: 'Earlier meetings' }).click();
  await expect(page).toHaveURL(/to_date=/);
  await page.getByLabel('From date', { exact: true }).fill('1/2/2020');
  await page.getByRole('heading', { level: 1 }).click();
  await expect(page).toHaveURL(/from_date=2020-01-02/);
});

test('changing another filter right after typing a date keeps both', async ({ page }) => {
  await openFilters(page, `${LIST}?company_name=Engro&company_name=Lucky+Cement+Limited`);
  await page.getByLabel('From date', { exact: true }).fill('1/2/2020');
  await page.getByRole('button', { name: 'Remove Engro', exact: true }).click();
  await expect(page).toHaveURL(`${LIST}?company_name=Lucky+Cement+Limited&from_date=2020-01-02`);
});

import { paths } from '#core/contract/paths.ts';
import { expect, test } from '#tests/e2e/fixtures.ts';
import {
  fetchMeetings,
  getCompaniesBox,
  getFiltersButton,
  getHeadings,
  getKarachiDate,
  getResultCount,
  getRows,
  getSearchBox,
  readMeetings,
} from '#tests/e2e/support/board-meetings.ts';

test.use({ javaScriptEnabled: false });

const LIST = paths.boardMeetings;

test('the list, its pages and the earlier meetings work', async ({ page }) => {
  await page.goto(LIST);
  await expect(getRows(page)).toHaveCount(20);
  await expect(getHeadings(page).first()).toHaveText(/^\w+day, \w{3} \d{1,2}\w\w, \d{4}$/);
  await page.getByRole('link', { name: 'Next' }).click();
  await expect(page.getByText(/^Page 2 of \d+$/)).toBeVisible();
  await page.getByRole('link', { name: 'Earlier meetings' }).click();
  await expect(page).toHaveURL(`${LIST}?to_date=${getKarachiDate(-1)}&ordering=-meeting_date`);
  await expect(page.getByText('Page 1 of')).toBeVisible();
});

test('the filters are a form that accepts typed dates and keeps the selected values', async ({ page }) => {
  await page.goto(LIST);
  await expect(getFiltersButton(page)).toBeHidden();
  await expect(getCompaniesBox(page)).toBeHidden();
  await getSearchBox(page).fill('accounts');
  await page.getByLabel('From date', { exact: true }).fill('1/2/2020');
  await page.getByLabel('Order').selectOption('Latest first');
  await page.getByRole('button', { name: 'Search', exact: true }).click();
  await expect(page.getByText('From 2 Jan 2020')).toBeVisible();
  expect(await readMeetings(page)).toEqual(
    await fetchMeetings(page, 'search=accounts&from_date=2020-01-02&ordering=-meeting_date'),
  );
  await expect(getSearchBox(page)).toHaveValue('accounts');
  await expect(page.getByLabel('From date', { exact: true })).toHaveValue('2020-01-02');
  await expect(page.getByLabel('Order')).toHaveValue('-meeting_date');
  await page.getByRole('button', { name: 'Clear All Filters' }).click();
  await expect(getRows(page)).toHaveCount(20);
  await expect(getSearchBox(page)).toHaveValue('');
});

test('an invalid date stays in its field with an error', async ({ page }) => {
  await page.goto(LIST);
  await page.getByLabel('To date', { exact: true }).fill('02/30/2026');
  await page.getByRole('button', { name: 'Search', exact: true }).click();
  const to = page.getByLabel('To date', { exact: true });
  await expect(to).toHaveValue('02/30/2026');
  await expect(to).toHaveAccessibleDescription(/^This date does not exist\./);
  await expect(getResultCount(page)).toBeVisible();
});

test('a selected company can be removed', async ({ page }) => {
  await page.goto(`${LIST}?company_name=Lucky+Cement+Limited%2CAbbott%2C+Labs`);
  const box = getCompaniesBox(page);
  await box.locator('summary').click();
  await expect(box.getByRole('checkbox')).toHaveCount(2);
  await expect(box.getByText('Loading companies...')).toBeHidden();
  await box.getByRole('checkbox', { name: 'Abbott, Labs' }).uncheck();
  await box.locator('summary').click();
  await page.getByRole('button', { name: 'Search', exact: true }).click();
  await expect(box.locator('summary')).toHaveText('1 selected');
  expect(new URL(page.url()).searchParams.getAll('company_name')).toEqual(['Lucky Cement Limited']);
});

import { paths } from '#core/contract/paths.ts';
import { expect, test } from '#tests/e2e/fixtures.ts';
import {
  getClosureCount,
  getClosureFiltersButton,
  getClosureRows,
  getClosureSearchBox,
  getCompaniesBox,
  getFromDateField,
  getToDateField,
} from '#tests/e2e/support/closures.ts';

test.use({ javaScriptEnabled: false });

const submit = { name: 'Search', exact: true };

test('the filters are a form that keeps the selected values', async ({ page }) => {
  await page.goto(paths.bookClosure);
  await expect(getClosureFiltersButton(page)).toBeHidden();
  await expect(page.getByRole('button', { name: 'This Year' })).toBeHidden();
  const all = await getClosureCount(page).innerText();
  await page.getByLabel('Sort by').selectOption('Company A-Z');
  await getFromDateField(page).fill('2000');
  await getToDateField(page).fill('31/12/2001');
  await page.getByRole('button', submit).click();
  await expect(page.getByRole('heading', { name: 'No book closures found' })).toBeVisible();
  await expect(getFromDateField(page)).toHaveValue('2000-01-01');
  await expect(getToDateField(page)).toHaveValue('2001-12-31');
  await expect(page.getByLabel('Sort by')).toHaveValue('company_name');
  await page.getByRole('button', { name: 'Clear All Filters', exact: true }).click();
  await expect(getClosureCount(page)).toHaveText(all);
});

test('an invalid date is shown with an error', async ({ page }) => {
  await page.goto(paths.bookClosure);
  await getFromDateField(page).fill('31/02/2026');
  await page.getByRole('button', submit).click();
  await expect(getFromDateField(page)).toHaveValue('31/02/2026');
  await expect(page.getByText('Enter a day from 1 to 28 for that month.', { exact: true })).toBeVisible();
});

test('companies and symbols of a link stay selected and can be removed', async ({ page }) => {
  await page.goto(paths.bookClosure);
  const row = getClosureRows(page).first();
  const symbol = await row.getByRole('link').first().innerText();
  const company = await row.getByRole('rowheader').locator('span').first().innerText();
  await page.goto(`${paths.bookClosure}?${new URLSearchParams({ company_name: company, symbol })}`);
  await getClosureSearchBox(page).fill('limited');
  await page.getByRole('button', submit).click();
  const params = new URL(page.url()).searchParams;
  expect(params.getAll('company_name')).toEqual([company]);
  expect(params.get('symbol')).toBe(symbol);
  expect(params.get('search')).toBe('limited');
  await getCompaniesBox(page).locator('summary').click();
  await getCompaniesBox(page).getByRole('checkbox').uncheck();
  await getCompaniesBox(page).locator('summary').click();
  await page.getByRole('button', submit).click();
  expect(new URL(page.url()).searchParams.getAll('company_name')).toEqual([]);
});

test('links lead to other pages', async ({ page }) => {
  await page.goto(paths.bookClosure);
  await expect(getClosureRows(page)).toHaveCount(20);
  await page.getByRole('link', { name: 'Next', exact: true }).click();
  await expect(page.getByText(/^Page 2 of \d+$/)).toBeVisible();
  await expect(getClosureRows(page)).toHaveCount(20);
});

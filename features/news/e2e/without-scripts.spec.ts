import { paths } from '#core/contract/paths.ts';
import { expect, test } from '#tests/e2e/fixtures.ts';
import {
  getCards,
  getFiltersButton,
  getMultiSelect,
  getResultCount,
  getSearchBox,
  readTitle,
} from '#tests/e2e/support/news.ts';

test.use({ javaScriptEnabled: false });

test('submits the filters as a form and keeps the selection', async ({ page }) => {
  await page.goto(paths.news);
  await expect(getFiltersButton(page)).toBeHidden();
  const all = await getResultCount(page).innerText();
  await page.getByLabel('Sort by').selectOption('Title A-Z');
  const box = getMultiSelect(page, 'Sectors');
  await box.locator('summary').click();
  const name = (await box.getByRole('checkbox').first().getAttribute('value')) ?? '';
  await box.getByRole('checkbox').first().check();
  await box.locator('summary').click();
  await page.getByRole('button', { name: 'Search', exact: true }).click();
  await expect(getResultCount(page)).toBeVisible();
  await expect(getResultCount(page)).not.toHaveText(all);
  const params = new URL(page.url()).searchParams;
  expect(params.getAll('sector')).toEqual([name]);
  expect(params.get('ordering')).toBe('title');
  await expect(page.getByLabel('Sort by')).toHaveValue('title');
  await expect(box.locator('summary')).toHaveText('1 selected');

  await page.getByRole('button', { name: 'Clear All Filters' }).click();
  await expect(getResultCount(page)).toHaveText(all);
});

test('submits a search and clears it', async ({ page }) => {
  await page.goto(paths.news);
  await getSearchBox(page).fill('nosuchwordanywhere');
  await getSearchBox(page).press('Enter');
  await expect(page.getByRole('heading', { name: 'No articles found' })).toBeVisible();
  await page.getByRole('main').getByRole('button', { name: 'Clear all filters', exact: true }).click();
  await expect(getCards(page)).toHaveCount(12);
});

test('links pages and articles, and shows exact times', async ({ page }) => {
  await page.goto(paths.news);
  await expect(getCards(page).first().locator('time')).toHaveText(/^\d+ \w{3} \d{4}, \d\d:\d\d PKT$/);
  await page.getByRole('link', { name: 'Next' }).click();
  await expect(page.getByText(/^Page 2 of \d+$/)).toBeVisible();
  const title = await readTitle(getCards(page).first());
  await getCards(page).first().click();
  await expect(page.getByRole('heading', { level: 1, name: title })).toBeVisible();
  await page.getByRole('link', { name: 'Back to News' }).click();
  await expect(getCards(page)).toHaveCount(12);
});

import { paths } from '#contract/paths.ts';
import { expect, test } from '#tests/e2e/fixtures.ts';
import { cards, choicesBox, filtersButton, found, searchBox, titleOf } from '#tests/e2e/support/news.ts';

test.use({ javaScriptEnabled: false });

test('the filters are a form that is sent, and keep what was chosen', async ({ page }) => {
  await page.goto(paths.news);
  await expect(filtersButton(page)).toBeHidden();
  const all = await found(page).innerText();
  await page.getByLabel('Sort by').selectOption('Title A-Z');
  const box = choicesBox(page, 'Sectors');
  await box.locator('summary').click();
  const name = (await box.getByRole('checkbox').first().getAttribute('value')) ?? '';
  await box.getByRole('checkbox').first().check();
  await box.locator('summary').click();
  await page.getByRole('button', { name: 'Search', exact: true }).click();
  await expect(found(page)).toBeVisible();
  await expect(found(page)).not.toHaveText(all);
  const address = new URL(page.url()).searchParams;
  expect(address.getAll('sector')).toEqual([name]);
  expect(address.get('ordering')).toBe('title');
  await expect(page.getByLabel('Sort by')).toHaveValue('title');
  await expect(box.locator('summary')).toHaveText('1 selected');

  await page.getByRole('button', { name: 'Clear All Filters' }).click();
  await expect(found(page)).toHaveText(all);
});

test('a search is sent and can be undone', async ({ page }) => {
  await page.goto(paths.news);
  await searchBox(page).fill('nosuchwordanywhere');
  await searchBox(page).press('Enter');
  await expect(page.getByRole('heading', { name: 'No articles found' })).toBeVisible();
  await page.getByRole('main').getByRole('button', { name: 'Clear all filters', exact: true }).click();
  await expect(cards(page)).toHaveCount(12);
});

test('pages and articles are links; times are exact', async ({ page }) => {
  await page.goto(paths.news);
  await expect(cards(page).first().locator('time')).toHaveText(/^\d+ \w{3} \d{4}, \d\d:\d\d PKT$/);
  await page.getByRole('link', { name: 'Next' }).click();
  await expect(page.getByText(/^Page 2 of \d+$/)).toBeVisible();
  const title = await titleOf(cards(page).first());
  await cards(page).first().click();
  await expect(page.getByRole('heading', { level: 1, name: title })).toBeVisible();
  await page.getByRole('link', { name: 'Back to News' }).click();
  await expect(cards(page)).toHaveCount(12);
});

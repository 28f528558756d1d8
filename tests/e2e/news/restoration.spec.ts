import { paths } from '#contract/paths.ts';
import { expect, test } from '#tests/e2e/fixtures.ts';
import { banner, cards, followNewsLink, found, searchBox, titleOf } from '#tests/e2e/support/news.ts';
import { addressOf, hydrated, open, stored } from '#tests/e2e/support/pages.ts';

const KEY = 'tezi:news';
const SECOND_PAGE_A_TO_Z = `${paths.news}?ordering=title&page=2`;

test('Back to News restores filters, page and the place, and says so for a moment', async ({ page }) => {
  await open(page, SECOND_PAGE_A_TO_Z);
  const card = cards(page).nth(9);
  const title = await titleOf(card);
  await card.getByRole('link').click();
  await expect(page.getByRole('heading', { level: 1, name: title })).toBeVisible();
  await page.getByRole('link', { name: 'Back to News' }).click();
  await expect(banner(page)).toBeVisible();
  await expect(page).toHaveURL(SECOND_PAGE_A_TO_Z);
  await expect(cards(page).getByRole('link', { name: title })).toBeInViewport();
  await expect(banner(page)).toHaveCount(0);
});

test('Back to News restores the place for whoever has seen the whole list too', async ({ page }) => {
  await open(page, paths.news);
  await page.getByRole('link', { name: 'Page 2', exact: true }).click();
  await expect(page.getByText(/^Page 2 of \d+$/)).toBeVisible();
  await expect(cards(page)).toHaveCount(12);
  await expect(page.getByRole('list').and(page.locator('[aria-busy=true]'))).toHaveCount(0);
  const card = cards(page).nth(9);
  const title = await titleOf(card);
  await card.getByRole('link').click();
  await expect(page.getByRole('heading', { level: 1, name: title })).toBeVisible();
  await page.getByRole('link', { name: 'Back to News' }).click();
  await expect(page).toHaveURL(`${paths.news}?page=2`);
  await expect(cards(page).getByRole('link', { name: title })).toBeFocused();
  await expect(cards(page).getByRole('link', { name: title })).toBeInViewport();
});

test('a return on another day restores filters and page', async ({ page }) => {
  await open(page, SECOND_PAGE_A_TO_Z);
  await expect.poll(() => stored(page, KEY)).toContain('"currentPage":2');
  await open(page, paths.news);
  await expect(page).toHaveURL(SECOND_PAGE_A_TO_Z);
  await expect(page.getByText(/^Page 2 of \d+$/)).toBeVisible();
  await page.goto(paths.home);
  await followNewsLink(page);
  await expect(page).toHaveURL(SECOND_PAGE_A_TO_Z);
});

test('what is stored is in the form of the specification', async ({ page }) => {
  await open(page, `${paths.news}?ordering=-title`);
  await cards(page).first().getByRole('link').click();
  await expect(page).toHaveURL(/news_article=/);
  const id = Number(new URL(page.url()).searchParams.get('news_article'));
  await expect
    .poll(async () => JSON.parse((await stored(page, KEY)) ?? '{}'))
    .toEqual({
      currentPage: 1,
      filters: { search: '', source: '', sector: [], category: [], ordering: '-title' },
      lastViewedArticleId: id,
    });
});

test('an address that asks for something is not changed by what was stored', async ({ page }) => {
  await open(page, SECOND_PAGE_A_TO_Z);
  await expect.poll(() => stored(page, KEY)).toContain('"currentPage":2');
  await open(page, `${paths.news}?search=market`);
  await expect(found(page)).toBeVisible();
  await expect(banner(page)).toHaveCount(0);
  expect(addressOf(page)).toBe(`${paths.news}?search=market`);
  await expect(searchBox(page)).toHaveValue('market');
});

test('Back from an article returns to the list as it was, without a word', async ({ page }) => {
  await open(page, SECOND_PAGE_A_TO_Z);
  await cards(page).nth(9).getByRole('link').click();
  await expect(page).toHaveURL(/news_article=/);
  await page.goBack();
  await expect(page).toHaveURL(SECOND_PAGE_A_TO_Z);
  await expect(cards(page).nth(9)).toBeInViewport();
  await expect(banner(page)).toHaveCount(0);
});

test('filters that were cleared are not restored', async ({ page }) => {
  await open(page, SECOND_PAGE_A_TO_Z);
  await page.getByRole('button', { name: /^Filters/ }).click();
  await page.getByRole('button', { name: 'Clear All Filters' }).click();
  await expect(page).toHaveURL(paths.news);
  await expect.poll(() => stored(page, KEY)).toContain('"currentPage":1');
  await page.reload();
  await hydrated(page);
  await expect(found(page)).toBeVisible();
  expect(addressOf(page)).toBe(paths.news);
});

for (const damaged of ['{', '"text"', '{"filters":{"sector":[5],"ordering":"newest"},"currentPage":-3}']) {
  test(`damaged preferences restore nothing: ${damaged}`, async ({ page }) => {
    await page.addInitScript(([key, text]) => localStorage.setItem(key ?? '', text ?? ''), [KEY, damaged]);
    await open(page, paths.news);
    await expect(found(page)).toBeVisible();
    expect(addressOf(page)).toBe(paths.news);
  });
}

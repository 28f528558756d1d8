import { paths } from '#core/contract/paths.ts';
import { expect, test } from '#tests/e2e/fixtures.ts';
import {
  followNewsLink,
  getCards,
  getRestoreBanner,
  getResultCount,
  getSearchBox,
  readTitle,
} from '#tests/e2e/support/news.ts';
import { getPath, openPage, readLocalStorage, waitForHydration } from '#tests/e2e/support/pages.ts';

const KEY = 'tezi:news';
const SECOND_PAGE_A_TO_Z = `${paths.news}?ordering=title&page=2`;

test('restores filters, page and scroll position on Back to News, with a temporary banner', async ({
  page,
}) => {
  await openPage(page, SECOND_PAGE_A_TO_Z);
  const card = getCards(page).nth(9);
  const title = await readTitle(card);
  await card.getByRole('heading').getByRole('link').click();
  await expect(page.getByRole('heading', { level: 1, name: title })).toBeVisible();
  await page.getByRole('link', { name: 'Back to News' }).click();
  await expect(getRestoreBanner(page)).toBeVisible();
  await expect(page).toHaveURL(SECOND_PAGE_A_TO_Z);
  await expect(getCards(page).getByRole('link', { name: title })).toBeInViewport();
  await expect(getRestoreBanner(page)).toHaveCount(0);
});

test('restores the scroll position of the unfiltered list', async ({ page }) => {
  await openPage(page, paths.news);
  await page.getByRole('link', { name: 'Page 2', exact: true }).click();
  await expect(page.getByText(/^Page 2 of \d+$/)).toBeVisible();
  await expect(getCards(page)).toHaveCount(12);
  await expect(page.getByRole('list').and(page.locator('[aria-busy=true]'))).toHaveCount(0);
  const card = getCards(page).nth(9);
  const title = await readTitle(card);
  await card.getByRole('heading').getByRole('link').click();
  await expect(page.getByRole('heading', { level: 1, name: title })).toBeVisible();
  await page.getByRole('link', { name: 'Back to News' }).click();
  await expect(page).toHaveURL(`${paths.news}?page=2`);
  await expect(getCards(page).getByRole('link', { name: title })).toBeFocused();
  await expect(getCards(page).getByRole('link', { name: title })).toBeInViewport();
});

test('starts at the top when News is opened from the menu after an article', async ({ page }) => {
  for (const path of [paths.news, SECOND_PAGE_A_TO_Z]) {
    await openPage(page, path);
    await getCards(page).nth(9).getByRole('heading').getByRole('link').click();
    await expect(page).toHaveURL(/news_article=/);
    await followNewsLink(page);
    await expect(page).toHaveURL(path);
    await expect(getCards(page)).toHaveCount(12);
    await expect(getRestoreBanner(page)).toHaveCount(0);
    expect(await page.evaluate(() => scrollY)).toBe(0);
    await expect(getCards(page).locator(':focus')).toHaveCount(0);
  }
});

test('restores the position on Back to the list that Back to News opened', async ({ page }) => {
  await openPage(page, paths.news);
  const card = getCards(page).nth(9);
  const title = await readTitle(card);
  await card.getByRole('heading').getByRole('link').click();
  await page.getByRole('link', { name: 'Back to News' }).click();
  await expect(getCards(page).getByRole('link', { name: title })).toBeInViewport();
  await getCards(page).first().getByRole('heading').getByRole('link').click();
  await expect(page).toHaveURL(/news_article=/);
  await page.goBack();
  await expect(page).toHaveURL(paths.news);
  await expect(getCards(page).first()).toBeInViewport();
});

test('restores filters and page on a later visit', async ({ page }) => {
  await openPage(page, SECOND_PAGE_A_TO_Z);
  await expect.poll(() => readLocalStorage(page, KEY)).toContain('"currentPage":2');
  await openPage(page, paths.news);
  await expect(page).toHaveURL(SECOND_PAGE_A_TO_Z);
  await expect(page.getByText(/^Page 2 of \d+$/)).toBeVisible();
  await page.goto(paths.home);
  await followNewsLink(page);
  await expect(page).toHaveURL(SECOND_PAGE_A_TO_Z);
});

test('stores the preferences with currentPage, filters and lastViewedArticleId', async ({ page }) => {
  await openPage(page, `${paths.news}?ordering=-title`);
  await getCards(page).first().getByRole('heading').getByRole('link').click();
  await expect(page).toHaveURL(/news_article=/);
  const id = Number(new URL(page.url()).searchParams.get('news_article'));
  await expect
    .poll(async () => JSON.parse((await readLocalStorage(page, KEY)) ?? '{}'))
    .toEqual({
      currentPage: 1,
      filters: { search: '', source: '', sector: [], category: [], symbol: [], ordering: '-title' },
      lastViewedArticleId: id,
    });
});

test('does not apply stored preferences to a URL with filters', async ({ page }) => {
  await openPage(page, SECOND_PAGE_A_TO_Z);
  await expect.poll(() => readLocalStorage(page, KEY)).toContain('"currentPage":2');
  await openPage(page, `${paths.news}?search=market`);
  await expect(getResultCount(page)).toBeVisible();
  await expect(getRestoreBanner(page)).toHaveCount(0);
  expect(getPath(page)).toBe(`${paths.news}?search=market`);
  await expect(getSearchBox(page)).toHaveValue('market');
});

test('returns to the list without a banner on browser Back', async ({ page }) => {
  await openPage(page, SECOND_PAGE_A_TO_Z);
  await getCards(page).nth(9).getByRole('heading').getByRole('link').click();
  await expect(page).toHaveURL(/news_article=/);
  await page.goBack();
  await expect(page).toHaveURL(SECOND_PAGE_A_TO_Z);
  await expect(getCards(page).nth(9)).toBeInViewport();
  await expect(getRestoreBanner(page)).toHaveCount(0);
});

test('does not restore cleared filters', async ({ page }) => {
  await openPage(page, SECOND_PAGE_A_TO_Z);
  await page.getByRole('button', { name: /^Filters/ }).click();
  await page.getByRole('button', { name: 'Clear All Filters' }).click();
  await expect(page).toHaveURL(paths.news);
  await expect.poll(() => readLocalStorage(page, KEY)).toContain('"currentPage":1');
  await page.reload();
  await waitForHydration(page);
  await expect(getResultCount(page)).toBeVisible();
  expect(getPath(page)).toBe(paths.news);
});

test('ignores invalid preferences', async ({ page }) => {
  for (const invalid of ['{', '"text"', '{"filters":{"sector":[5],"ordering":"newest"},"currentPage":-3}']) {
    await test.step(invalid, async () => {
      await page.addInitScript(([key, text]) => localStorage.setItem(key ?? '', text ?? ''), [KEY, invalid]);
      await openPage(page, paths.news);
      await expect(getResultCount(page)).toBeVisible();
      expect(getPath(page)).toBe(paths.news);
    });
  }
});

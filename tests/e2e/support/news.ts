import type { Locator, Page } from '@playwright/test';
import { paths } from '#core/contract/paths.ts';
import type { Article, ArticleList } from '#features/news/contract/endpoints.ts';
import { expect } from '#tests/e2e/fixtures.ts';
import { navigate, openPage, waitForHydration } from './pages.ts';

/** Matches requests for the list, not those for an article. */
export const LIST_CALL = '**/api/news/articles/?*';
export const ARTICLE_CALL = /\/api\/news\/articles\/\w+\/$/;

export const getCards = (page: Page) => page.getByRole('main').locator('li[id^="article-"]');
export const getResultCount = (page: Page) => page.getByText(/^Found [\d,]+\+? articles?$/);
export const getFiltersButton = (page: Page) => page.getByRole('button', { name: /^Filters/ });
export const getSearchBox = (page: Page) => page.getByRole('searchbox', { name: 'Search news' });
export const getRestoreBanner = (page: Page) =>
  page.getByText('Restoring your previous browsing position and filters...');

/** Returns a multi-select by its label. */
export const getMultiSelect = (page: Page, label: 'Sectors' | 'Categories') =>
  page.locator('details').filter({ has: page.locator('legend', { hasText: label }) });

export async function openFilters(page: Page, path: string = paths.news): Promise<void> {
  await openPage(page, path);
  await getFiltersButton(page).click();
  await expect(getFiltersButton(page)).toHaveAttribute('aria-expanded', 'true');
}

/** Navigates to the news from another page, so that the browser fetches them, not the server. */
async function gotoNews(page: Page): Promise<void> {
  await openPage(page, paths.home);
  await followNewsLink(page);
}

export async function followNewsLink(page: Page): Promise<void> {
  await waitForHydration(page);
  await page
    .getByRole('navigation', { name: 'Main' })
    .getByRole('link', { name: 'News', exact: true })
    .click();
  await expect(page.getByRole('heading', { level: 1, name: 'Financial News' })).toBeVisible();
}

let madeSearches = 0;

/** Shows a mocked response: by a navigation to the news, or by another search if they are open. */
export async function gotoNewsWithResults(page: Page, list: ArticleList): Promise<void> {
  await page.unroute(LIST_CALL);
  await page.route(LIST_CALL, (route) => route.fulfill({ json: list }));
  if (!page.url().includes(paths.news)) return gotoNews(page);
  madeSearches += 1;
  const loaded = page.waitForResponse(LIST_CALL);
  await navigate(page, `${paths.news}?search=${madeSearches}`);
  await loaded;
  await expect(page.locator('[aria-busy="true"]')).toHaveCount(0);
}

/** Reads the titles of the cards in order. */
export const readTitles = (page: Page): Promise<string[]> =>
  getCards(page).getByRole('heading').allInnerTexts();

export const readTitle = (card: Locator): Promise<string> => card.getByRole('heading').innerText();

let madeCount = 0;

/** Creates an article in the format of the API, for mocked responses. */
export function makeArticle(overrides: Partial<Article> = {}): Article {
  madeCount += 1;
  return {
    id: 900_000 + madeCount,
    title: `Made article ${madeCount}`,
    content: 'The market closed higher.',
    link: `https://publisher.example/${madeCount}`,
    image_url: null,
    pub_date: '2026-08-17T04:42:00.000Z',
    creator: 'Ayesha Khan',
    sector: 'Cement',
    source: { name: 'Karachi Wire' },
    sources: [{ name: 'Karachi Wire', link: `https://publisher.example/${madeCount}` }],
    category: { name: 'Markets' },
    companies: [],
    ...overrides,
  };
}

export function makeArticleList(results: Article[], overrides: Partial<ArticleList> = {}): ArticleList {
  return {
    count: results.length,
    is_count_capped: false,
    next: null,
    previous: null,
    results,
    ...overrides,
  };
}

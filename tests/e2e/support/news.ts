import type { Locator, Page } from '@playwright/test';
import type { Article } from '#contract/news/article.ts';
import type { ArticleList } from '#contract/news/endpoints.ts';
import { paths } from '#contract/paths.ts';
import { expect } from '#tests/e2e/fixtures.ts';
import { hydrated, open } from '#tests/e2e/support/pages.ts';

/** The calls of the list, not those of one article. */
export const LIST_CALL = '**/api/news/articles/?*';
export const ARTICLE_CALL = /\/api\/news\/articles\/\w+\/$/;

export const cards = (page: Page) => page.getByRole('main').locator('li[id^="article-"]');
export const found = (page: Page) => page.getByText(/^Found [\d,]+\+? articles?$/);
export const filtersButton = (page: Page) => page.getByRole('button', { name: /^Filters/ });
export const searchBox = (page: Page) => page.getByRole('searchbox', { name: 'Search news' });
export const banner = (page: Page) =>
  page.getByText('Restoring your previous browsing position and filters...');

/** The box of one of the multi-selects, which opens its list. */
export const choicesBox = (page: Page, label: 'Sectors' | 'Categories') =>
  page.locator('details').filter({ has: page.locator('legend', { hasText: label }) });

export async function openFilters(page: Page, address: string = paths.news): Promise<void> {
  await open(page, address);
  await filtersButton(page).click();
  await expect(filtersButton(page)).toHaveAttribute('aria-expanded', 'true');
}

/** Comes to the news from another page, so that the browser asks for them and not the server. */
export async function comeToNews(page: Page): Promise<void> {
  await open(page, paths.home);
  await followNewsLink(page);
}

export async function followNewsLink(page: Page): Promise<void> {
  await hydrated(page);
  await page
    .getByRole('navigation', { name: 'Main' })
    .getByRole('link', { name: 'News', exact: true })
    .click();
  await expect(page.getByRole('heading', { level: 1, name: 'Financial News' })).toBeVisible();
}

/** The titles of the cards, in their order. */
export const titles = (page: Page): Promise<string[]> => cards(page).getByRole('link').allInnerTexts();

export const titleOf = (card: Locator): Promise<string> => card.getByRole('link').innerText();

let made = 0;

/** An article as the API gives it, for tests of what the page makes of an answer. */
export function anArticle(overrides: Partial<Article> = {}): Article {
  made += 1;
  return {
    id: 900_000 + made,
    title: `Made article ${made}`,
    content: 'The market closed higher.',
    link: `https://outlet.example/${made}`,
    image_url: null,
    pub_date: '2026-08-17T04:42:00.000Z',
    creator: 'Ayesha Khan',
    sector: 'Cement',
    source: { name: 'Karachi Wire' },
    category: { name: 'Markets' },
    companies: [],
    ...overrides,
  };
}

export function articleList(results: Article[], overrides: Partial<ArticleList> = {}): ArticleList {
  return {
    count: results.length,
    is_count_capped: false,
    next: null,
    previous: null,
    results,
    ...overrides,
  };
}

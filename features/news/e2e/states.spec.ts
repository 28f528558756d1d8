import { paths } from '#core/contract/paths.ts';
import { expect, test } from '#tests/e2e/fixtures.ts';
import {
  getCards,
  getResultCount,
  getSearchBox,
  gotoNews,
  LIST_CALL,
  makeArticle,
  makeArticleList,
} from '#tests/e2e/support/news.ts';
import { holdRequests, openPage } from '#tests/e2e/support/pages.ts';

const FAILURE = 'Failed to load news articles. Please try again.';

test('shows a message for a search without results, and clears the filters', async ({ page }) => {
  await openPage(page, `${paths.news}?search=nosuchwordanywhere`);
  await expect(page.getByText('Found 0 articles')).toBeVisible();
  await expect(page.getByRole('heading', { name: 'No articles found' })).toBeVisible();
  await expect(
    page.getByText('Try adjusting your filters or search terms to find more articles.'),
  ).toBeVisible();
  await page.getByRole('main').getByRole('button', { name: 'Clear all filters', exact: true }).click();
  await expect(page).toHaveURL(paths.news);
  await expect(getCards(page)).toHaveCount(12);
  await expect(getSearchBox(page)).toHaveValue('');
});

test('shows Coming Soon before there are any articles', async ({ page }) => {
  await page.route(LIST_CALL, (route) => route.fulfill({ json: makeArticleList([]) }));
  await gotoNews(page);
  await expect(page.getByRole('heading', { name: 'Coming Soon' })).toBeVisible();
  for (const item of ['Market News', 'Economic Analysis', 'Company Updates'])
    await expect(page.getByRole('main').getByText(item, { exact: true })).toBeVisible();
});

test('shows an error after three attempts, and Retry loads the list', async ({ page, browserErrors }) => {
  browserErrors.expectStatus(503);
  let tries = 0;
  await page.route(LIST_CALL, (route) => {
    tries += 1;
    return route.fulfill({ status: 503, body: '{}' });
  });
  await gotoNews(page);
  await expect(page.getByRole('alert')).toContainText(FAILURE);
  expect(tries).toBe(3);
  await page.unroute(LIST_CALL);
  await page.getByRole('button', { name: 'Retry' }).click();
  await expect(getResultCount(page)).toBeVisible();
  await expect(page.getByText(FAILURE)).toHaveCount(0);
});

test('hides a temporary failure', async ({ page, browserErrors }) => {
  browserErrors.expectStatus(503);
  await page.route(LIST_CALL, (route) => route.fulfill({ status: 503, body: '{}' }), { times: 1 });
  await gotoNews(page);
  await expect(getResultCount(page)).toBeVisible();
  await expect(page.getByText(FAILURE)).toHaveCount(0);
});

test('shows the loading state, and keeps the list until the next page is loaded', async ({ page }) => {
  const { release } = await holdRequests(page, LIST_CALL);
  await gotoNews(page);
  await expect(page.getByText('Loading news...')).toBeVisible();
  release();
  await expect(getCards(page)).toHaveCount(12);
  await page.unroute(LIST_CALL);
  const next = await holdRequests(page, LIST_CALL);
  await page.getByRole('link', { name: 'Next' }).click();
  await expect(page.locator('ul[aria-busy="true"]')).toBeVisible();
  await expect(getCards(page)).toHaveCount(12);
  next.release();
  await expect(page.locator('ul[aria-busy="true"]')).toHaveCount(0);
});

test('caches a list for five minutes', async ({ page }) => {
  let calls = 0;
  await page.route(LIST_CALL, (route) => {
    calls += 1;
    return route.continue();
  });
  await gotoNews(page);
  await expect(getResultCount(page)).toBeVisible();
  await page.getByRole('link', { name: 'Next' }).click();
  await expect(page.getByText(/^Page 2 of/)).toBeVisible();
  await page.getByRole('link', { name: 'Previous' }).click();
  await expect(page.getByText(/^Page 1 of/)).toBeVisible();
  expect(calls).toBe(2);
});

test('marks a capped count', async ({ page }) => {
  const results = Array.from({ length: 12 }, () => makeArticle());
  await page.route(LIST_CALL, (route) =>
    route.fulfill({ json: makeArticleList(results, { count: 1200, is_count_capped: true }) }),
  );
  await gotoNews(page);
  await expect(page.getByText('Found 1,200+ articles', { exact: true })).toBeVisible();
  await expect(page.getByText('Showing 1-12 of 1,200+ articles')).toBeVisible();
  const nav = page.getByRole('navigation', { name: 'Pages' });
  await expect(nav.getByRole('link')).toHaveText(['1', '2', '3', '100', 'Next']);
  await nav.getByRole('link', { name: 'Page 3' }).click();
  await expect(nav.getByRole('link')).toHaveText(['Previous', '1', '2', '3', '4', '5', '100', 'Next']);
});

test('shows one article in the singular and without pagination', async ({ page }) => {
  await page.route(LIST_CALL, (route) => route.fulfill({ json: makeArticleList([makeArticle()]) }));
  await gotoNews(page);
  await expect(page.getByText('Found 1 article', { exact: true })).toBeVisible();
  await expect(page.getByText('Page 1 of 1')).toBeVisible();
  await expect(page.getByRole('navigation', { name: 'Pages' })).toHaveCount(0);
});

test('shows an icon if the image fails to load', async ({ page, browserErrors }) => {
  browserErrors.expect(/images\.example/, /net::ERR_FAILED/);
  await page.route('https://images.example/**', (route) => route.abort());
  await page.route(LIST_CALL, (route) =>
    route.fulfill({ json: makeArticleList([makeArticle({ image_url: 'https://images.example/a.jpg' })]) }),
  );
  await gotoNews(page);
  await expect(getCards(page).locator('svg')).toBeVisible();
  await expect(getCards(page).locator('img')).toHaveCount(0);
});

test('responds with 404 after the last page and goes to the last one with the same filters', async ({
  page,
  browserErrors,
}) => {
  browserErrors.expectStatus(404);
  const response = await page.goto(`${paths.news}?ordering=title&page=9999`);
  expect(response?.status()).toBe(404);
  await expect(page).toHaveURL(/ordering=title&page=\d{1,3}$/);
  await expect(getCards(page)).not.toHaveCount(0);
});

test('without scripts links from a missing page to the last one', async ({ browser, product }) => {
  const page = await browser.newPage({ javaScriptEnabled: false, baseURL: product.url });
  await page.goto(`${paths.news}?ordering=title&page=9999`);
  await expect(page.getByRole('heading', { name: 'No articles found' })).toBeVisible();
  await page.getByRole('link', { name: 'Last page' }).click();
  await expect(page).toHaveURL(/ordering=title&page=\d{1,3}$/);
  await expect(getCards(page)).not.toHaveCount(0);
  await page.close();
});

import { paths } from '#contract/paths.ts';
import { expect, test } from '#tests/e2e/fixtures.ts';
import {
  anArticle,
  articleList,
  cards,
  comeToNews,
  found,
  LIST_CALL,
  searchBox,
} from '#tests/e2e/support/news.ts';
import { hold, hydrated, open } from '#tests/e2e/support/pages.ts';

const FAILURE = 'Failed to load news articles. Please try again.';

test('a search without a result says so, and Clear all filters shows everything again', async ({ page }) => {
  await open(page, `${paths.news}?search=nosuchwordanywhere`);
  await expect(page.getByText('Found 0 articles')).toBeVisible();
  await expect(page.getByRole('heading', { name: 'No articles found' })).toBeVisible();
  await expect(
    page.getByText('Try adjusting your filters or search terms to find more articles.'),
  ).toBeVisible();
  await page.getByRole('main').getByRole('button', { name: 'Clear all filters', exact: true }).click();
  await expect(page).toHaveURL(paths.news);
  await expect(cards(page)).toHaveCount(12);
  await expect(searchBox(page)).toHaveValue('');
});

test('before there are any articles the page says what is coming', async ({ page }) => {
  await page.route(LIST_CALL, (route) => route.fulfill({ json: articleList([]) }));
  await comeToNews(page);
  await expect(page.getByRole('heading', { name: 'Coming Soon' })).toBeVisible();
  for (const item of ['Market News', 'Economic Analysis', 'Company Updates'])
    await expect(page.getByRole('main').getByText(item, { exact: true })).toBeVisible();
});

test('a failure is told after three tries, and Retry overcomes it', async ({ page, surprises }) => {
  surprises.expectStatus(503);
  let tries = 0;
  await page.route(LIST_CALL, (route) => {
    tries += 1;
    return route.fulfill({ status: 503, body: '{}' });
  });
  await comeToNews(page);
  await expect(page.getByRole('alert')).toContainText(FAILURE);
  expect(tries).toBe(3);
  await page.unroute(LIST_CALL);
  await page.getByRole('button', { name: 'Retry' }).click();
  await expect(found(page)).toBeVisible();
  await expect(page.getByText(FAILURE)).toHaveCount(0);
});

test('a failure that passes by itself is not shown', async ({ page, surprises }) => {
  surprises.expectStatus(503);
  await page.route(LIST_CALL, (route) => route.fulfill({ status: 503, body: '{}' }), { times: 1 });
  await comeToNews(page);
  await expect(found(page)).toBeVisible();
  await expect(page.getByText(FAILURE)).toHaveCount(0);
});

test('loading is said, and the next page leaves the list until it is there', async ({ page }) => {
  const { release } = await hold(page, LIST_CALL);
  await comeToNews(page);
  await expect(page.getByText('Loading news...')).toBeVisible();
  release();
  await expect(cards(page)).toHaveCount(12);
  await page.unroute(LIST_CALL);
  const next = await hold(page, LIST_CALL);
  await page.getByRole('link', { name: 'Next' }).click();
  await expect(page.locator('ul[aria-busy="true"]')).toBeVisible();
  await expect(cards(page)).toHaveCount(12);
  next.release();
  await expect(page.locator('ul[aria-busy="true"]')).toHaveCount(0);
});

test('a list that was seen is not asked for again within five minutes', async ({ page }) => {
  let calls = 0;
  await page.route(LIST_CALL, (route) => {
    calls += 1;
    return route.continue();
  });
  await comeToNews(page);
  await expect(found(page)).toBeVisible();
  await page.getByRole('link', { name: 'Next' }).click();
  await expect(page.getByText(/^Page 2 of/)).toBeVisible();
  await page.getByRole('link', { name: 'Previous' }).click();
  await expect(page.getByText(/^Page 1 of/)).toBeVisible();
  expect(calls).toBe(2);
});

test('a count that was cut says so', async ({ page }) => {
  const results = Array.from({ length: 12 }, () => anArticle());
  await page.route(LIST_CALL, (route) =>
    route.fulfill({ json: articleList(results, { count: 1200, is_count_capped: true }) }),
  );
  await comeToNews(page);
  await expect(page.getByText('Found 1,200+ articles', { exact: true })).toBeVisible();
  await expect(page.getByText('Showing 1-12 of 1,200+ articles')).toBeVisible();
  const nav = page.getByRole('navigation', { name: 'Pages' });
  await expect(nav.getByRole('link')).toHaveText(['1', '2', '3', '100', 'Next']);
  await nav.getByRole('link', { name: 'Page 3' }).click();
  await expect(nav.getByRole('link')).toHaveText(['Previous', '1', '2', '3', '4', '5', '100', 'Next']);
});

test('one article is counted in the singular and needs no pages', async ({ page }) => {
  await page.route(LIST_CALL, (route) => route.fulfill({ json: articleList([anArticle()]) }));
  await comeToNews(page);
  await expect(page.getByText('Found 1 article', { exact: true })).toBeVisible();
  await expect(page.getByText('Page 1 of 1')).toBeVisible();
  await expect(page.getByRole('navigation', { name: 'Pages' })).toHaveCount(0);
});

test('an excerpt that was cut says so, and a short text stays as it is', async ({ page }) => {
  const long = 'The market closed higher. '.repeat(6).slice(0, 150);
  const results = [anArticle({ content: long }), anArticle({ content: 'It closed higher.' })];
  await page.route(LIST_CALL, (route) => route.fulfill({ json: articleList(results) }));
  await comeToNews(page);
  await expect(page.getByText(`${long}…`, { exact: true })).toBeVisible();
  await expect(page.getByText('It closed higher.', { exact: true })).toBeVisible();
});

test('a picture that fails leaves the drawn one', async ({ page, surprises }) => {
  surprises.expect(/images\.example/, /net::ERR_FAILED/);
  await page.route('https://images.example/**', (route) => route.abort());
  await page.route(LIST_CALL, (route) =>
    route.fulfill({ json: articleList([anArticle({ image_url: 'https://images.example/a.jpg' })]) }),
  );
  await comeToNews(page);
  await expect(cards(page).locator('svg')).toBeVisible();
  await expect(cards(page).locator('img')).toHaveCount(0);
});

test('a page past the last one is not found, and says where there are articles', async ({
  page,
  surprises,
}) => {
  surprises.expectStatus(404);
  const answer = await page.goto(`${paths.news}?page=9999`);
  expect(answer?.status()).toBe(404);
  await hydrated(page);
  await expect(page.getByRole('heading', { name: 'No articles found' })).toBeVisible();
  await page.getByRole('link', { name: 'First page' }).click();
  await expect(page).toHaveURL(paths.news);
  await expect(cards(page)).toHaveCount(12);
});

test('a page past the last one keeps its filters on the way to the first page', async ({
  page,
  surprises,
}) => {
  surprises.expectStatus(404);
  await page.goto(`${paths.news}?ordering=title&page=9999`);
  await hydrated(page);
  await expect(
    page.getByRole('main').getByRole('button', { name: 'Clear all filters', exact: true }),
  ).toBeVisible();
  await page.getByRole('link', { name: 'First page' }).click();
  await expect(page).toHaveURL(`${paths.news}?ordering=title`);
  await expect(cards(page)).toHaveCount(12);
});

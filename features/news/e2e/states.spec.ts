import { paths } from '#core/contract/paths.ts';
import { expect, test } from '#tests/e2e/fixtures.ts';
import {
  getCards,
  getSearchBox,
  gotoNewsWithResults,
  makeArticle,
  makeArticleList,
} from '#tests/e2e/support/news.ts';
import { openPage } from '#tests/e2e/support/pages.ts';

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

test('mocked lists are empty, of one article, without an image, or capped', async ({
  page,
  browserErrors,
}) => {
  await test.step('shows Coming Soon before there are any articles', async () => {
    await gotoNewsWithResults(page, makeArticleList([]));
    await expect(page.getByRole('heading', { name: 'Coming Soon' })).toBeVisible();
    for (const item of ['Market News', 'Economic Analysis', 'Company Updates'])
      await expect(page.getByRole('main').getByText(item, { exact: true })).toBeVisible();
  });

  await test.step('shows one article in the singular and without pagination', async () => {
    await gotoNewsWithResults(page, makeArticleList([makeArticle()]));
    await expect(page.getByText('Found 1 article', { exact: true })).toBeVisible();
    await expect(page.getByText('Page 1 of 1')).toBeVisible();
    await expect(page.getByRole('navigation', { name: 'Pages' })).toHaveCount(0);
  });

  await test.step('shows an icon if the image fails to load', async () => {
    browserErrors.expect(/images\.example/, /net::ERR_FAILED/);
    await page.route('https://images.example/**', (route) => route.abort());
    await gotoNewsWithResults(
      page,
      makeArticleList([makeArticle({ image_url: 'https://images.example/a.jpg' })]),
    );
    await expect(getCards(page).locator('svg')).toBeVisible();
    await expect(getCards(page).locator('img')).toHaveCount(0);
  });

  await test.step('marks a capped count', async () => {
    const results = Array.from({ length: 12 }, () => makeArticle());
    await gotoNewsWithResults(page, makeArticleList(results, { count: 1200, is_count_capped: true }));
    await expect(page.getByText('Found 1,200+ articles', { exact: true })).toBeVisible();
    await expect(page.getByText('Showing 1-12 of 1,200+ articles')).toBeVisible();
    const nav = page.getByRole('navigation', { name: 'Pages' });
    await expect(nav.getByRole('link')).toHaveText(['1', '2', '3', '100', 'Next']);
    await nav.getByRole('link', { name: 'Page 3' }).click();
    await expect(nav.getByRole('link')).toHaveText(['Previous', '1', '2', '3', '4', '5', '100', 'Next']);
  });
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

import type { Page } from '@playwright/test';
import { getCompanyPath, paths } from '#core/contract/paths.ts';
import type { ArticleDetail } from '#features/news/contract/endpoints.ts';
import { expect, test } from '#tests/e2e/fixtures.ts';
import { ARTICLE_CALL, getCards, makeArticle, readTitle } from '#tests/e2e/support/news.ts';
import { openPage, waitForHydration } from '#tests/e2e/support/pages.ts';

const FAILURE = 'Failed to load article. Please try again.';

/** Opens an article from the list, so that the browser makes the API call. */
async function openArticle(page: Page, index = 0): Promise<void> {
  const back = page.getByRole('link', { name: 'Back to News' });
  if (index === 0) await openPage(page, paths.news);
  else if (await back.isVisible()) await back.click();
  await getCards(page).nth(index).getByRole('heading').getByRole('link').click();
  await expect(page).toHaveURL(/news_article=\d+/);
}

async function respondWith(page: Page, detail: Partial<ArticleDetail>): Promise<void> {
  await page.unroute(ARTICLE_CALL);
  await page.route(ARTICLE_CALL, (route) =>
    route.fulfill({ json: { article: makeArticle(), newer: null, older: null, ...detail } }),
  );
}

test('an article shows what it has, with its image, and prints without navigation', async ({
  page,
  browserErrors,
}) => {
  await test.step('omits a missing link, date, author and sector', async () => {
    const article = makeArticle({ link: null, pub_date: null, creator: null, sector: null });
    await respondWith(page, { article });
    await openArticle(page);
    const main = page.getByRole('main');
    await expect(main.getByRole('heading', { level: 1, name: article.title })).toBeVisible();
    await expect(main.getByText('No date')).toBeVisible();
    await expect(main.getByText('Ayesha Khan')).toHaveCount(0);
    await expect(main.getByRole('link', { name: /View Original/ })).toHaveCount(0);
  });

  await test.step('shows the image, and hides it if it fails to load', async () => {
    browserErrors.expect(/images\.example/, /net::ERR_FAILED/);
    await page.route('https://images.example/good.png', (route) =>
      route.fulfill({ path: 'public/og.png', contentType: 'image/png' }),
    );
    await page.route('https://images.example/bad.png', (route) => route.abort());
    const image = page.getByRole('main').locator('article > img');
    await respondWith(page, { article: makeArticle({ image_url: 'https://images.example/good.png' }) });
    await openArticle(page, 1);
    await expect(image).toBeVisible();
    await expect(image).toHaveAttribute('referrerpolicy', 'no-referrer');

    const article = makeArticle({ image_url: 'https://images.example/bad.png' });
    await respondWith(page, { article });
    await openArticle(page, 2);
    await expect(page.getByRole('heading', { level: 1, name: article.title })).toBeVisible();
    await expect(image).toHaveCount(0);
  });

  await test.step('shows every part of an article', async () => {
    const article = makeArticle({
      title: 'Lucky Cement declares a dividend',
      content: `<p>${'word '.repeat(250)}</p><p>See <a href="https://publisher.example/x">the filing</a>.</p>`,
      pub_date: '2026-08-17T04:42:00.000Z',
      companies: [{ symbol: 'LUCK', name: 'Lucky Cement Limited' }],
      link: 'https://publisher.example/story',
    });
    await respondWith(page, { article, newer: { id: 5, title: 'What came after' } });
    await openArticle(page, 3);
    const main = page.getByRole('main');
    await expect(main.getByRole('heading', { level: 1, name: article.title })).toBeVisible();
    for (const badge of ['Karachi Wire', 'Cement', 'Markets'])
      await expect(main.getByText(badge, { exact: true })).toBeVisible();
    await expect(main.getByText('August 17, 2026 at 9:42 AM PKT')).toBeVisible();
    await expect(main.getByText('Ayesha Khan')).toBeVisible();
    await expect(main.getByText('2 min read')).toBeVisible();
    await expect(main.getByRole('link', { name: 'the filing' })).toBeVisible();
    await expect(main.getByRole('img')).toHaveCount(0);

    const original = main.getByRole('link', { name: /^View Original Article/ });
    await expect(original).toHaveAttribute('href', 'https://publisher.example/story');
    await expect(original).toHaveAttribute('target', '_blank');
    await expect(original).toHaveAttribute('rel', 'noopener noreferrer');

    await expect(main.getByRole('link', { name: /Newer article/ })).toContainText('What came after');
    await expect(main.getByRole('link', { name: /Older article/ })).toHaveCount(0);
    await expect(main.getByRole('link', { name: 'LUCK Lucky Cement Limited' })).toHaveAttribute(
      'href',
      getCompanyPath('LUCK'),
    );
  });

  await test.step('prints without navigation and with the URL of the original', async () => {
    await respondWith(page, { article: makeArticle({ link: 'https://publisher.example/story' }) });
    await openArticle(page, 4);
    await expect(page.getByRole('heading', { level: 1, name: /Made article/ })).toBeVisible();
    await page.emulateMedia({ media: 'print', colorScheme: 'dark' });
    for (const part of ['banner', 'contentinfo', 'navigation'] as const)
      await expect(page.getByRole(part).filter({ visible: true })).toHaveCount(0);
    await expect(page.getByRole('link', { name: /Back to News|View Original/ })).toHaveCount(0);
    await expect(page.getByText('Original article: https://publisher.example/story')).toBeVisible();
    await expect(page.getByText('August 17, 2026 at 9:42 AM PKT')).toBeVisible();
  });
});

test('links to the older and the newer article', async ({ page }) => {
  await openPage(page, paths.news);
  const [first, second] = [await readTitle(getCards(page).nth(0)), await readTitle(getCards(page).nth(1))];
  await getCards(page).first().getByRole('heading').getByRole('link').click();
  const heading = page.getByRole('heading', { level: 1 });
  await expect(heading).toHaveText(first);
  await expect(page.getByRole('link', { name: /Newer article/ })).toHaveCount(0);
  await page.getByRole('link', { name: /Older article/ }).click();
  await expect(heading).toHaveText(second);
  await expect(page).toHaveTitle(`${second} · Tezi`);
  await page.getByRole('link', { name: /Newer article/ }).click();
  await expect(heading).toHaveText(first);
});

test('responds with 404 to an ID that does not exist', async ({ page, browserErrors }) => {
  browserErrors.expectStatus(404);
  for (const id of ['2147483000', 'abc']) {
    const response = await page.goto(`${paths.newsDetails}?news_article=${id}`);
    expect(response?.status(), id).toBe(404);
    await waitForHydration(page);
    await expect(page.getByRole('heading', { level: 1, name: 'Article Not Found' })).toBeVisible();
    await expect(page.getByText('Article not found: it may have been removed')).toBeVisible();
  }
  await page.getByRole('link', { name: 'Back to News' }).click();
  await expect(page).toHaveURL(paths.news);
});

test('an article that was removed is not found, and one that cannot be loaded is an error with a retry', async ({
  page,
  browserErrors,
}) => {
  await test.step('shows Article Not Found for an article that was removed since the list was loaded', async () => {
    browserErrors.expectStatus(404);
    await page.route(ARTICLE_CALL, (route) => route.fulfill({ status: 404, json: { detail: 'Not found.' } }));
    await openArticle(page);
    await expect(page.getByRole('heading', { level: 1, name: 'Article Not Found' })).toBeVisible();
  });

  await test.step('shows an error after three attempts, and Retry loads the article', async () => {
    browserErrors.expectStatus(500);
    await page.unroute(ARTICLE_CALL);
    let tries = 0;
    await page.route(ARTICLE_CALL, (route) => {
      tries += 1;
      return route.fulfill({ status: 500, body: '{}' });
    });
    await openArticle(page, 1);
    await expect(page.getByRole('alert')).toContainText(FAILURE);
    expect(tries).toBe(3);
    await page.unroute(ARTICLE_CALL);
    await page.getByRole('button', { name: 'Retry' }).click();
    await expect(page.getByRole('main').getByRole('article')).toBeVisible();
  });
});

test('shows a message for a URL without an article ID', async ({ page }) => {
  for (const url of [`${paths.newsDetails}?news_article=`]) {
    await openPage(page, url);
    await expect(page.getByRole('heading', { level: 1, name: 'No article ID provided' })).toBeVisible();
  }
});

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false });

  test('describes the article for search engines and link previews', async ({ page }) => {
    await page.goto(paths.news);
    const title = await readTitle(getCards(page).first());
    await getCards(page).first().click();
    await expect(page).toHaveTitle(`${title} · Tezi`);
    const meta = (name: string) => page.locator(`head meta[property="${name}"]`).getAttribute('content');
    expect(await meta('og:type')).toBe('article');
    expect(await meta('og:title')).toBe(`${title} · Tezi`);
    expect(await meta('og:url')).toBe(page.url());
    expect(await page.locator('head link[rel="canonical"]').getAttribute('href')).toBe(page.url());
    await expect(page.locator('head meta[name="robots"]')).toHaveCount(0);
    const data = await page.locator('script[type="application/ld+json"]').textContent();
    expect(JSON.parse(data ?? '')).toMatchObject({
      '@context': 'https://schema.org',
      '@type': 'NewsArticle',
      headline: title,
      url: page.url(),
      datePublished: await meta('article:published_time'),
    });
  });
});

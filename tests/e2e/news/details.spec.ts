import type { Page } from '@playwright/test';
import type { ArticleDetail } from '#contract/news/endpoints.ts';
import { paths } from '#contract/paths.ts';
import { expect, test } from '#tests/e2e/fixtures.ts';
import { ARTICLE_CALL, anArticle, cards, titleOf } from '#tests/e2e/support/news.ts';
import { hydrated, open } from '#tests/e2e/support/pages.ts';

const FAILURE = 'Failed to load article. Please try again.';

/** Opens the first article of the list, for which the browser asks. */
async function openFirst(page: Page): Promise<void> {
  await open(page, paths.news);
  await cards(page).first().getByRole('link').click();
  await expect(page).toHaveURL(/news_article=\d+/);
}

const answerWith = (page: Page, detail: Partial<ArticleDetail>) =>
  page.route(ARTICLE_CALL, (route) =>
    route.fulfill({ json: { article: anArticle(), newer: null, older: null, ...detail } }),
  );

test('an article has all that the specification names', async ({ page }) => {
  const article = anArticle({
    title: 'Lucky Cement declares a dividend',
    content: `<p>${'word '.repeat(250)}</p><p>See <a href="https://outlet.example/x">the filing</a>.</p>`,
    pub_date: '2026-08-17T04:42:00.000Z',
    companies: [{ symbol: 'LUCK', name: 'Lucky Cement Limited' }],
    link: 'https://outlet.example/story',
  });
  await answerWith(page, { article, newer: { id: 5, title: 'What came after' } });
  await openFirst(page);
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
  await expect(original).toHaveAttribute('href', 'https://outlet.example/story');
  await expect(original).toHaveAttribute('target', '_blank');
  await expect(original).toHaveAttribute('rel', 'noopener noreferrer');

  await expect(main.getByRole('link', { name: /Newer article/ })).toContainText('What came after');
  await expect(main.getByRole('link', { name: /Older article/ })).toHaveCount(0);
  await main.getByRole('link', { name: /LUCK/ }).click();
  await expect(page).toHaveURL(`${paths.news}?search=LUCK`);
});

test('an article without link, date, author and sector does without', async ({ page }) => {
  const article = anArticle({ link: null, pub_date: null, creator: null, sector: null });
  await answerWith(page, { article });
  await openFirst(page);
  const main = page.getByRole('main');
  await expect(main.getByRole('heading', { level: 1, name: article.title })).toBeVisible();
  await expect(main.getByText('Date not given')).toBeVisible();
  await expect(main.getByText('Ayesha Khan')).toHaveCount(0);
  await expect(main.getByRole('link', { name: /View Original/ })).toHaveCount(0);
});

test('a picture is shown, and hidden when it fails', async ({ page, surprises }) => {
  surprises.expect(/pictures\.example/, /net::ERR_FAILED/);
  await page.route('https://pictures.example/good.png', (route) =>
    route.fulfill({ path: 'public/og.png', contentType: 'image/png' }),
  );
  await page.route('https://pictures.example/bad.png', (route) => route.abort());
  const picture = page.getByRole('main').locator('article > img');
  await answerWith(page, { article: anArticle({ image_url: 'https://pictures.example/good.png' }) });
  await openFirst(page);
  await expect(picture).toBeVisible();
  await expect(picture).toHaveAttribute('referrerpolicy', 'no-referrer');

  await page.unroute(ARTICLE_CALL);
  const article = anArticle({ image_url: 'https://pictures.example/bad.png' });
  await answerWith(page, { article });
  await openFirst(page);
  await expect(page.getByRole('heading', { level: 1, name: article.title })).toBeVisible();
  await expect(picture).toHaveCount(0);
});

test('the next article is the older one, and the one before it the newer', async ({ page }) => {
  await open(page, paths.news);
  const [first, second] = [await titleOf(cards(page).nth(0)), await titleOf(cards(page).nth(1))];
  await cards(page).first().getByRole('link').click();
  const heading = page.getByRole('heading', { level: 1 });
  await expect(heading).toHaveText(first);
  await expect(page.getByRole('link', { name: /Newer article/ })).toHaveCount(0);
  await page.getByRole('link', { name: /Older article/ }).click();
  await expect(heading).toHaveText(second);
  await expect(page).toHaveTitle(`${second} · Tezi`);
  await page.getByRole('link', { name: /Newer article/ }).click();
  await expect(heading).toHaveText(first);
});

test('an unknown article is not found', async ({ page, surprises }) => {
  surprises.expectStatus(404);
  for (const id of ['2147483000', 'abc', '0']) {
    const answer = await page.goto(`${paths.newsDetails}?news_article=${id}`);
    expect(answer?.status(), id).toBe(404);
    await hydrated(page);
    await expect(page.getByRole('heading', { level: 1, name: 'Article Not Found' })).toBeVisible();
  }
  await page.getByRole('link', { name: 'Back to News' }).click();
  await expect(page).toHaveURL(paths.news);
});

test('an article that went meanwhile is not found either', async ({ page, surprises }) => {
  surprises.expectStatus(404);
  await page.route(ARTICLE_CALL, (route) => route.fulfill({ status: 404, json: { detail: 'Not found.' } }));
  await openFirst(page);
  await expect(page.getByRole('heading', { level: 1, name: 'Article Not Found' })).toBeVisible();
});

test('an address without an article says so', async ({ page }) => {
  for (const address of [paths.newsDetails, `${paths.newsDetails}?news_article=`]) {
    await open(page, address);
    await expect(page.getByRole('heading', { level: 1, name: 'No article ID provided' })).toBeVisible();
  }
});

test('a failure is told after three tries, and Retry overcomes it', async ({ page, surprises }) => {
  surprises.expectStatus(500);
  let tries = 0;
  await page.route(ARTICLE_CALL, (route) => {
    tries += 1;
    return route.fulfill({ status: 500, body: '{}' });
  });
  await openFirst(page);
  await expect(page.getByRole('alert')).toContainText(FAILURE);
  expect(tries).toBe(3);
  await page.unroute(ARTICLE_CALL);
  await page.getByRole('button', { name: 'Retry' }).click();
  await expect(page.getByRole('main').getByRole('article')).toBeVisible();
});

test('an article is printed without the way to other pages, with its address', async ({ page }) => {
  await answerWith(page, { article: anArticle({ link: 'https://outlet.example/story' }) });
  await openFirst(page);
  await expect(page.getByRole('heading', { level: 1, name: /Made article/ })).toBeVisible();
  await page.emulateMedia({ media: 'print', colorScheme: 'dark' });
  for (const part of ['banner', 'contentinfo', 'navigation'] as const)
    await expect(page.getByRole(part).filter({ visible: true })).toHaveCount(0);
  await expect(page.getByRole('link', { name: /Back to News|View Original/ })).toHaveCount(0);
  await expect(page.getByText('Original article: https://outlet.example/story')).toBeVisible();
  await expect(page.getByText('August 17, 2026 at 9:42 AM PKT')).toBeVisible();
});

test.describe('as the server sends it', () => {
  test.use({ javaScriptEnabled: false });

  test('an article says what it is to search engines and to whoever gets its link', async ({ page }) => {
    await page.goto(paths.news);
    const title = await titleOf(cards(page).first());
    await cards(page).first().click();
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

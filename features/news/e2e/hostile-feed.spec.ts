import { createHash } from 'node:crypto';
import type { Page } from '@playwright/test';
import { getArticlePath, paths } from '#core/contract/paths.ts';
import { listArticles } from '#features/news/contract/endpoints.ts';
import { addSource, fetchSource } from '#features/news/contract/source-endpoints.ts';
import { expect, test } from '#tests/e2e/fixtures.ts';
import { call, signInAdministrator } from '#tests/e2e/support/accounts.ts';
import { waitForHydration } from '#tests/e2e/support/pages.ts';
import { startProduct } from '#tests/e2e/support/product.ts';
import { startFeedServer } from '#tests/support/news/feed-server.ts';
import { xssPayloads } from '#tests/support/news/xss-payloads.ts';

/** The number of tabs that open articles in parallel. */
const TABS = 3;
/** All take minutes: they run with `HOSTILE_ARTICLES=all`. The sanitizer's own tests have every payload. */
const payloads = xssPayloads.filter((_, index) => process.env.HOSTILE_ARTICLES === 'all' || index % 24 === 0);
const SOURCE = 'Hostile Wire';
const PIXEL = Buffer.from('R0lGODlhAQABAAAAACH5BAEKAAEALAAAAAABAAEAAAICTAEAOw==', 'base64');

/** Returns unique words, so that no article is a duplicate of another. */
const getUniqueWords = (index: number) =>
  (createHash('sha256').update(String(index)).digest('hex').match(/.{8}/g) ?? []).join(' ');

/** Every payload in every field of an item. */
const feed = JSON.stringify({
  version: 'https://jsonfeed.org/version/1.1',
  title: SOURCE,
  items: payloads.map((payload, index) => ({
    id: `payload-${index}`,
    url: `https://publisher.example/${index}`,
    title: `${getUniqueWords(index)} ${payload}`,
    content_html: `<p>Before.</p>${payload}<p>After.</p>`,
    image: payload,
    authors: [{ name: payload }],
    tags: [payload],
    date_published: new Date(Date.UTC(2026, 0, 1, 0, index)).toISOString(),
  })),
});

/** Records scripts that run, foreign requests and browser errors, each with the page's URL. */
async function recordIncidents(page: Page): Promise<string[]> {
  const incidents: string[] = [];
  const record = (incident: string) => incidents.push(`${page.url()}: ${incident}`);
  await page.exposeFunction('xss', () => record('a payload ran'));
  page.on('dialog', async (dialog) => {
    record(`a dialog: ${dialog.message()}`);
    await dialog.dismiss();
  });
  page.on('pageerror', (error) => record(`an error: ${error}`));
  page.on('popup', () => record('a window opened'));
  page.on('console', (message) => {
    if (['error', 'warning'].includes(message.type())) record(`in the console: ${message.text()}`);
  });
  // Publishers' images are allowed; no other foreign request is.
  await page.route(/^https?:\/\/(?!localhost[:/])/, (route) => {
    if (route.request().resourceType() === 'image')
      return route.fulfill({ contentType: 'image/gif', body: PIXEL });
    record(`a request to ${route.request().url()}`);
    return route.abort();
  });
  return incidents;
}

/** Finds active elements, and attributes that can run a script. */
const findDangerousElements = (page: Page) =>
  page
    .getByRole('main')
    .locator('.article-body')
    .evaluateAll((bodies) =>
      bodies
        .flatMap((body) => [...body.querySelectorAll('*')])
        .filter(
          (element) =>
            element.matches(
              'script, style, iframe, object, embed, form, input, button, link, meta, base, svg, math',
            ) ||
            [...element.attributes].some(
              ({ name, value }) =>
                /^on|^style$|^id$|^name$/.test(name) || /^\s*(javascript|vbscript|data):/i.test(value),
            ),
        )
        .map((element) => element.outerHTML),
    );

test('runs no payload of a hostile feed in the list or in an article', async ({ browser }) => {
  test.setTimeout(600_000);
  const publisher = await startFeedServer();
  publisher.respond('/feed.json', (_request, response) => {
    response.writeHead(200, { 'Content-Type': 'application/feed+json' }).end(feed);
  });
  const product = await startProduct({ OUTBOUND_ALLOW_LOOPBACK: 'true' });
  const context = await browser.newContext({ baseURL: product.url });
  try {
    const { access } = await signInAdministrator(product.url);
    const body = { name: SOURCE, url: publisher.url('/feed.json') };
    const { id } = await call(product.url, addSource, { body }, access);
    // A new source is fetched immediately. Until that has ended, it cannot be fetched again.
    const fetchAgain = () => call(product.url, fetchSource, { params: { id: String(id) } }, access);
    await expect(fetchAgain).toPass({ timeout: 60_000 });

    const page = await context.newPage();
    const incidents = await recordIncidents(page);
    const ids: number[] = [];
    let pages = 1;
    for (let number = 1; number <= pages; number += 1) {
      const query = { source: SOURCE, page: String(number) };
      const { count, results } = await call(product.url, listArticles, { query });
      pages = Math.ceil(count / 12);
      ids.push(...results.map((article) => article.id));
      await page.goto(`${paths.news}?${new URLSearchParams(query)}`);
      await waitForHydration(page);
      await expect(page.getByText(`Page ${number} of ${pages}`)).toBeVisible();
    }
    expect(ids.length, 'articles of the payloads').toBeGreaterThan(payloads.length * 0.9);

    // Payloads run when the page is parsed. The site's own scripts are not needed and would take minutes.
    const openArticles = async (articleIds: number[]) => {
      const tab = await context.newPage();
      const tabIncidents = await recordIncidents(tab);
      await tab.route('**/assets/*.js', (route) =>
        route.fulfill({ contentType: 'text/javascript', body: '' }),
      );
      for (const articleId of articleIds) {
        await tab.goto(getArticlePath(articleId));
        await expect(tab.getByRole('main').getByRole('article')).toBeVisible();
        expect(await findDangerousElements(tab), tab.url()).toEqual([]);
      }
      incidents.push(...tabIncidents);
    };
    const tabs = Array.from({ length: TABS }, (_, tab) =>
      openArticles(ids.filter((_id, index) => index % TABS === tab)),
    );
    await Promise.all(tabs);
    expect(incidents).toEqual([]);
  } finally {
    await context.close();
    await product.stop();
    await publisher.close();
  }
});

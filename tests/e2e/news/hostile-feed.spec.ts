import { createHash } from 'node:crypto';
import type { Page } from '@playwright/test';
import { listArticles } from '#contract/news/endpoints.ts';
import { addSource, fetchSource } from '#contract/news/source-endpoints.ts';
import { articleAddress, paths } from '#contract/paths.ts';
import { expect, test } from '#tests/e2e/fixtures.ts';
import { call, signInAdministrator } from '#tests/e2e/support/accounts.ts';
import { hydrated } from '#tests/e2e/support/pages.ts';
import { startProduct } from '#tests/e2e/support/product.ts';
import { startFeedServer } from '#tests/support/news/feed-server.ts';
import { xssPayloads } from '#tests/support/news/xss-payloads.ts';

/** Tabs that read at once. */
const READERS = 3;
const SOURCE = 'Hostile Wire';
const PIXEL = Buffer.from('R0lGODlhAQABAAAAACH5BAEKAAEALAAAAAABAAEAAAICTAEAOw==', 'base64');

/** Words that no other article has, so that none is taken for another. */
const wordsOf = (index: number) =>
  (createHash('sha256').update(String(index)).digest('hex').match(/.{8}/g) ?? []).join(' ');

/** Every payload where an item of a feed has room for one. */
const feed = JSON.stringify({
  version: 'https://jsonfeed.org/version/1.1',
  title: SOURCE,
  items: xssPayloads.map((payload, index) => ({
    id: `payload-${index}`,
    url: `https://outlet.example/${index}`,
    title: `${wordsOf(index)} ${payload}`,
    content_html: `<p>Before.</p>${payload}<p>After.</p>`,
    image: payload,
    authors: [{ name: payload }],
    tags: [payload],
    date_published: new Date(Date.UTC(2026, 0, 1, 0, index)).toISOString(),
  })),
});

/** What ran, was asked for elsewhere or was refused by the browser in that page, with the address where it was. */
async function watch(page: Page): Promise<string[]> {
  const seen: string[] = [];
  const note = (what: string) => seen.push(`${page.url()}: ${what}`);
  await page.exposeFunction('xss', () => note('a payload ran'));
  page.on('dialog', async (dialog) => {
    note(`a dialog: ${dialog.message()}`);
    await dialog.dismiss();
  });
  page.on('pageerror', (error) => note(`an error: ${error}`));
  page.on('popup', () => note('a window opened'));
  page.on('console', (message) => {
    if (['error', 'warning'].includes(message.type())) note(`in the console: ${message.text()}`);
  });
  // An outlet's pictures are shown; nothing else is asked for elsewhere.
  await page.route(/^https?:\/\/(?!localhost[:/])/, (route) => {
    if (route.request().resourceType() === 'image')
      return route.fulfill({ contentType: 'image/gif', body: PIXEL });
    note(`a request to ${route.request().url()}`);
    return route.abort();
  });
  return seen;
}

/** What no article may hold: elements that act, and attributes that run or lead to a script. */
const dangers = (page: Page) =>
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

test('nothing of a hostile feed runs, in the list or in an article', async ({ browser }) => {
  test.setTimeout(600_000);
  const outlet = await startFeedServer();
  outlet.at('/feed.json', (_request, response) => {
    response.writeHead(200, { 'Content-Type': 'application/feed+json' }).end(feed);
  });
  const product = await startProduct({ OUTBOUND_ALLOW_LOOPBACK: 'true' });
  const context = await browser.newContext({ baseURL: product.address });
  try {
    const { access } = await signInAdministrator(product.address);
    const body = { name: SOURCE, url: outlet.url('/feed.json') };
    const { id } = await call(product.address, addSource, { body }, access);
    await call(product.address, fetchSource, { params: { id: String(id) } }, access);

    const page = await context.newPage();
    const seen = await watch(page);
    const ids: number[] = [];
    let pages = 1;
    for (let number = 1; number <= pages; number += 1) {
      const query = { source: SOURCE, page: String(number) };
      const { count, results } = await call(product.address, listArticles, { query });
      pages = Math.ceil(count / 12);
      ids.push(...results.map((article) => article.id));
      await page.goto(`${paths.news}?${new URLSearchParams(query)}`);
      await hydrated(page);
      await expect(page.getByText(`Page ${number} of ${pages}`)).toBeVisible();
    }
    expect(ids.length, 'articles of the payloads').toBeGreaterThan(xssPayloads.length * 0.9);

    // Parsing the page is what would run a payload; running its own scripts each time would take minutes.
    const reader = async (itsIds: number[]) => {
      const tab = await context.newPage();
      const itsSeen = await watch(tab);
      await tab.route('**/assets/*.js', (route) =>
        route.fulfill({ contentType: 'text/javascript', body: '' }),
      );
      for (const articleId of itsIds) {
        await tab.goto(articleAddress(articleId));
        await expect(tab.getByRole('main').getByRole('article')).toBeVisible();
        expect(await dangers(tab), tab.url()).toEqual([]);
      }
      seen.push(...itsSeen);
    };
    const readers = Array.from({ length: READERS }, (_, which) =>
      reader(ids.filter((_id, index) => index % READERS === which)),
    );
    await Promise.all(readers);
    expect(seen).toEqual([]);
  } finally {
    await context.close();
    await product.stop();
    await outlet.close();
  }
});

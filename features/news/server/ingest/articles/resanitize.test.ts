import { asc, eq } from 'drizzle-orm';
import { beforeEach, expect, it } from 'vitest';
import type { FeedItem, PreparedItem } from '#features/news/server/feed/feed.ts';
import { articles, newsSources } from '#features/news/server/news.tables.ts';
import { makeArticles, makeSource } from '#tests/support/news/news.ts';
import { makeArticle, makePreparedItem } from '#tests/support/news/publishers.ts';
import { useTestApp } from '#tests/support/test-app.ts';
import { type ConvertItem, resanitizeArticles } from './resanitize.ts';
import { storeItems } from './store-items.ts';

const test = useTestApp();

/** The current rules: removes `blink`, and rejects items of the category `rejected`. */
const convertItem: ConvertItem = (raw: FeedItem, { isSummaryOnly }) => {
  if (raw.categories.includes('rejected')) return null;
  const content = (raw.content ?? '').replace(/<\/?blink>/g, '');
  return makeArticle(
    makePreparedItem({
      title: raw.title ?? '',
      link: raw.link,
      content: isSummaryOnly ? content.slice(0, 9) : content,
      publishedAt: raw.published === null ? null : new Date(raw.published),
      feedCategories: raw.categories,
      raw,
    }),
  );
};
const current = { convertItem };

let sourceId: number;
let sourceCount = 0;

beforeEach(async () => {
  await test.database.db.delete(articles);
  sourceCount += 1;
  sourceId = await makeSource(test.database, `Publisher ${sourceCount}`);
});

const store = (items: PreparedItem[]) => {
  const articles = items.map((item) => makeArticle(item));
  return test.database.transaction((tx) => storeItems(tx, { id: sourceId }, articles, test.clock.now()));
};
const stored = () => test.database.db.select().from(articles).orderBy(asc(articles.id));

it('rebuilds articles with the current rules, and changes nothing the second time', async () => {
  await store([makePreparedItem({ content: '<blink>Old</blink>' }), makePreparedItem()]);
  const [old, other] = await stored();
  expect(await resanitizeArticles(test.database, current)).toEqual({ checked: 2, changed: 1, emptied: 0 });
  expect(await stored()).toEqual([
    { ...old, content: 'Old', excerpt: 'Old', search: expect.stringContaining('old') },
    other,
  ]);
  expect(await resanitizeArticles(test.database, current)).toEqual({ checked: 2, changed: 0, emptied: 0 });
});

it('changes nothing when it cannot be recorded', async () => {
  await store([makePreparedItem({ content: '<blink>Old</blink>' })]);
  const before = await stored();
  const record = () => Promise.reject(new Error('not recorded'));
  await expect(resanitizeArticles(test.database, current, { record })).rejects.toThrow('not recorded');
  expect(await stored()).toEqual(before);
});

it('applies summary-only to articles that were fetched before', async () => {
  await store([makePreparedItem({ content: 'The whole text' })]);
  await test.database.db.update(newsSources).set({ isSummaryOnly: true }).where(eq(newsSources.id, sourceId));
  await resanitizeArticles(test.database, current);
  expect(await stored()).toMatchObject([{ content: 'The whole' }]);
});

it('empties articles that the rules reject, and can restore them', async () => {
  const item = makePreparedItem({ feedCategories: ['rejected'] });
  await store([item]);
  const before = await stored();
  expect(await resanitizeArticles(test.database, current)).toEqual({ checked: 1, changed: 1, emptied: 1 });
  expect(await stored()).toMatchObject([{ title: item.title, content: '', excerpt: '', link: null }]);
  const tolerant: ConvertItem = (raw, options) => {
    const converted = convertItem({ ...raw, categories: [] }, options);
    const [category = ''] = raw.categories;
    return converted && { ...converted, article: { ...converted.article, category } };
  };
  await resanitizeArticles(test.database, { convertItem: tolerant });
  expect(await stored()).toEqual(before);
});

it('processes articles in batches and resumes where it was interrupted', async () => {
  await store(Array.from({ length: 250 }, () => makePreparedItem({ content: '<blink>Old</blink>' })));
  const ids = (await stored()).map(({ id }) => id);
  const reported: number[] = [];
  const report = (lastId: number) => {
    reported.push(lastId);
    if (reported.length === 1) throw new Error('interrupted');
  };
  await expect(resanitizeArticles(test.database, current, { report })).rejects.toThrow('interrupted');
  const afterId = reported[0];
  expect(afterId).toBe(ids[99]);
  expect(await resanitizeArticles(test.database, current, { afterId, report })).toEqual({
    checked: 150,
    changed: 150,
    emptied: 0,
  });
  expect(reported).toEqual([ids[99], ids[199], ids[249]]);
  expect((await stored()).every(({ content }) => content === 'Old')).toBe(true);
});

it('keeps the first date of an article', async () => {
  const item = makePreparedItem({ publishedAt: new Date('2026-11-20T05:00:00Z') });
  await store([item]);
  await store([
    makePreparedItem({ key: item.key, link: item.link, publishedAt: new Date('2026-11-21T05:00:00Z') }),
  ]);
  await resanitizeArticles(test.database, current);
  expect(await stored()).toMatchObject([{ pubDate: item.publishedAt }]);
});

it('skips articles without a raw item, such as samples', async () => {
  await makeArticles(test.database, sourceId, [{ content: '<blink>Sample</blink>' }]);
  expect(await resanitizeArticles(test.database, current)).toEqual({ checked: 0, changed: 0, emptied: 0 });
});

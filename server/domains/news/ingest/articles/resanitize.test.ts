import { asc, eq } from 'drizzle-orm';
import { beforeEach, expect, it } from 'vitest';
import type { FeedItem } from '#server/domains/news/feed/feed.ts';
import type { PrepareItem } from '#server/domains/news/ingest/feed-pipeline.ts';
import { articles, newsSources } from '#server/domains/news/news.tables.ts';
import { makeArticles, makeSource } from '#tests/support/news/news.ts';
import { outlets, preparedItem } from '#tests/support/news/publishers.ts';
import { useTestApp } from '#tests/support/test-app.ts';
import { resanitise } from './resanitize.ts';
import { storeItems } from './store-items.ts';

const test = useTestApp();
const { tools } = outlets();

/** Today's rules: `blink` goes, and an item of the category `refused` is none. */
const prepareItem: PrepareItem = (raw: FeedItem, { isSummaryOnly }) => {
  if (raw.categories.includes('refused')) return null;
  const content = (raw.content ?? '').replace(/<\/?blink>/g, '');
  return preparedItem({
    title: raw.title ?? '',
    link: raw.link,
    content: isSummaryOnly ? content.slice(0, 9) : content,
    publishedAt: raw.published === null ? null : new Date(raw.published),
    feedCategories: raw.categories,
    raw,
  });
};
const today = { ...tools, prepareItem };

let sourceId: number;
let made = 0;

beforeEach(async () => {
  await test.database.db.delete(articles);
  made += 1;
  sourceId = await makeSource(test.database, `Outlet ${made}`);
});

const store = (items: Parameters<typeof storeItems>[2]) =>
  test.database.transaction((tx) => storeItems(tx, { id: sourceId }, items, test.clock.now(), tools));
const stored = () => test.database.db.select().from(articles).orderBy(asc(articles.id));

it('makes articles anew by the rules of today, and finds nothing to do the next time', async () => {
  await store([preparedItem({ content: '<blink>Old</blink>' }), preparedItem()]);
  const [old, other] = await stored();
  expect(await resanitise(test.database, today)).toEqual({ checked: 2, changed: 1, emptied: 0 });
  expect(await stored()).toEqual([
    { ...old, content: 'Old', excerpt: 'Old', search: expect.stringContaining('old') },
    other,
  ]);
  expect(await resanitise(test.database, today)).toEqual({ checked: 2, changed: 0, emptied: 0 });
});

it('applies the switch to summaries to what came before it', async () => {
  await store([preparedItem({ content: 'The whole text' })]);
  await test.database.db.update(newsSources).set({ isSummaryOnly: true }).where(eq(newsSources.id, sourceId));
  await resanitise(test.database, today);
  expect(await stored()).toMatchObject([{ content: 'The whole' }]);
});

it('empties what may not be shown any more, and can fill it again', async () => {
  const item = preparedItem({ feedCategories: ['refused'] });
  await store([item]);
  const before = await stored();
  expect(await resanitise(test.database, today)).toEqual({ checked: 1, changed: 1, emptied: 1 });
  expect(await stored()).toMatchObject([{ title: item.title, content: '', excerpt: '', link: null }]);
  const tolerant: PrepareItem = (raw, options) => {
    const prepared = prepareItem({ ...raw, categories: [] }, options);
    return prepared && { ...prepared, feedCategories: raw.categories };
  };
  await resanitise(test.database, { ...tools, prepareItem: tolerant });
  expect(await stored()).toEqual(before);
});

it('goes through any number of articles, in pieces and from where it was broken off', async () => {
  await store(Array.from({ length: 250 }, () => preparedItem({ content: '<blink>Old</blink>' })));
  const ids = (await stored()).map(({ id }) => id);
  const reported: number[] = [];
  const report = (lastId: number) => {
    reported.push(lastId);
    if (reported.length === 1) throw new Error('broken off');
  };
  await expect(resanitise(test.database, today, { report })).rejects.toThrow('broken off');
  const afterId = reported[0];
  expect(afterId).toBe(ids[99]);
  expect(await resanitise(test.database, today, { afterId, report })).toEqual({
    checked: 150,
    changed: 150,
    emptied: 0,
  });
  expect(reported).toEqual([ids[99], ids[199], ids[249]]);
  expect((await stored()).every(({ content }) => content === 'Old')).toBe(true);
});

it('keeps the date that an article had from the beginning', async () => {
  const item = preparedItem({ publishedAt: new Date('2026-11-20T05:00:00Z') });
  await store([item]);
  await store([preparedItem({ key: item.key, publishedAt: new Date('2026-11-21T05:00:00Z') })]);
  await resanitise(test.database, today);
  expect(await stored()).toMatchObject([{ pubDate: item.publishedAt }]);
});

it('leaves articles alone that have no item, such as samples', async () => {
  await makeArticles(test.database, sourceId, [{ content: '<blink>Sample</blink>' }]);
  expect(await resanitise(test.database, today)).toEqual({ checked: 0, changed: 0, emptied: 0 });
});

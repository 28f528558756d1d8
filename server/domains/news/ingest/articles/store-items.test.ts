import { asc, eq } from 'drizzle-orm';
import { describe, expect, it } from 'vitest';
import type { PreparedItem } from '#server/domains/news/feed/feed.ts';
import type { FeedArticle } from '#server/domains/news/feed/to-article.ts';
import { articles, rawItems } from '#server/domains/news/news.tables.ts';
import { makeSource } from '#tests/support/news/news.ts';
import { makeArticle, makePreparedItem } from '#tests/support/news/publishers.ts';
import { useTestApp } from '#tests/support/test-app.ts';
import { storeItems } from './store-items.ts';

const test = useTestApp();

let sourceCount = 0;
async function newSource() {
  sourceCount += 1;
  return { id: await makeSource(test.database, `Publisher ${sourceCount}`) };
}

const storeArticles = (source: { id: number }, incoming: FeedArticle[]) =>
  test.database.transaction((tx) => storeItems(tx, source, incoming, test.clock.now()));
async function store(source: { id: number }, items: PreparedItem[]) {
  const articles = items.map((item) => makeArticle(item));
  const { added: _, ...counts } = await storeArticles(source, articles);
  return counts;
}

const stored = ({ id }: { id: number }) =>
  test.database.db.select().from(articles).where(eq(articles.sourceId, id)).orderBy(asc(articles.id));

const HEADLINE = 'Lucky Cement posts profit of Rs12.3 billion';

describe('storing the items of a feed', () => {
  it('stores the article, its classification and its raw item', async () => {
    const source = await newSource();
    const item = makePreparedItem({ title: HEADLINE, creator: 'Reporter', feedCategories: ['Results'] });
    expect(await store(source, [item])).toEqual({ new: 1, existing: 0, hasChanges: true });
    const [article] = await stored(source);
    expect(article).toMatchObject({
      key: item.key,
      title: HEADLINE,
      content: item.content,
      link: item.link,
      pubDate: item.publishedAt,
      creator: 'Reporter',
      sector: 'Cement',
      category: 'Results',
      symbols: ['LUCK'],
      companyNames: 'Lucky Cement Limited',
      fetchedAt: test.clock.now(),
    });
    const raw = await test.database.db
      .select()
      .from(rawItems)
      .where(eq(rawItems.articleId, article?.id ?? 0));
    expect(raw.map(({ item }) => item)).toEqual([item.raw]);
  });

  it('stores the oldest first, and items without a date by their fetch date', async () => {
    const source = await newSource();
    const at = (time: string) => makePreparedItem({ publishedAt: new Date(time) });
    const [today, yesterday, undated] = [
      at('2026-11-21T01:00:00Z'),
      at('2026-11-20T01:00:00Z'),
      makePreparedItem({ publishedAt: null }),
    ];
    await store(source, [today, undated, yesterday]);
    const rows = await stored(source);
    expect(rows.map(({ key }) => key)).toEqual([yesterday.key, today.key, undated.key]);
    expect(rows.at(-1)).toMatchObject({ pubDate: null, sortDate: new Date(0) });
  });

  it('writes nothing when the same items are fetched again', async () => {
    const source = await newSource();
    const items = [makePreparedItem({ title: HEADLINE }), makePreparedItem()];
    await store(source, items);
    const versions = () =>
      test.database.pool.query('select id, xmin::text from articles where source_id = $1', [source.id]);
    const before = (await versions()).rows;
    expect(await store(source, items)).toEqual({ new: 0, existing: 2, hasChanges: false });
    expect((await versions()).rows).toEqual(before);
  });

  it('updates an article that the source changed, and keeps its first date', async () => {
    const source = await newSource();
    const item = makePreparedItem();
    await store(source, [item]);
    const edited = makePreparedItem({
      key: item.key,
      title: 'Lucky Cement raises prices',
      content: '<p>More</p>',
      publishedAt: new Date('2026-11-21T05:00:00Z'),
    });
    expect(await store(source, [edited])).toEqual({ new: 0, existing: 1, hasChanges: true });
    expect(await stored(source)).toMatchObject([
      {
        title: 'Lucky Cement raises prices',
        content: '<p>More</p>',
        excerpt: 'More',
        symbols: ['LUCK'],
        pubDate: item.publishedAt,
      },
    ]);
    expect(await store(source, [edited])).toMatchObject({ hasChanges: false });
  });

  it('adds a date that was missing', async () => {
    const source = await newSource();
    const item = makePreparedItem({ publishedAt: null });
    await store(source, [item]);
    const publishedAt = new Date('2026-11-20T05:00:00Z');
    await store(source, [{ ...item, publishedAt }]);
    expect(await stored(source)).toMatchObject([{ pubDate: publishedAt }]);
  });

  it('strips characters that PostgreSQL cannot store', async () => {
    const source = await newSource();
    const broken = makePreparedItem({
      title: 'Gold\0 rises \ud800',
      content: '<p>\0</p>',
      link: `https://publisher.example/${'x'.repeat(5000)}`,
      feedCategories: ['c'.repeat(5000)],
    });
    expect(await store(source, [broken, makePreparedItem()])).toMatchObject({ new: 2 });
    const rows = await stored(source);
    expect(rows.find(({ key }) => key === broken.key)).toMatchObject({
      title: 'Gold rises \ufffd',
      link: null,
    });
  });
});

describe('duplicate detection', () => {
  const first = makePreparedItem({ title: HEADLINE, publishedAt: new Date('2026-11-20T06:00:00Z') });
  const variant = (item: Partial<PreparedItem>) =>
    makePreparedItem({ title: HEADLINE, publishedAt: first.publishedAt, ...item });
  const CASES: [string, PreparedItem, { new: number; existing: number }][] = [
    ['the same key', variant({ key: first.key, title: 'Another title' }), { new: 0, existing: 1 }],
    ['the same link', variant({ link: first.link, title: 'Another title' }), { new: 0, existing: 1 }],
    ['the same title', variant({}), { new: 0, existing: 1 }],
    [
      'nearly the same title',
      variant({ title: 'Lucky Cement posts a profit of Rs12.3 billion' }),
      { new: 0, existing: 1 },
    ],
    [
      'the same title 23 hours later',
      variant({ publishedAt: new Date('2026-11-21T05:00:00Z') }),
      { new: 0, existing: 1 },
    ],
    [
      'the same title a day later',
      variant({ publishedAt: new Date('2026-11-21T06:00:00Z') }),
      { new: 1, existing: 0 },
    ],
    [
      'other figures',
      variant({ title: 'Lucky Cement posts profit of Rs12.4 billion' }),
      { new: 1, existing: 0 },
    ],
    [
      'another company',
      variant({ title: 'Fauji Cement posts profit of Rs12.3 billion' }),
      { new: 1, existing: 0 },
    ],
  ];

  it.each(CASES)('compares an item with stored articles by %s', async (_case, item, expected) => {
    const source = await newSource();
    await store(source, [first]);
    expect(await store(source, [item])).toMatchObject(expected);
  });

  it.each(CASES)('compares the items of a feed by %s', async (_case, item, expected) => {
    const source = await newSource();
    expect(await store(source, [first, item])).toMatchObject({
      new: 1 + expected.new,
      existing: expected.existing,
    });
    expect(await stored(source)).toHaveLength(1 + expected.new);
  });

  it('stores similar titles of different companies separately', async () => {
    const source = await newSource();
    const incoming = [
      makeArticle(makePreparedItem({ title: 'Engro profit up 12% in first half' }), ['ENGROH']),
      makeArticle(makePreparedItem({ title: 'Engro Fertilizers profit up 12% in first half' }), ['EFERT']),
    ];
    expect(await storeArticles(source, incoming)).toMatchObject({ new: 2 });
  });

  it('recognizes an item without a date by its title within a day of the fetch', async () => {
    const source = await newSource();
    await store(source, [makePreparedItem({ title: HEADLINE, publishedAt: null })]);
    const again = () => makePreparedItem({ title: HEADLINE, publishedAt: null });
    test.clock.set('2026-11-22T05:00:00Z');
    expect(await store(source, [again()])).toMatchObject({ new: 0 });
    test.clock.set('2026-11-22T06:00:00Z');
    expect(await store(source, [again()])).toMatchObject({ new: 1 });
    test.clock.set('2026-11-21T05:42:00Z');
  });

  it('stores the same article of another source separately', async () => {
    await store(await newSource(), [first]);
    expect(await store(await newSource(), [first])).toMatchObject({ new: 1, existing: 0 });
  });

  it('ignores a link that the whole feed shares', async () => {
    const source = await newSource();
    const link = 'https://publisher.example/';
    const items = [1, 2, 3, 4].map(() => makePreparedItem({ link }));
    expect(await store(source, items)).toMatchObject({ new: 4 });
  });
});

it('stores a thousand items of one day, and skips them the second time', async () => {
  const source = await newSource();
  const items = Array.from({ length: 1000 }, (_, index) =>
    makePreparedItem({ title: `Company ${index} posts profit for the quarter` }),
  );
  expect(await store(source, items)).toMatchObject({ new: 1000 });
  expect(await store(source, items)).toMatchObject({ new: 0, existing: 1000, hasChanges: false });
});

describe('a story that several sources report', () => {
  const title = 'Hub Power signs pact for 120MW solar park at Hub';

  it('has one lead, to which the articles of other sources refer', async () => {
    const [first, second, third] = [await newSource(), await newSource(), await newSource()];
    await store(first, [makePreparedItem({ title })]);
    await store(second, [makePreparedItem({ title }), makePreparedItem({ title: 'Something else happens' })]);
    await store(third, [makePreparedItem({ title })]);
    const [lead] = await stored(first);
    expect(lead?.leadId).toBeNull();
    expect((await stored(second)).map((article) => article.leadId).toSorted()).toEqual([lead?.id, null]);
    expect((await stored(third)).map((article) => article.leadId)).toEqual([lead?.id]);
    // Fetching the feed again changes nothing.
    expect(await store(third, [makePreparedItem({ title })])).toMatchObject({ new: 0 });
  });

  it('has one article of each source', async () => {
    const [first, second] = [await newSource(), await newSource()];
    const headline = 'Lucky Cement wins 50MW wind contract in Iraq';
    await store(first, [makePreparedItem({ title: headline })]);
    await store(second, [makePreparedItem({ title: headline })]);
    const again = makePreparedItem({
      title: headline,
      publishedAt: new Date(test.clock.now().getTime() - 1000),
    });
    await test.database.db.update(articles).set({ title: 'Renamed' }).where(eq(articles.sourceId, second.id));
    await store(second, [again]);
    expect((await stored(second)).filter((article) => article.leadId !== null)).toHaveLength(1);
  });
});

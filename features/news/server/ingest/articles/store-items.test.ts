import { asc, eq } from 'drizzle-orm';
import { describe, expect, it } from 'vitest';
import type { PreparedItem } from '#features/news/server/feed/feed.ts';
import { prepareFeed } from '#features/news/server/feed/parse/prepare-feed.ts';
import { type FeedArticle, toArticle } from '#features/news/server/feed/to-article.ts';
import { articles, rawItems } from '#features/news/server/news.tables.ts';
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
      link: item.link,
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
    [
      'the same key and link',
      variant({ key: first.key, link: first.link, title: 'Another title' }),
      { new: 0, existing: 1 },
    ],
    ['the same key', variant({ key: first.key }), { new: 0, existing: 1 }],
    ['the same key only', variant({ key: first.key, title: 'Another title' }), { new: 1, existing: 0 }],
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

  // The parser gives no two stories of a feed the same key.
  const CASES_IN_FEED = CASES.filter(([name]) => name !== 'the same key only');
  it.each(CASES_IN_FEED)('compares the items of a feed by %s', async (_case, item, expected) => {
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

/** An item of a feed as a publisher writes it. */
interface Entry {
  title: string;
  guid?: string;
  link?: string;
  date?: string;
}

/** Stores a feed of these entries. */
function fetchFeed(source: { id: number }, entries: Entry[]) {
  const encode = (text: string) => text.replaceAll('&', '&amp;');
  const items = entries.map(
    ({ title, guid, link, date }) => `<item><title>${encode(title)}</title><description>Text.</description>
      ${guid ? `<guid isPermaLink="false">${encode(guid)}</guid>` : ''}${link ? `<link>${encode(link)}</link>` : ''}
      ${date ? `<pubDate>${date}</pubDate>` : ''}</item>`,
  );
  const feed = prepareFeed(Buffer.from(`<rss><channel>${items.join('')}</channel></rss>`), {
    contentType: null,
    url: 'https://publisher.example/feed',
    isSummaryOnly: false,
    now: test.clock.now(),
  });
  return storeArticles(
    source,
    feed.items.map((item) => toArticle(item)),
  );
}

const MORNING = 'Fri, 20 Nov 2026 09:00:00 +0500';
const EVENING = 'Fri, 20 Nov 2026 17:00:00 +0500';
const NEXT_DAY = 'Sat, 21 Nov 2026 10:00:00 +0500';
const SITE = 'https://publisher.example';

const titles = async (source: { id: number }) => (await stored(source)).map(({ title }) => title);

describe('a GUID that several stories have', () => {
  const cement: Entry = {
    guid: '1',
    title: 'Cement sales fall in October',
    link: `${SITE}/cement`,
    date: MORNING,
  };
  const rupee: Entry = { guid: '1', title: 'Rupee ends week lower', link: `${SITE}/rupee`, date: EVENING };
  const bank: Entry = { guid: '1', title: 'Central bank keeps rate', link: `${SITE}/rate`, date: NEXT_DAY };
  const withoutLink = ({ link: _, ...entry }: Entry) => entry;

  it.each([
    ['with links', [cement, rupee, bank]],
    ['without links', [cement, rupee, bank].map(withoutLink)],
    ['with one link for all', [cement, rupee, bank].map((entry) => ({ ...entry, link: `${SITE}/news` }))],
    ['with the link of the site', [cement, rupee, bank].map((entry) => ({ ...entry, link: SITE }))],
  ])('identifies none of them in one feed %s', async (_case, entries) => {
    const source = await newSource();
    expect(await fetchFeed(source, entries)).toMatchObject({ new: 3 });
    expect(await fetchFeed(source, entries)).toMatchObject({ new: 0, existing: 3, hasChanges: false });
    // The feed becomes shorter, and the GUID is the only one.
    expect(await fetchFeed(source, entries.slice(1))).toMatchObject({ new: 0, hasChanges: false });
    expect(await fetchFeed(source, entries.slice(2))).toMatchObject({ new: 0, hasChanges: false });
    expect(await titles(source)).toEqual([cement, rupee, bank].map(({ title }) => title));
  });

  it.each([
    ['with links', [cement, rupee, bank]],
    ['without links', [cement, rupee, bank].map(withoutLink)],
  ])('identifies none of them in several feeds %s', async (_case, entries) => {
    const source = await newSource();
    for (const entry of entries) {
      expect(await fetchFeed(source, [entry])).toMatchObject({ new: 1 });
      expect(await fetchFeed(source, [entry])).toMatchObject({ new: 0, hasChanges: false });
    }
    expect(await fetchFeed(source, entries)).toMatchObject({ new: 0, hasChanges: false });
    expect((await stored(source)).map(({ title, pubDate }) => [title, pubDate?.toISOString()])).toEqual([
      [cement.title, '2026-11-20T04:00:00.000Z'],
      [rupee.title, '2026-11-20T12:00:00.000Z'],
      [bank.title, '2026-11-21T05:00:00.000Z'],
    ]);
  });

  it('does not replace a report of the same title of another day', async () => {
    const source = await newSource();
    const report = { guid: 'daily', title: 'Market wrap' };
    await fetchFeed(source, [{ ...report, link: `${SITE}/wrap-1`, date: MORNING }]);
    const next = { ...report, link: `${SITE}/wrap-2`, date: NEXT_DAY };
    expect(await fetchFeed(source, [next])).toMatchObject({ new: 1 });
  });

  it.each([
    [
      'two of three items, and one link',
      [
        { ...rupee, link: `${SITE}/news` },
        { ...bank, guid: '2' },
      ],
    ],
    ['the link of the first page of the site', [{ ...rupee, link: `${SITE}/index.php` }]],
    ['the link of the feed', [{ ...rupee, link: '#' }]],
  ])('identifies none of them if it is that of %s', async (_case, [second, ...others]) => {
    const source = await newSource();
    const entries = [{ ...cement, link: second?.link ?? '' }, second as Entry, ...others];
    expect(await fetchFeed(source, entries)).toMatchObject({ new: entries.length });
    expect(await fetchFeed(source, entries)).toMatchObject({ new: 0, hasChanges: false });
    expect(await fetchFeed(source, entries.slice(1))).toMatchObject({ new: 0, hasChanges: false });
    expect(await titles(source)).toEqual(entries.map(({ title }) => title));
  });

  it('identifies no story of another company with a similar title', async () => {
    const source = await newSource();
    const results = (title: string, symbol: string) => [
      makeArticle(makePreparedItem({ key: 'one', title }), [symbol]),
    ];
    await storeArticles(source, results('Engro profit up 12% in first half', 'ENGROH'));
    const next = results('Engro Fertilizers profit up 12% in first half', 'EFERT');
    expect(await storeArticles(source, next)).toMatchObject({ new: 1 });
  });

  it('identifies notices of several companies that have one page, one title and no date', async () => {
    const source = await newSource();
    const notices = ['LUCK', 'OGDC', 'HBL'].map((symbol) => {
      const link = `${SITE}/announcements`;
      const item = makePreparedItem({ key: symbol, title: 'Board Meeting', link, publishedAt: null });
      return makeArticle(item, [symbol]);
    });
    expect(await storeArticles(source, notices)).toMatchObject({ new: 3 });
    expect(await storeArticles(source, notices.slice(1))).toMatchObject({ new: 0, hasChanges: false });
  });

  it('identifies a story without a link whose new version names another company, too', async () => {
    const source = await newSource();
    const title = 'Engro profit up 12% in first half';
    const write = (publishedAt: string, symbols: string[]) => [
      makeArticle(
        makePreparedItem({ key: 'one', title, link: null, publishedAt: new Date(publishedAt) }),
        symbols,
      ),
    ];
    await storeArticles(source, write('2026-11-21T04:00:00Z', ['ENGROH']));
    const edited = write('2026-11-21T06:00:00Z', ['EFERT', 'ENGROH']);
    expect(await storeArticles(source, edited)).toMatchObject({ new: 0 });
  });

  it('updates an article that one fetch stored under it', async () => {
    const source = await newSource();
    await fetchFeed(source, [cement]);
    const edited = { ...cement, title: 'Cement sales plunge' };
    expect(await fetchFeed(source, [rupee, edited])).toMatchObject({ new: 1, existing: 1 });
    expect(await titles(source)).toEqual(['Cement sales plunge', rupee.title]);
  });
});

describe('an item that changes', () => {
  const first: Entry = {
    guid: `${SITE}/news/1234567/lucky-cement-profit`,
    link: `${SITE}/news/1234567/lucky-cement-profit`,
    title: 'Lucky Cement profit rises',
    date: MORNING,
  };
  const CHANGES: [string, Partial<Entry>][] = [
    ['its title', { title: 'Cement maker earns more' }],
    ['its title and date', { title: 'Cement maker earns more', date: NEXT_DAY }],
    ['its GUID', { guid: 'p-5' }],
    ['its link', { link: `${SITE}/lucky` }],
    ['its GUID and title', { guid: 'p-5', title: 'Cement maker earns more' }],
    [
      'the protocol of its link and GUID, and its title',
      { guid: 'http', link: first.link?.replace('https:', 'http:') ?? '', title: 'Cement maker earns more' },
    ],
    [
      'the host, the last slash and tracking parameters of its link',
      {
        guid: 'x',
        link: 'http://www.publisher.example/news/1234567/lucky-cement-profit/?fbclid=a&utm_source=rss',
        title: 'Cement maker earns more',
      },
    ],
    [
      'its title, slug and GUID, and not the number in its URL',
      {
        guid: 'x',
        link: `${SITE}/news/1234567/cement-maker`,
        title: 'Cement maker earns more',
        date: EVENING,
      },
    ],
  ];

  it.each(CHANGES)('is updated if it changed %s', async (_case, change) => {
    const source = await newSource();
    const others = [{ guid: 'o', link: `${SITE}/news/1234568/gold`, title: 'Gold falls', date: MORNING }];
    await fetchFeed(source, [first, ...others]);
    const changed = { ...first, ...change };
    expect(await fetchFeed(source, [changed, ...others])).toMatchObject({ new: 0, existing: 2 });
    expect(await fetchFeed(source, [changed, ...others])).toMatchObject({ new: 0, hasChanges: false });
    expect(await stored(source)).toMatchObject([
      { title: changed.title, pubDate: new Date('2026-11-20T04:00:00Z') },
      { title: 'Gold falls' },
    ]);
  });

  const move = (link: string): Entry[] => [
    {
      guid: 'a',
      link: `${SITE}/${link.replace('*', 'lucky-profit')}`,
      title: 'Lucky Cement profit rises',
      date: MORNING,
    },
    {
      guid: 'b',
      link: `${SITE}/${link.replace('*', 'gold')}`,
      title: 'Gold price falls again',
      date: EVENING,
    },
  ];

  it.each([
    ['in a path', 'news/7654321/*', 1],
    ['after the slug', '*-54321', 1],
    ['after a letter', 'story/*/n54321.html', 1],
    ['in a query', 'story.php?id=54321&slug=*', 1],
    ['before the slug', '54321-*.html', 1],
    ['with another folder', 'news/54321/*/', 1],
    ['in the middle of a slug', 'index-at-54321-points-*', 2],
    ['of four digits', 'news/4321/*', 2],
    ['that is a date', 'news/20261120/*', 2],
    ['that is a date with the day first', 'news/20112026/*', 2],
    ['that is a short date', 'news/261120/*', 2],
    ['that is a month', 'news/202611/*', 2],
    ['that is a date and a time', 'news/20261120093000/*', 2],
    ['that is a Unix time', 'news/1795858020/*', 2],
    ['that is a Unix time in milliseconds', 'news/1795858020123/*', 2],
    ['in a date with dashes', 'news/2026-11-20/*', 2],
    ['in a date with slashes', 'news/2026/11/20/*', 2],
    ['with an encoded character', '%D8123%D845/*', 2],
    ['in a fragment', '*#54321', 2],
    ['in a hash', '9c12345f/*', 2],
  ])('is one article by a number %s, if it is no date', async (_case, link, expected) => {
    const source = await newSource();
    for (const entry of move(link)) {
      await fetchFeed(source, [entry]);
      expect(await fetchFeed(source, [entry])).toMatchObject({ new: 0, hasChanges: false });
    }
    expect(await stored(source)).toHaveLength(expected);
  });

  it('is another article if several items of the feed have the number', async () => {
    const source = await newSource();
    const [lucky, gold] = move('live/54321/*') as [Entry, Entry];
    await fetchFeed(source, [lucky]);
    expect(await fetchFeed(source, [lucky, gold])).toMatchObject({ new: 1 });
    const oil = { guid: 'c', link: `${SITE}/live/54321/oil`, title: 'Oil rises', date: NEXT_DAY };
    // Two stored articles have the number.
    expect(await fetchFeed(source, [oil])).toMatchObject({ new: 1 });
    expect(await titles(source)).toEqual([lucky.title, gold.title, oil.title]);
  });

  it('is one article if the feed repeats the item that has the number', async () => {
    const source = await newSource();
    const [lucky, moved] = move('news/54321/*') as [Entry, Entry];
    await fetchFeed(source, [lucky, { ...lucky, link: lucky.link?.replace('https:', 'http:') ?? '' }]);
    const repeated = [moved, { ...moved, guid: 'c' }];
    expect(await fetchFeed(source, repeated)).toMatchObject({ new: 0 });
    expect(await fetchFeed(source, repeated)).toMatchObject({ new: 0, hasChanges: false });
    expect(await titles(source)).toEqual([moved.title]);
  });

  it('is another article if it is another post of a live blog', async () => {
    const source = await newSource();
    const [lucky, gold] = move('live/54321/psx#*') as [Entry, Entry];
    for (const post of [lucky, gold]) expect(await fetchFeed(source, [post])).toMatchObject({ new: 1 });
    expect(await titles(source)).toEqual([lucky.title, gold.title]);
  });

  it('is another article if the number is a figure of the headline, on another host or of another source', async () => {
    const source = await newSource();
    const items: Entry[] = [
      {
        guid: 'a',
        link: `${SITE}/kse-crosses-170000-points`,
        title: 'KSE crosses 170,000 points',
        date: MORNING,
      },
      { guid: 'b', link: `${SITE}/kse-falls-below-170000`, title: 'KSE falls below 170,000', date: EVENING },
      { guid: 'c', link: 'https://other.example/170000/oil', title: 'Oil rises', date: EVENING },
      { guid: 'd', link: `${SITE}/170000/gold`, title: 'Gold price falls again', date: EVENING },
    ];
    for (const item of items) expect(await fetchFeed(source, [item])).toMatchObject({ new: 1 });
    const other = await newSource();
    const again = { guid: 'e', link: `${SITE}/170000/silver`, title: 'Silver gains', date: EVENING };
    expect(await fetchFeed(other, [again])).toMatchObject({ new: 1 });
    expect(await stored(source)).toHaveLength(4);
  });

  it('is updated weeks later if it has its GUID and the number in its URL, but another slug, title and date', async () => {
    const source = await newSource();
    const [lucky, moved] = move('news/54321/*') as [Entry, Entry];
    await fetchFeed(source, [{ ...lucky, date: 'Thu, 01 Oct 2026 09:00:00 +0500' }]);
    expect(await fetchFeed(source, [{ ...moved, guid: 'a' }])).toMatchObject({ new: 0, existing: 1 });
    expect(await titles(source)).toEqual([moved.title]);
  });

  it('is another article if the number is that of a story of weeks ago', async () => {
    const source = await newSource();
    const [lucky, gold] = move('poll/54321/*') as [Entry, Entry];
    await fetchFeed(source, [{ ...lucky, date: 'Thu, 01 Oct 2026 09:00:00 +0500' }]);
    expect(await fetchFeed(source, [gold])).toMatchObject({ new: 1 });
  });
});

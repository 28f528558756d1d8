import { beforeAll, describe, expect, it } from 'vitest';
import { NEWS_ORDERINGS } from '#features/news/contract/endpoints.ts';
import { newsSources } from '#features/news/server/news.tables.ts';
import { makeArticles, makeSource } from '#tests/support/news/news.ts';
import { useTestApp } from '#tests/support/test-app.ts';
import { listArticles } from './list-articles.ts';
import { loadNewsOverview, type NewsFilter, type NewsOverview } from './news-overview.ts';

const test = useTestApp();
let overview: NewsOverview;

/** So small that few articles are enough to cover every code path. */
const SMALL = { firstRange: 5, sampleSize: 20, maxUnindexed: 60, maxSingleRead: 8, minSkipToCount: 3 };
const NO_LIMIT = 1_000;
const ARTICLES = 400;

interface TestArticle {
  id: number;
  title: string;
  words: string[];
  source: string;
  sector: string;
  category: string;
  time: number;
}
const testArticles: TestArticle[] = [];

beforeAll(async () => {
  const sources = ['Dawn', 'Business Recorder', "O'Neil \\ Sons"];
  for (const name of sources) await makeSource(test.database, name);
  const rows = await test.database.db.select().from(newsSources);
  for (const { id: sourceId, name } of rows) {
    const articles = Array.from({ length: ARTICLES }, (_, index) => index)
      .filter((index) => rows[index % rows.length]?.id === sourceId)
      .map((index) => describeArticle(index, name));
    const ids = await makeArticles(
      test.database,
      sourceId,
      articles.map(({ time, words, ...article }) => ({
        ...article,
        content: `<p>${words.join(' ')}</p>`,
        // Without a date, before the weeks of the others.
        pubDate: time === 0 ? null : new Date(time),
      })),
    );
    articles.forEach((article, index) => void testArticles.push({ ...article, id: ids[index] ?? 0 }));
  }
  overview = await loadNewsOverview(test.database.db);
});

/** Describes one of five years of unevenly distributed articles, many with the same timestamp. */
function describeArticle(index: number, source: string): Omit<TestArticle, 'id'> {
  const words = ['everywhere'];
  if (index % 2 === 0) words.push('frequent');
  if (index % 17 === 0) words.push('rare');
  if (index > 350) words.push('forgotten');
  if (index === 111) words.push('single');
  const weeksAgo = Math.floor((index * index) / 600);
  return {
    title: `${'LUCK OGDC "Zeta apple'.split(' ')[index % 4]} ${(index * 7) % 50}`,
    words,
    source,
    sector: ['', 'Cement', 'Refinery', "Food & 'Personal' Care"][index % 4] ?? '',
    category: ['Markets', 'Economy'][index % 2] ?? '',
    time:
      index % 40 === 39 ? 0 : Date.UTC(2026, 10, 21) - weeksAgo * 7 * 86_400_000 - (index % 5) * 3_600_000,
  };
}

async function list(
  filter: NewsFilter,
  ordering: (typeof NEWS_ORDERINGS)[number],
  offset = 0,
  maxCount = NO_LIMIT,
) {
  const slice = { ordering, offset, limit: 12 };
  const options = { maxCount, content: 'excerpt', limits: SMALL } as const;
  const { rows, ...found } = await listArticles(test.database.db, overview, filter, slice, options);
  return { ids: rows.map(({ id }) => id), ...found };
}

/** Computes the expected result from all articles. */
function computeExpected(filter: NewsFilter, ordering: string): number[] {
  const isDescending = ordering.startsWith('-');
  const key = ({ title, time }: TestArticle) =>
    ordering.endsWith('title') ? title.replace(/^[^\p{L}\p{N}]+/u, '').toLowerCase() : time;
  const matching = testArticles.filter(
    ({ words, source, sector, category }) =>
      (filter.search ?? '').split(' ').every((word) => word === '' || words.includes(word)) &&
      (!filter.source || filter.source === source) &&
      (!filter.sector?.length || filter.sector.includes(sector)) &&
      (!filter.category?.length || filter.category.includes(category)),
  );
  const sorted = matching.sort((a, b) => {
    const [first, second] = [key(a), key(b)];
    return first < second ? -1 : first > second ? 1 : a.id - b.id;
  });
  return (isDescending ? sorted.reverse() : sorted).map(({ id }) => id);
}

const FILTERS: NewsFilter[] = [
  {},
  { source: 'Dawn' },
  { source: "O'Neil \\ Sons" },
  { sector: ['Cement'] },
  { sector: ['Cement', "Food & 'Personal' Care", 'No such sector'] },
  { category: ['Markets', 'Economy'] },
  { source: "O'Neil \\ Sons", sector: ["Food & 'Personal' Care", 'Cement'] },
  { source: 'Dawn', category: ['Economy'], sector: ['Refinery', 'Cement'] },
  { search: 'everywhere' },
  { search: 'frequent' },
  { search: 'rare' },
  { search: 'rare frequent' },
  { search: 'forgotten' },
  { search: 'single' },
  { search: 'frequent', source: 'Dawn' },
  { search: 'rare', sector: ['Cement', 'Refinery'], category: ['Markets', 'Economy'] },
];

describe.each(NEWS_ORDERINGS)('articles ordered by %s', (ordering) => {
  it.each(FILTERS)('returns the same articles as a full scan with the filter %j', async (filter) => {
    if (filter.search && ordering.endsWith('title')) return;
    const all = computeExpected(filter, ordering);
    expect(all.length).toBeGreaterThan(0);
    const offsets = [0, 12, 24, 60, 120, all.length - 13, all.length - 1];
    for (const offset of offsets.filter((value) => value >= 0 && value < all.length)) {
      const { ids, count, isCapped } = await list(filter, ordering, offset);
      expect({ offset, ids }).toEqual({ offset, ids: all.slice(offset, offset + 12) });
      expect({ offset, isCapped, isRight: isCapped ? count <= all.length : count === all.length }).toEqual({
        offset,
        isCapped: isCapped && filter.search !== undefined,
        isRight: true,
      });
    }
  });
});

describe('a search', () => {
  it('counts further with each page until the last', async () => {
    const all = computeExpected({ search: 'frequent' }, '-pub_date');
    let count = 0;
    for (let offset = 0; offset < all.length; offset += 12) {
      const found = await list({ search: 'frequent' }, '-pub_date', offset);
      expect(found.ids).toEqual(all.slice(offset, offset + 12));
      expect(found.count).toBeGreaterThanOrEqual(count);
      count = found.count;
      if (found.isCapped) expect(count).toBeGreaterThan(offset + 12);
      else expect(count).toBe(all.length);
    }
    expect(count).toBe(all.length);
  });

  it.each([
    ['frequent', '-pub_date'],
    ['frequent', 'pub_date'],
    ['rare', '-pub_date'],
    ['forgotten', '-pub_date'],
  ] as const)('stops counting the matches of %s at the limit, ordered by %s', async (search, ordering) => {
    const all = computeExpected({ search }, ordering);
    const capped = { count: 15, isCapped: true };
    expect(await list({ search }, ordering, 12, 15)).toEqual({ ids: all.slice(12, 15), ...capped });
    expect(await list({ search }, ordering, 24, 15)).toEqual({ ids: [], ...capped });
  });

  it('does not cap the count if it equals the limit', async () => {
    const all = computeExpected({ search: 'rare' }, '-pub_date');
    expect(await list({ search: 'rare' }, '-pub_date', 12, all.length)).toMatchObject({
      count: all.length,
      isCapped: false,
    });
  });

  it('orders only the newest matches by title', async () => {
    const search = 'frequent';
    const found = await list({ search }, 'title', 0, 15);
    const newest = new Set(computeExpected({ search }, '-pub_date').slice(0, found.count));
    const byTitle = computeExpected({ search }, 'title').filter((id) => newest.has(id));
    expect(found).toEqual({ ids: byTitle.slice(0, 12), count: newest.size, isCapped: true });
    expect(newest.size).toBeGreaterThan(12);
    expect((await list({ search }, 'title', 12, 15)).ids).toEqual(byTitle.slice(12));
  });

  it('scans only the newest articles if the search has only excluded words', async () => {
    const found = await list({ search: '-everywhere' }, '-pub_date');
    expect(found).toEqual({ ids: [], count: 0, isCapped: true });
    const single = computeExpected({ search: 'single' }, '-pub_date');
    const others = computeExpected({}, '-pub_date').filter((id) => !single.includes(id));
    expect((await list({ search: '-single' }, '-pub_date')).ids).toEqual(others.slice(0, 12));
  });

  it.each(['the', '§', '""', "'", ':*', '!', '((', '& |', '-', '\\', 'and or', '%_'])(
    'finds nothing for %s, which has no word',
    async (search) => {
      expect(await list({ search }, '-pub_date')).toEqual({ ids: [], count: 0, isCapped: false });
      expect(await list({ search, sector: ['Cement'] }, 'title')).toEqual({
        ids: [],
        count: 0,
        isCapped: false,
      });
    },
  );

  it.each(["frequent'", '"frequent', 'frequent:*', '(frequent', 'frequent & ', 'frequent \\'])(
    'ignores the punctuation in %s',
    async (search) => {
      const all = computeExpected({ search: 'frequent' }, '-pub_date');
      expect((await list({ search }, '-pub_date')).ids).toEqual(all.slice(0, 12));
    },
  );

  it('does not let a search match the tags', async () => {
    for (const search of ['§sector:Cement', "'§sector:Cement'", '§week:2026-11-16', '§source:1']) {
      expect(await list({ search }, '-pub_date')).toMatchObject({ count: 0 });
    }
  });
});

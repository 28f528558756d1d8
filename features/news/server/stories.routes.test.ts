import { parseAtomFeed } from 'feedsmith';
import { beforeAll, describe, expect, it } from 'vitest';
import { makeArticles, makeSource } from '#tests/support/news/news.ts';
import { useTestApp } from '#tests/support/test-app.ts';

const test = useTestApp();
const title = 'Lucky Cement posts Rs9.4bn profit';
let lead = 0;
let copy = 0;
let other = 0;

beforeAll(async () => {
  const [dawn, profit] = [await makeSource(test.database, 'Dawn'), await makeSource(test.database, 'Profit')];
  const story = { title, sector: 'Cement', category: 'Financial Results', symbols: ['LUCK'] };
  const at = (hour: number) => new Date(Date.UTC(2026, 10, 20, hour));
  [lead = 0] = await makeArticles(test.database, dawn, [
    { ...story, link: 'https://dawn.example/1', pubDate: at(9) },
  ]);
  [copy = 0, other = 0] = await makeArticles(test.database, profit, [
    { ...story, category: 'Companies', link: 'https://profit.example/1', pubDate: at(10), leadId: lead },
    { title: 'Rupee steady', category: 'Currency', link: null, pubDate: at(8) },
  ]);
});

const get = async (path: string, query: Record<string, string> = {}) => {
  const response = await test.request({ url: `/api${path}`, query });
  expect(response.statusCode).toBe(200);
  return response.json();
};
const listIds = async (query: Record<string, string>) => {
  const { results, count } = await get('/news/articles/', query);
  expect(count).toBe(results.length);
  return results.map(({ id }: { id: number }) => id);
};
const SOURCES = [
  { name: 'Dawn', link: 'https://dawn.example/1' },
  { name: 'Profit', link: 'https://profit.example/1' },
];

describe('a story of two sources', () => {
  it.each([
    {},
    { ordering: 'title' },
    { ordering: 'pub_date' },
    { sector: 'Cement' },
    { category: 'Financial Results' },
    { sector: 'Cement', category: 'Financial Results' },
    { symbol: 'LUCK' },
    { search: 'lucky profit' },
    { search: 'lucky profit', ordering: '-title' },
  ])('is one article with both sources in the list %o', async (query) => {
    const { results, count } = await get('/news/articles/', query as Record<string, string>);
    const stories = results.filter((article: { title: string }) => article.title === title);
    expect(stories).toMatchObject([{ id: lead, source: { name: 'Dawn' }, sources: SOURCES }]);
    expect(count).toBe(results.length);
  });

  it('is listed for each of its sources, with the article of that source', async () => {
    expect(await listIds({ source: 'Dawn' })).toEqual([lead]);
    expect(await listIds({ source: 'Profit' })).toEqual([copy, other]);
    expect(await listIds({ source: 'Profit', search: 'lucky' })).toEqual([copy]);
    expect(await listIds({ source: 'Profit', sector: 'Cement' })).toEqual([copy]);
  });

  it('has both sources on the pages of both articles, and one neighbor', async () => {
    const { article, newer, older } = await get(`/news/articles/${lead}/`);
    expect(article.sources).toEqual(SOURCES);
    expect({ newer, older }).toMatchObject({ newer: null, older: { id: other } });
    expect((await get(`/news/articles/${copy}/`)).article.sources).toEqual(SOURCES.toReversed());
    expect((await get(`/news/articles/${other}/`)).newer).toMatchObject({ id: lead });
  });

  it('is one entry of the Atom feed, and one result of the search', async () => {
    const feed = parseAtomFeed((await test.request({ url: '/api/news/feed.atom' })).body);
    expect(feed.entries?.map(({ title }) => title?.value)).toEqual([title, 'Rupee steady']);
    expect(feed.entries?.[0]).toMatchObject({
      contributors: [{ name: 'Profit' }],
      links: [{}, { href: 'https://dawn.example/1' }, { href: 'https://profit.example/1' }],
    });
    const { articles } = await get('/search/', { q: 'lucky profit' });
    expect(articles).toMatchObject([{ id: lead, sources: SOURCES }]);
  });

  it('leaves its source among the filters, but no category that only the other article has', async () => {
    expect(await get('/news/sources/')).toEqual({ sources: ['Dawn', 'Profit'] });
    expect(await get('/news/categories/')).toEqual({ categories: ['Currency', 'Financial Results'] });
  });
});

import { parseAtomFeed } from 'feedsmith';
import { beforeAll, describe, expect, it } from 'vitest';
import { makeArticles, makeSource } from '#tests/support/news/news.ts';
import { useTestApp } from '#tests/support/test-app.ts';

const test = useTestApp();
const HOSTILE = '<script>alert("1")</script> & \u0001\u{1f4c8} ]]> \'quoted\'';
let id: number | undefined;

beforeAll(async () => {
  const source = await makeSource(test.database, 'Dawn & Sons');
  const minutesAgo = (minutes: number) => new Date(Date.UTC(2026, 10, 20, 12) - minutes * 60_000);
  [id] = await makeArticles(test.database, source, [
    {
      title: HOSTILE,
      excerpt: HOSTILE,
      sector: 'Oil & Gas Exploration Companies',
      creator: null,
      link: 'https://publisher.example/?a=1&b="2"',
      pubDate: minutesAgo(1),
    },
    ...Array.from({ length: 60 }, (_, index) => ({
      title: `Article ${index}`,
      sector: index % 2 ? 'Cement' : 'Jute',
      pubDate: minutesAgo(2 + index),
    })),
    { title: 'Undated', pubDate: null, sector: 'Sugar & Allied Industries' },
  ]);
});

const get = (query = '', headers: Record<string, string> = {}) =>
  test.request({ url: `/api/news/feed.atom${query}`, headers });

describe('the Atom feed', () => {
  it('lists the fifty newest articles with absolute URLs', async () => {
    const response = await get();
    expect(response.statusCode).toBe(200);
    expect(response.headers['content-type']).toBe('application/atom+xml; charset=utf-8');
    const feed = parseAtomFeed(response.body);
    expect(feed).toMatchObject({
      id: 'https://tezi.test/api/news/feed.atom',
      title: { value: 'Tezi: market news' },
      updated: '2026-11-20T11:00:00.000Z',
    });
    expect(feed.links?.map(({ href }) => href)).toEqual([
      'https://tezi.test/api/news/feed.atom',
      'https://tezi.test/news',
    ]);
    expect(feed.entries).toHaveLength(50);
    expect(feed.entries?.at(-1)?.title).toMatchObject({ value: 'Article 48' });
  });

  it('escapes markup and strips characters that XML does not allow', async () => {
    const response = await get();
    expect(response.body).not.toContain('<script');
    expect(response.body).not.toContain('\u0001');
    const text = HOSTILE.replace('\u0001', '');
    expect(parseAtomFeed(response.body).entries?.[0]).toMatchObject({
      id: `https://tezi.test/news/details?news_article=${id}`,
      title: { value: text },
      summary: { value: text },
      published: '2026-11-20T11:59:00.000Z',
      authors: [{ name: 'Dawn & Sons' }],
      categories: [{ term: 'Oil & Gas Exploration Companies' }, { term: 'Markets' }],
      links: [
        { href: `https://tezi.test/news/details?news_article=${id}` },
        { href: 'https://publisher.example/?a=1&b="2"' },
      ],
    });
  });

  it('filters by sectors', async () => {
    const feed = parseAtomFeed(
      (await get('?sector=Sugar+%26+Allied+Industries&sector=Oil+%26+Gas+Exploration+Companies')).body,
    );
    expect(feed.entries?.map(({ title }) => title?.value)).toEqual([
      HOSTILE.replace('\u0001', ''),
      'Undated',
    ]);
    expect(feed.links?.[0]?.href).toBe(
      'https://tezi.test/api/news/feed.atom?sector=Sugar+%26+Allied+Industries&sector=Oil+%26+Gas+Exploration+Companies',
    );
  });

  it.each(['?sector=Nothing', '?sector=%3Cb%3E%22%00'])(
    'returns an empty feed if nothing matches: %s',
    async (query) => {
      const response = await get(query);
      expect(response.statusCode).toBe(200);
      expect(parseAtomFeed(response.body).entries ?? []).toEqual([]);
    },
  );

  it('responds with 304 to a client that has the current version', async () => {
    const first = await get();
    const { etag, 'last-modified': lastModified } = first.headers;
    expect(lastModified).toBe('Fri, 20 Nov 2026 11:00:00 GMT');
    const again = await get('', { 'if-none-match': `"other", ${etag}` });
    expect({ status: again.statusCode, body: again.body, etag: again.headers.etag }).toEqual({
      status: 304,
      body: '',
      etag,
    });
    expect((await get('', { 'if-modified-since': String(lastModified) })).statusCode).toBe(304);
    expect((await get('', { 'if-modified-since': 'Fri, 20 Nov 2026 10:59:59 GMT' })).statusCode).toBe(200);
    expect(
      (await get('', { 'if-none-match': '"other"', 'if-modified-since': String(lastModified) })).statusCode,
    ).toBe(200);
    expect((await get('', { 'if-modified-since': 'yesterday' })).statusCode).toBe(200);
  });

  it('rejects POST requests', async () => {
    expect((await test.request({ method: 'POST', url: '/api/news/feed.atom' })).statusCode).toBe(404);
  });
});

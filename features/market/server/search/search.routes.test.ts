import { beforeAll, describe, expect, it } from 'vitest';
import { getSearchPath } from '#core/contract/paths.ts';
import { MAX_FOUND, searchSite } from '#features/market/contract/search.ts';
import { signInAdministrator } from '#tests/support/accounts/accounts.ts';
import { createFakePaddle } from '#tests/support/billing/paddle.ts';
import { signUpSubscriber } from '#tests/support/billing/subscribers.ts';
import { makeArticles, makeSource } from '#tests/support/news/news.ts';
import { publish } from '#tests/support/signals/signals.ts';
import { useTestApp } from '#tests/support/test-app.ts';

const test = useTestApp({}, { paddle: createFakePaddle() });
const search = (q: string) => test.call(searchSite, { query: { q } });

beforeAll(async () => {
  const rows = Array.from({ length: MAX_FOUND + 2 }, (_, index) => ({ title: `Cement sales ${index}` }));
  await makeArticles(test.database, await makeSource(test.database, 'Dawn'), [
    ...rows,
    { title: 'Refinery expands', symbols: ['LUCK'] },
  ]);
});

describe('GET /search/', () => {
  it('finds companies and the articles that mention them', async () => {
    const { status, headers, body } = await search('LUCK');
    expect(status).toBe(200);
    expect(headers['cache-control']).not.toContain('private');
    expect(body.companies[0]).toEqual({
      symbol: 'LUCK',
      name: 'Lucky Cement Limited',
      sector_code: '0804',
      sector: 'Cement',
      isin: null,
      is_listed: true,
      status: 'unknown',
      status_note: null,
      successor: null,
      part: null,
      reason: null,
    });
    expect(body.articles).toEqual([
      {
        id: expect.any(Number),
        title: 'Refinery expands',
        source: { name: 'Dawn' },
        sources: [{ name: 'Dawn', link: expect.stringMatching(/^https:/) }],
        pub_date: expect.any(String),
      },
    ]);
  });

  it('returns at most five of each', async () => {
    const { body } = await search('cement');
    expect(body.companies.length).toBe(MAX_FOUND);
    expect(body.articles.length).toBe(MAX_FOUND);
  });

  it('finds the part of the page that the text asks for, sectors and indices', async () => {
    expect((await search('luck dividend')).body.companies[0]).toMatchObject({
      symbol: 'LUCK',
      part: 'book-closures',
    });
    expect((await search('Cement Sector')).body).toMatchObject({
      topics: [{ kind: 'sector', code: '0804', name: 'Cement' }],
      is_topic_first: true,
    });
    expect((await search('kse 100')).body.topics).toEqual([
      { kind: 'index', code: 'KSE100', name: 'KSE 100' },
    ]);
  });

  it('finds nothing without an error', async () => {
    for (const q of ['zzzzzz', '%%', '"', '\\'])
      expect(await search(q)).toMatchObject({ status: 200, body: { companies: [], articles: [] } });
  });

  it('shares one stored response among equal searches', async () => {
    const first = await test.request('/api/search/?q=Lucky%20%20CEMENT&x=1');
    const second = await test.request('/api/search/?q=+lucky+cement+');
    expect(second.headers.etag).toBe(first.headers.etag);
    expect(second.body).toBe(first.body);
  });

  it('finds a new article immediately', async () => {
    expect((await search('dividend')).body.articles).toEqual([]);
    await makeArticles(test.database, await makeSource(test.database, 'Profit'), [
      { title: 'Dividend paid' },
    ]);
    expect((await search('dividend')).body.articles).toMatchObject([{ title: 'Dividend paid' }]);
  });

  it.each([
    ['', 'This field may not be blank.'],
    ['  ', 'This field may not be blank.'],
    ['x'.repeat(61), 'Ensure this field has no more than 60 characters.'],
    ['a\0', 'Null characters are not allowed.'],
  ])('rejects the text %j', async (q, message) => {
    expect(await search(q)).toMatchObject({ status: 400, body: { q: [message] } });
  });
});

describe('the page of the search', () => {
  it('shows the same results without scripts and is not indexed', async () => {
    const { statusCode, body } = await test.request(getSearchPath('luky cement'));
    expect(statusCode).toBe(200);
    expect(body).toContain('<meta name="robots" content="noindex"');
    expect(body).toMatch(/<form[^>]*action="\/search"/);
    expect(body).toContain('value="luky cement"');
    expect(body).toContain('href="/companies/LUCK"');
    expect((await test.request(getSearchPath('cement'))).body).toContain('Cement sales 6');
    expect((await test.request(getSearchPath('board meetings'))).body).toContain('href="/board-meetings"');
  });

  it('escapes the text and accepts any', async () => {
    const { statusCode, body } = await test.request(getSearchPath('"><script>alert(1)</script>'));
    expect(statusCode).toBe(200);
    expect(body).not.toContain('<script>alert');
    for (const q of ['', 'x'.repeat(500), '\0', '%ff'])
      expect((await test.request(getSearchPath(q))).statusCode).toBe(200);
  });
});

describe('premium signals', () => {
  /** Part of every text of the premium signals. */
  const MARK = 'qxsearchcanaryqx';

  it('premium signals are not found by anyone, nor change a response', async () => {
    const urls = [MARK, 'LUCK', 'swing'].flatMap((q) => [
      `/api/search/?q=${q}`,
      getSearchPath(q),
      `/_.data?q=${q}`,
      `/search.data?q=${q}`,
    ]);
    const { access } = await signUpSubscriber(test);
    const admin = await signInAdministrator(test);
    const read = async () => {
      const responses = [];
      for (const url of urls)
        for (const authorization of [undefined, `Bearer ${access}`, `Bearer ${admin.access}`]) {
          const headers = authorization === undefined ? {} : { authorization };
          const { statusCode, headers: received, body } = await test.request({ url, headers });
          responses.push({ url, statusCode, etag: received.etag, body });
        }
      return responses;
    };
    const before = await read();
    for (const signal_type of ['swing', 'investment'] as const) {
      await publish(test, admin, { signal_type, symbol: 'LUCK', title: MARK, analyst_name: MARK });
      await publish(test, admin, { signal_type, symbol: MARK.toUpperCase(), title: MARK, sector: MARK });
    }
    expect(await read()).toEqual(before);
    const found = (await search(MARK)).body;
    expect(found).toEqual({ companies: [], articles: [], topics: [], is_topic_first: false });
  });
});

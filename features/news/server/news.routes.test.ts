import { beforeAll, describe, expect, it } from 'vitest';
import {
  getArticle,
  listArticles,
  listNewsCategories,
  listNewsSectors,
  listNewsSources,
} from '#features/news/contract/endpoints.ts';
import { makeArticles, makeSource } from '#tests/support/news/news.ts';
import { useTestApp } from '#tests/support/test-app.ts';

const test = useTestApp();
const list = (query: Record<string, string> = {}) => test.call(listArticles, { query });
const get = async (path: string) => {
  const response = await test.request(`/api/news/articles/${path}`);
  return { status: response.statusCode, body: response.json() };
};
const getTitles = ({ body }: { body: { results: { title: string }[] } }) =>
  body.results.map(({ title }) => title);

let ids: number[];

beforeAll(async () => {
  const dawn = await makeSource(test.database, 'Dawn');
  const recorder = await makeSource(test.database, 'Business Recorder');
  await makeSource(test.database, 'A source without articles');
  ids = await makeArticles(test.database, dawn, [
    {
      title: 'Lucky Cement posts profit',
      content: '<p>Profit rose &amp; sales grew.</p>',
      excerpt: 'Profit rose & sales grew.',
      imageUrl: 'https://publisher.example/luck.jpg',
      pubDate: new Date('2026-11-20T10:00:00Z'),
      creator: 'Ayesha Khan',
      sector: 'Cement',
      category: 'Companies',
      symbols: ['LUCK', 'NOSUCH'],
      companyNames: 'Lucky Cement Limited',
    },
    {
      title: 'Systems wins contract',
      category: 'Companies',
      symbols: ['SYS'],
      companyNames: 'Systems Limited',
      pubDate: new Date('2026-11-19T10:00:00Z'),
      sector: 'Technology & Communication',
    },
    { title: 'Undated', pubDate: null, category: 'General', link: null },
  ]);
  await makeArticles(
    test.database,
    recorder,
    Array.from({ length: 14 }, (_, index) => ({
      title: `Refinery news ${String(index).padStart(2, '0')}`,
      sector: 'Refinery',
      category: 'Energy',
      pubDate: new Date(Date.UTC(2026, 9, 1 + index)),
    })),
  );
});

describe('the list of articles', () => {
  it('lists twelve full articles per page, newest first', async () => {
    const { status, body } = await list();
    expect(status).toBe(200);
    expect(body).toMatchObject({
      count: 17,
      is_count_capped: false,
      next: 'https://tezi.test/api/news/articles/?page=2',
      previous: null,
    });
    expect(body.results).toHaveLength(12);
    expect(body.results[0]).toEqual({
      id: ids[0],
      title: 'Lucky Cement posts profit',
      content: '<p>Profit rose &amp; sales grew.</p>',
      link: expect.stringMatching(/^https:/),
      image_url: 'https://publisher.example/luck.jpg',
      pub_date: '2026-11-20T10:00:00.000Z',
      creator: 'Ayesha Khan',
      sector: 'Cement',
      source: { name: 'Dawn' },
      sources: [{ name: 'Dawn', link: expect.stringMatching(/^https:/) }],
      category: { name: 'Companies' },
      companies: [{ symbol: 'LUCK', name: 'Lucky Cement Limited' }],
    });
  });

  it('lists articles without a date last', async () => {
    const { body } = await list({ page: '2' });
    expect(body.previous).toBe('https://tezi.test/api/news/articles/?page=1');
    expect(body.next).toBeNull();
    expect(body.results.at(-1)).toMatchObject({ title: 'Undated', pub_date: null, link: null, sector: null });
  });

  it('returns excerpts on request', async () => {
    const { body } = await list({ content: 'excerpt' });
    expect(body.results[0].content).toBe('Profit rose & sales grew.');
  });

  it.each([
    ['-pub_date', 'Lucky Cement posts profit'],
    ['pub_date', 'Undated'],
    ['title', 'Lucky Cement posts profit'],
    ['-title', 'Undated'],
  ])('orders articles by %s', async (ordering, first) => {
    expect(getTitles(await list({ ordering }))[0]).toBe(first);
  });

  it('keeps every parameter in the URLs of the next and previous page', async () => {
    const query = 'sector=Cement&sector=Refinery&category=Companies&category=Energy&ordering=title';
    const { body } = await get(`?${query}`);
    expect(body.count).toBe(15);
    expect(body.next).toBe(`https://tezi.test/api/news/articles/?${query}&page=2`);
    const second = await get(`?${query}&page=2`);
    expect(getTitles(second)).toEqual(['Refinery news 11', 'Refinery news 12', 'Refinery news 13']);
  });

  it.each([
    ['source=Dawn', 3],
    ['source=', 17],
    ['sector=&category=', 17],
    ['sector=Technology+%26+Communication', 1],
    ['source=Business+Recorder&sector=Cement', 0],
    ['source=Unknown', 0],
    ['source=A+source+without+articles', 0],
    ['sector=Nothing&sector=Cement', 1],
    ['sector=Nothing', 0],
    ['category=constructor', 0],
    ['sector=%27)%20or%20true--', 0],
  ])('filters by %s and finds %i articles', async (query, count) => {
    const { status, body } = await get(`?${query}`);
    expect({ status, count: body.count }).toEqual({ status: 200, count });
    if (count === 0)
      expect(body).toEqual({ count: 0, is_count_capped: false, next: null, previous: null, results: [] });
  });

  it.each([
    ['LUCK', ['Lucky Cement posts profit']],
    ['luck', ['Lucky Cement posts profit']],
    ['sys', ['Systems wins contract']],
    ['SYS contract', ['Systems wins contract']],
    ['systems limited', ['Systems wins contract']],
    ['"lucky cement"', ['Lucky Cement posts profit']],
    ['sale of profits', ['Lucky Cement posts profit']],
    ['ayesha', ['Lucky Cement posts profit']],
    ['contract -systems', []],
    ['lucky OR contract', ['Lucky Cement posts profit', 'Systems wins contract']],
    ['the', []],
    ['§category:Energy', []],
  ])('finds articles by the search %s', async (search, found) => {
    const response = await list({ search });
    expect(response.status).toBe(200);
    expect(getTitles(response)).toEqual(found);
    expect(response.body.count).toBe(found.length);
  });

  it.each([
    ['symbol=LUCK', ['Lucky Cement posts profit']],
    ['symbol=sys', ['Systems wins contract']],
    ['symbol=SYS,luck', ['Lucky Cement posts profit', 'Systems wins contract']],
    ['symbol=SYS,NEWS&symbol=LUCK&sector=Cement', ['Lucky Cement posts profit']],
    // A word of an article that mentions no company.
    ['symbol=NEWS', []],
    ['symbol=LUCK&sector=Cement&source=Dawn', ['Lucky Cement posts profit']],
    ['symbol=LUCK&sector=Refinery', []],
    ['symbol=LUCK&search=profit', ['Lucky Cement posts profit']],
    ['symbol=LUCK&search=contract', []],
    ['symbol=LUCK&ordering=-title', ['Lucky Cement posts profit']],
    ["symbol=')--", []],
    ['symbol=&search=contract', ['Systems wins contract']],
  ])('filters by the company %s', async (query, found) => {
    const { status, body } = await get(`?${query}`);
    expect(status).toBe(200);
    expect(getTitles({ body })).toEqual(found);
    expect(body.count).toBe(found.length);
  });

  it('rejects a symbol that is too long, and more than 500', async () => {
    expect((await get(`?symbol=${'X'.repeat(21)}`)).status).toBe(400);
    const symbols = Array.from({ length: 501 }, (_, index) => `S${index}`);
    expect((await get(`?symbol=${symbols.slice(1).join()}`)).status).toBe(200);
    expect((await get(`?symbol=${symbols.join()}`)).status).toBe(400);
  });

  it('combines the search with the filters', async () => {
    expect((await get('?search=market&sector=Refinery')).body.count).toBe(14);
    expect((await get('?search=market&sector=Refinery&source=Dawn')).body.count).toBe(0);
    expect((await get('?search=+++')).body.count).toBe(17);
  });

  it.each([
    '&|!():*<->'.repeat(20).slice(0, 200),
    "''\\'\\",
    '"',
    '((((',
    ':*',
    '<->',
    '! ! !',
    '\u{1f4c8}',
    'a'.repeat(200),
  ])('accepts any search text: %s', async (search) => {
    expect((await list({ search })).status).toBe(200);
  });

  it.each([
    ['?ordering=newest', { ordering: ['"newest" is not a valid choice.'] }],
    ['?ordering=-id', { ordering: ['"-id" is not a valid choice.'] }],
    ['?search=a%00', { search: ['Null characters are not allowed.'] }],
    [`?search=${'x'.repeat(201)}`, { search: ['Ensure this field has no more than 200 characters.'] }],
    ['?source=a&source=b', { source: ['Not a valid string.'] }],
  ])('rejects %s', async (query, errors) => {
    expect(await get(query)).toEqual({ status: 400, body: errors });
  });

  it.each(['0', '3', 'x', '1.5', '-1', '', '99999999'])('responds with 404 to page %j', async (page) => {
    expect(await get(`?page=${page}`)).toMatchObject({ status: 404, body: { detail: 'Invalid page.' } });
  });

  it.each(['search=market&page=3', 'source=Dawn&page=2', 'source=Unknown&page=2', 'search=market&page=1000'])(
    'responds with 404 after the last page: %s',
    async (query) => {
      expect(await get(`?${query}`)).toMatchObject({ status: 404, body: { detail: 'Invalid page.' } });
    },
  );
});

describe('one article', () => {
  it('returns an article with its neighbors by date', async () => {
    const { status, body } = await test.call(getArticle, { params: { id: String(ids[1]) } });
    expect(status).toBe(200);
    expect(body.article).toMatchObject({ id: ids[1], title: 'Systems wins contract' });
    expect(body.newer).toEqual({ id: ids[0], title: 'Lucky Cement posts profit' });
    expect(body.older).toMatchObject({ title: 'Refinery news 13' });
  });

  it('returns no neighbor beyond the first and last article', async () => {
    const newest = await test.call(getArticle, { params: { id: String(ids[0]) } });
    expect(newest.body.newer).toBeNull();
    const oldest = await test.call(getArticle, { params: { id: String(ids[2]) } });
    expect(oldest.body).toMatchObject({ newer: { title: 'Refinery news 00' }, older: null });
  });

  it.each(['999999', '0', '-1', '1.0', 'abc', '2147483648', '99999999999', '1e1', "1'", '٣'])(
    'responds with 404 to the ID %s',
    async (id) => {
      expect(await get(`${encodeURIComponent(id)}/`)).toEqual({
        status: 404,
        body: { detail: 'Article not found' },
      });
    },
  );
});

describe('the filter choices', () => {
  it('lists the sources, sectors and categories with articles, in alphabetical order', async () => {
    expect((await test.call(listNewsSources, {})).body).toEqual({ sources: ['Business Recorder', 'Dawn'] });
    expect((await test.call(listNewsSectors, {})).body).toEqual({
      sectors: ['Cement', 'Refinery', 'Technology & Communication'],
    });
    expect((await test.call(listNewsCategories, {})).body).toEqual({
      categories: ['Companies', 'Energy', 'General'],
    });
  });

  it('updates the choices as soon as articles are added', async () => {
    const wire = await makeSource(test.database, 'Wire');
    await makeArticles(test.database, wire, [{ sector: 'Jute', category: 'World' }]);
    expect((await test.call(listNewsSources, {})).body.sources).toContain('Wire');
    expect((await list({ sector: 'Jute' })).body.count).toBe(1);
  });
});

it('offers and matches a source whose stored name has invisible characters', async () => {
  const source = await makeSource(test.database, '\u200fThe\u200b News');
  await makeArticles(test.database, source, [{ title: 'A late report' }]);
  expect((await test.call(listNewsSources, {})).body.sources).toContain('The News');
  expect(getTitles(await list({ source: 'The News' }))).toEqual(['A late report']);
});

import { describe, expect, it } from 'vitest';
import { HttpError } from '#core/server/platform/http-error.ts';
import { getPageLinks, parsePage } from './pagination.ts';

const list = {
  pageSize: 20,
  url: '/api/news/articles/?sector=Cement&sector=Sugar',
  publicUrl: 'https://tezi.test',
};
const getUrl = (page: number) =>
  `https://tezi.test/api/news/articles/?sector=Cement&sector=Sugar&page=${page}`;

describe('parsePage', () => {
  it.each([
    [undefined, 1],
    ['1', 1],
    ['2', 2],
    ['1000000', 1_000_000],
  ])('parses %j as page %i', (text, page) => {
    expect(parsePage(text)).toBe(page);
  });

  it.each(['', '0', '-1', '1.5', 'abc', '1e3', ' 2', '+2', '٢', '1000001', '99999999', 'NaN', 'last'])(
    'rejects %j',
    (text) => {
      expect(() => parsePage(text)).toThrow(HttpError);
    },
  );
});

describe('getPageLinks', () => {
  it.each([
    ['an empty list', 1, 0, null, null],
    ['one page', 1, 20, null, null],
    ['the first of three', 1, 41, getUrl(2), null],
    ['the second of three', 2, 41, getUrl(3), getUrl(1)],
    ['the last of three', 3, 41, null, getUrl(2)],
    ['the last of two full pages', 2, 40, null, getUrl(1)],
  ])('links the neighbors of %s', (_, page, total, next, previous) => {
    expect(getPageLinks({ ...list, page, total })).toEqual({ next, previous });
  });

  it('replaces the page of the query', () => {
    const url = '/api/news/articles?page=2&search=a%26b';
    expect(getPageLinks({ ...list, url, page: 2, total: 60 })).toEqual({
      next: 'https://tezi.test/api/news/articles?page=3&search=a%26b',
      previous: 'https://tezi.test/api/news/articles?page=1&search=a%26b',
    });
  });

  it('never links to another site', () => {
    const links = getPageLinks({ ...list, url: '//evil.example/api/news/', page: 1, total: 60 });
    expect(links.next).toBe('https://tezi.test/api/news/?page=2');
  });

  it.each([
    [2, 0, 1],
    [2, 20, 1],
    [9, 60, 3],
  ])('rejects page %i of a list of %i and names the last one, %i', (page, total, last_page) => {
    expect(() => getPageLinks({ ...list, page, total })).toThrow(
      expect.objectContaining({ status: 404, body: { detail: 'Invalid page.', last_page } }),
    );
  });
});

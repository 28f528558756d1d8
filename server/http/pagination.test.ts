import { describe, expect, it } from 'vitest';
import { HttpError } from '#server/platform/http-error.ts';
import { pageLinks, readPage } from './pagination.ts';

const list = {
  pageSize: 20,
  url: '/api/news/articles/?sector=Cement&sector=Sugar',
  publicUrl: 'https://tezi.test',
};
const address = (page: number) =>
  `https://tezi.test/api/news/articles/?sector=Cement&sector=Sugar&page=${page}`;

describe('the page of a query', () => {
  it.each([
    [undefined, 1],
    ['1', 1],
    ['2', 2],
    ['1000000', 1_000_000],
  ])('%j is page %i', (text, page) => {
    expect(readPage(text)).toBe(page);
  });

  it.each(['', '0', '-1', '1.5', 'abc', '1e3', ' 2', '+2', '٢', '1000001', '99999999', 'NaN', 'last'])(
    '%j is an invalid page',
    (text) => {
      expect(() => readPage(text)).toThrow(HttpError);
    },
  );
});

describe('the addresses of the pages around', () => {
  it.each([
    ['an empty list', 1, 0, null, null],
    ['one page', 1, 20, null, null],
    ['the first of three', 1, 41, address(2), null],
    ['the second of three', 2, 41, address(3), address(1)],
    ['the last of three', 3, 41, null, address(2)],
    ['the last of two, filled to the brim', 2, 40, null, address(1)],
  ])('%s', (_, page, total, next, previous) => {
    expect(pageLinks({ ...list, page, total })).toEqual({ next, previous });
  });

  it('replace the page that was asked for', () => {
    const url = '/api/news/articles?page=2&search=a%26b';
    expect(pageLinks({ ...list, url, page: 2, total: 60 })).toEqual({
      next: 'https://tezi.test/api/news/articles?page=3&search=a%26b',
      previous: 'https://tezi.test/api/news/articles?page=1&search=a%26b',
    });
  });

  it('never lead to another site', () => {
    const links = pageLinks({ ...list, url: '//evil.example/api/news/', page: 1, total: 60 });
    expect(links.next).toBe('https://tezi.test/api/news/?page=2');
  });

  it.each([
    [2, 0],
    [2, 20],
    [4, 60],
  ])('page %i of a list of %i is an invalid page', (page, total) => {
    expect(() => pageLinks({ ...list, page, total })).toThrow(
      expect.objectContaining({ status: 404, body: { detail: 'Invalid page.' } }),
    );
  });
});

import type { MetaArgs } from 'react-router';
import { expect, it } from 'vitest';
import { meetingList } from '#features/corporate-actions/web/board-meetings/filters.ts';
import { closureList } from '#features/corporate-actions/web/book-closures/filters.ts';
import { newsList } from '#features/news/web/list/filters.ts';

it.each([
  ['ordering=bc_from&page=2&utm_source=mail', 'ordering=bc_from&page=2'],
  ['page=1&ordering=-bc_from&search=%20', ''],
  ['symbol=luck&symbol=MARI&from_date=18/08/2026', 'symbol=LUCK%2CMARI&from_date=2026-08-18'],
  // The page shows an invalid date of a field as it was typed.
  ['to_date=31/02/2026&ex_date_to=soon', 'to_date=31%2F02%2F2026'],
])('gives the page of %j the canonical query %j', (query, canonical) => {
  const { canonicalQuery } = closureList.handle;
  expect(String(canonicalQuery?.(new URLSearchParams(query), closureList.path))).toBe(canonical);
});

it('renders the page for the parameters of its filters and its number only', () => {
  expect(newsList.handle.query).toEqual([
    'search',
    'source',
    'sector',
    'category',
    'symbol',
    'ordering',
    'page',
  ]);
});

it('adds the date and the parameters of the endpoint to the query of the API', () => {
  const { noFilters } = meetingList;
  expect(meetingList.toApiQuery(noFilters, '2026-11-21')).toMatchObject({ from_date: '2026-11-21' });
  expect(
    meetingList.toApiQuery({ ...noFilters, to_date: '2026-11-20', page: 2 }, '2026-11-21'),
  ).toMatchObject({ from_date: '', page: '2' });
  expect(newsList.toApiQuery(newsList.noFilters, '')).toMatchObject({ content: 'excerpt', page: '1' });
});

it.each([
  ['', 'Financial News · Tezi', '/news'],
  ['?page=3', 'Financial News, page 3 · Tezi', '/news?page=3'],
  ['?source=Profit&page=3', 'Financial News · Tezi', '/news'],
])('describes the page %j by its number, and a filtered list by the whole list', (search, title, path) => {
  const location = { pathname: '/news', search } as MetaArgs['location'];
  const meta = newsList.meta({ location, matches: [] });
  expect(meta).toContainEqual({ title });
  expect(meta).toContainEqual({ tagName: 'link', rel: 'canonical', href: path });
});

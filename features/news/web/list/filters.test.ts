import { describe, expect, it } from 'vitest';
import { newsList } from './filters.ts';

const { noFilters: NO_FILTERS, readFilters } = newsList;
const read = (query: string) => readFilters(new URLSearchParams(query));

describe('news filters', () => {
  it('reads the filters from the URL', () => {
    expect(
      read(
        'search=LUCK&source=Profit&sector=Cement&sector=Fertilizer&category=Markets&symbol=luck&ordering=title&page=3',
      ),
    ).toEqual({
      search: 'LUCK',
      source: 'Profit',
      sector: ['Cement', 'Fertilizer'],
      category: ['Markets'],
      symbol: ['LUCK'],
      ordering: 'title',
      page: 3,
    });
  });

  it.each([
    [''],
    ['search=&source=&sector=&category=&ordering=&page='],
    ['search=%20&ordering=newest&page=0'],
    ['page=-1'],
    ['page=1.5'],
    ['page=99999999'],
    ['utm_source=mail'],
    [`source=${'x'.repeat(101)}`],
  ])('ignores invalid values: %s', (query) => {
    expect(read(query)).toEqual(NO_FILTERS);
  });

  it('limits the filters to what the API accepts', () => {
    const many = Array.from({ length: 70 }, (_, index) => `sector=${index}`).join('&');
    expect(read(many).sector).toHaveLength(60);
    expect(read(`search=${'x'.repeat(300)}`).search).toHaveLength(200);
    expect(read('sector=Cement&sector=Cement').sector).toEqual(['Cement']);
    expect(read('search=a%00b').search).toBe('ab');
  });

  it('writes the filters to the URL without defaults, and reads them back unchanged', () => {
    expect(newsList.toUrl(NO_FILTERS)).toBe('/news');
    const filters = {
      ...NO_FILTERS,
      search: 'rate & rupee',
      sector: ['Oil & Gas', 'Cement'],
      ordering: '-title',
      page: 2,
    } as const;
    const url = newsList.toUrl({ ...filters, sector: [...filters.sector] });
    expect(url).toBe('/news?search=rate+%26+rupee&sector=Oil+%26+Gas&sector=Cement&ordering=-title&page=2');
    expect(read(url.slice('/news?'.length))).toEqual(filters);
  });

  it.each([
    ['', 0],
    ['page=4', 0],
    ['ordering=-pub_date', 0],
    ['search=LUCK&page=2', 1],
    ['sector=A&sector=B', 1],
    ['search=LUCK&source=Profit&sector=A&category=B&ordering=title', 5],
  ])('counts the active filters without the page: %s', (query, active) => {
    expect(newsList.countActive(read(query))).toBe(active);
  });

  it('finds no filters in a URL with only other parameters', () => {
    expect(newsList.hasParams(new URLSearchParams('utm_source=mail'))).toBe(false);
    expect(newsList.hasParams(new URLSearchParams('ordering=-pub_date'))).toBe(true);
  });
});

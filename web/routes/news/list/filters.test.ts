import { describe, expect, it } from 'vitest';
import { countActive, isEmptyAddress, NO_FILTERS, newsAddress, readFilters } from './filters.ts';

const read = (address: string) => readFilters(new URLSearchParams(address));

describe('the filters of the news in the address', () => {
  it('are all read', () => {
    expect(
      read(
        'search=LUCK&source=Profit&sector=Cement&sector=Fertilizer&category=Markets&ordering=title&page=3',
      ),
    ).toEqual({
      search: 'LUCK',
      source: 'Profit',
      sector: ['Cement', 'Fertilizer'],
      category: ['Markets'],
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
  ])('that mean nothing are as if not given: %s', (address) => {
    expect(read(address)).toEqual(NO_FILTERS);
  });

  it('are cut to what the API takes', () => {
    const many = Array.from({ length: 70 }, (_, index) => `sector=${index}`).join('&');
    expect(read(many).sector).toHaveLength(60);
    expect(read(`search=${'x'.repeat(300)}`).search).toHaveLength(200);
    expect(read('sector=Cement&sector=Cement').sector).toEqual(['Cement']);
    expect(read('search=a%00b').search).toBe('ab');
  });

  it('are written without what is as usual, and read back the same', () => {
    expect(newsAddress(NO_FILTERS)).toBe('/news');
    const filters = {
      ...NO_FILTERS,
      search: 'rate & rupee',
      sector: ['Oil & Gas', 'Cement'],
      ordering: '-title',
      page: 2,
    } as const;
    const address = newsAddress({ ...filters, sector: [...filters.sector] });
    expect(address).toBe(
      '/news?search=rate+%26+rupee&sector=Oil+%26+Gas&sector=Cement&ordering=-title&page=2',
    );
    expect(read(address.slice('/news?'.length))).toEqual(filters);
  });

  it.each([
    ['', 0],
    ['page=4', 0],
    ['ordering=-pub_date', 0],
    ['search=LUCK&page=2', 1],
    ['sector=A&sector=B', 1],
    ['search=LUCK&source=Profit&sector=A&category=B&ordering=title', 5],
  ])('count as active without the page: %s', (address, active) => {
    expect(countActive(read(address))).toBe(active);
  });

  it('are absent from an address that only says where the reader comes from', () => {
    expect(isEmptyAddress(new URLSearchParams('utm_source=mail'))).toBe(true);
    expect(isEmptyAddress(new URLSearchParams('ordering=-pub_date'))).toBe(false);
  });
});

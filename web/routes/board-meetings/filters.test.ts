import { describe, expect, it } from 'vitest';
import {
  calendarAddress,
  countActive,
  csvAddress,
  isEmptyAddress,
  meetingsAddress,
  meetingsQuery,
  NO_FILTERS,
  readFilters,
} from './filters.ts';

const TODAY = '2026-11-21';
const read = (address: string) => readFilters(new URLSearchParams(address));

describe('the filters of the board meetings in the address', () => {
  it('are all read, names with commas too', () => {
    expect(
      read(
        'search=dividend&company_name=Lucky+Cement+Limited&company_name=Abbott%2C+Labs&from_date=2026-11-01&to_date=2026-11-30&ordering=-meeting_date&page=3',
      ),
    ).toEqual({
      search: 'dividend',
      company_name: ['Lucky Cement Limited', 'Abbott, Labs'],
      from_date: '2026-11-01',
      to_date: '2026-11-30',
      ordering: '-meeting_date',
      page: 3,
    });
  });

  it('take dates as a form without scripts sends them', () => {
    expect(read('from_date=11%2F01%2F2026&to_date=30/11/26')).toEqual({
      ...NO_FILTERS,
      from_date: '2026-11-01',
      to_date: '2026-11-30',
    });
  });

  it('keep a long list of companies that a link joins with commas', () => {
    const list = Array.from({ length: 50 }, (_, index) => `Company ${index} Limited`).join(',');
    expect(read(`company_name=${encodeURIComponent(list)}`).company_name).toEqual([list]);
  });

  it.each([
    [''],
    ['search=&company_name=&from_date=&to_date=&ordering=&page='],
    ['search=%20&ordering=company_name&page=0'],
    ['from_date=2026-02-30&to_date=yesterday'],
    ['page=-1'],
    ['page=99999999'],
    ['utm_source=mail'],
    [`company_name=${'x'.repeat(4001)}`],
  ])('that mean nothing are as if not given: %s', (address) => {
    expect(read(address)).toEqual(NO_FILTERS);
  });

  it('are cut to what the API takes', () => {
    const many = Array.from({ length: 210 }, (_, index) => `company_name=${index}`).join('&');
    expect(read(many).company_name).toHaveLength(200);
    expect(read(`search=${'x'.repeat(300)}`).search).toHaveLength(200);
    expect(read('company_name=Engro&company_name=Engro').company_name).toEqual(['Engro']);
    expect(read('search=a%00b').search).toBe('ab');
  });

  it('are written without what is as usual, and read back the same', () => {
    expect(meetingsAddress(NO_FILTERS)).toBe('/board-meetings');
    const filters = {
      search: 'oil & gas',
      company_name: ['Abbott, Labs', 'Engro'],
      from_date: '2026-11-01',
      to_date: '2026-11-30',
      ordering: '-meeting_date' as const,
      page: 2,
    };
    const address = meetingsAddress(filters);
    expect(address).toBe(
      '/board-meetings?search=oil+%26+gas&company_name=Abbott%2C+Labs&company_name=Engro&from_date=2026-11-01&to_date=2026-11-30&ordering=-meeting_date&page=2',
    );
    expect(read(address.slice('/board-meetings?'.length))).toEqual(filters);
  });

  it.each([
    ['', 0],
    ['page=4', 0],
    ['search=LUCK&page=2', 1],
    ['company_name=A&company_name=B', 1],
    ['search=LUCK&company_name=A&from_date=2026-11-01&to_date=2026-11-30&ordering=-meeting_date', 5],
  ])('count as active without the page: %s', (address, active) => {
    expect(countActive(read(address))).toBe(active);
  });

  it('are absent from an address that only says where the reader comes from', () => {
    expect(isEmptyAddress(new URLSearchParams('utm_source=mail'))).toBe(true);
    expect(isEmptyAddress(new URLSearchParams('to_date=2026-11-20'))).toBe(false);
  });
});

describe('what the board meetings are asked for', () => {
  it('begins today unless a date was chosen', () => {
    expect(meetingsQuery(NO_FILTERS, TODAY)).toEqual({
      search: '',
      company_name: [],
      from_date: TODAY,
      to_date: '',
      ordering: 'meeting_date',
      page: '1',
    });
    const earlier = { ...NO_FILTERS, to_date: '2026-11-20' };
    expect(meetingsQuery(earlier, TODAY)).toMatchObject({ from_date: '', to_date: '2026-11-20' });
  });

  it('as a file is the same list, of all its pages', () => {
    expect(csvAddress({ ...NO_FILTERS, search: 'LUCK', page: 2 }, TODAY)).toBe(
      '/api/board-meetings/export.csv?search=LUCK&from_date=2026-11-21',
    );
  });

  it('as a calendar begins on no day that nobody chose', () => {
    expect(calendarAddress({ ...NO_FILTERS, page: 2 })).toBe('/api/board-meetings/calendar.ics');
    expect(
      calendarAddress({
        ...NO_FILTERS,
        company_name: ['Abbott, Labs'],
        from_date: TODAY,
        ordering: '-meeting_date',
      }),
    ).toBe('/api/board-meetings/calendar.ics?company_name=Abbott%2C+Labs&from_date=2026-11-21');
  });
});

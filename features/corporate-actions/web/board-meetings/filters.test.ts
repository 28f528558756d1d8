import { describe, expect, it } from 'vitest';
import { getCalendarPath, getCsvPath, meetingList } from './filters.ts';

const { noFilters: NO_FILTERS, readFilters, toApiQuery } = meetingList;
const TODAY = '2026-11-21';
const read = (query: string) => readFilters(new URLSearchParams(query));

describe('board meeting filters', () => {
  it('reads the filters from the URL, including names with commas', () => {
    expect(
      read(
        'search=dividend&company_name=Lucky+Cement+Limited&company_name=Abbott%2C+Labs&symbol=luck&from_date=2026-11-01&to_date=2026-11-30&ordering=-meeting_date&page=3',
      ),
    ).toEqual({
      search: 'dividend',
      company_name: ['Lucky Cement Limited', 'Abbott, Labs'],
      symbol: ['LUCK'],
      from_date: '2026-11-01',
      to_date: '2026-11-30',
      ordering: '-meeting_date',
      page: 3,
    });
  });

  it('accepts dates in the formats of a form without scripts', () => {
    expect(read('from_date=11%2F01%2F2026&to_date=30/11/26')).toEqual({
      ...NO_FILTERS,
      from_date: '2026-11-01',
      to_date: '2026-11-30',
    });
  });

  it('preserves a long list of companies joined by commas', () => {
    const list = Array.from({ length: 50 }, (_, index) => `Company ${index} Limited`).join(',');
    expect(read(`company_name=${encodeURIComponent(list)}`).company_name).toEqual(list.split(','));
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
  ])('ignores invalid values: %s', (query) => {
    expect(read(query)).toEqual(NO_FILTERS);
  });

  it('limits the filters to what the API accepts', () => {
    const many = Array.from({ length: 210 }, (_, index) => `company_name=${index}`).join('&');
    expect(read(many).company_name).toHaveLength(200);
    expect(read(`search=${'x'.repeat(300)}`).search).toHaveLength(200);
    expect(read('company_name=Engro&company_name=Engro').company_name).toEqual(['Engro']);
    expect(read('search=a%00b').search).toBe('ab');
  });

  it('writes the filters to the URL without defaults, and reads them back unchanged', () => {
    expect(meetingList.toUrl(NO_FILTERS)).toBe('/board-meetings');
    const filters = {
      search: 'oil & gas',
      company_name: ['Abbott, Labs', 'Engro'],
      symbol: ['ABOT', 'ENGROH'],
      from_date: '2026-11-01',
      to_date: '2026-11-30',
      ordering: '-meeting_date' as const,
      page: 2,
    };
    const url = meetingList.toUrl(filters);
    expect(url).toBe(
      '/board-meetings?search=oil+%26+gas&company_name=Abbott%2C+Labs%2CEngro&symbol=ABOT%2CENGROH&from_date=2026-11-01&to_date=2026-11-30&ordering=-meeting_date&page=2',
    );
    expect(read(url.slice('/board-meetings?'.length))).toEqual(filters);
  });

  it.each([
    ['', 0],
    ['page=4', 0],
    ['search=LUCK&page=2', 1],
    ['company_name=A&company_name=B', 1],
    ['search=LUCK&company_name=A&from_date=2026-11-01&to_date=2026-11-30&ordering=-meeting_date', 5],
  ])('counts the active filters without the page: %s', (query, active) => {
    expect(meetingList.countActive(read(query))).toBe(active);
  });

  it('finds no filters in a URL with only other parameters', () => {
    expect(meetingList.hasParams(new URLSearchParams('utm_source=mail'))).toBe(false);
    expect(meetingList.hasParams(new URLSearchParams('to_date=2026-11-20'))).toBe(true);
  });
});

describe('board meeting queries', () => {
  it('queries the meetings from today on unless a date is chosen', () => {
    expect(toApiQuery(NO_FILTERS, TODAY)).toEqual({
      search: '',
      company_name: [],
      symbol: '',
      from_date: TODAY,
      to_date: '',
      ordering: 'meeting_date',
      page: '1',
    });
    const earlier = { ...NO_FILTERS, to_date: '2026-11-20' };
    expect(toApiQuery(earlier, TODAY)).toMatchObject({ from_date: '', to_date: '2026-11-20' });
  });

  it('links to a CSV file with all pages of the list', () => {
    expect(getCsvPath({ ...NO_FILTERS, search: 'LUCK', page: 2 }, TODAY)).toBe(
      '/api/board-meetings/export.csv?search=LUCK&from_date=2026-11-21',
    );
  });

  it('links to a calendar without a start date unless one is chosen', () => {
    expect(getCalendarPath({ ...NO_FILTERS, page: 2 })).toBe('/api/board-meetings/calendar.ics');
    expect(
      getCalendarPath({
        ...NO_FILTERS,
        company_name: ['Abbott, Labs'],
        from_date: TODAY,
        ordering: '-meeting_date',
      }),
    ).toBe('/api/board-meetings/calendar.ics?company_name=Abbott%2C+Labs&from_date=2026-11-21');
  });
});

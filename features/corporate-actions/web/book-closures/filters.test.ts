import { describe, expect, it } from 'vitest';
import { type ClosureFilters, closureList, getCalendarPath, getCsvPath } from './filters.ts';

const { noFilters: NO_FILTERS, readFilters, readInvalidDates, toApiQuery } = closureList;
const read = (query: string) => readFilters(new URLSearchParams(query));

const ALL_SET: ClosureFilters = {
  search: 'cement & power',
  company_name: ['Lucky Cement Limited', 'Mari Energies, Limited'],
  symbol: ['LUCK', 'MARI'],
  from_date: '2026-08-01',
  to_date: '2026-08-31',
  ex_date_from: '2026-08-10',
  ex_date_to: '2026-08-28',
  ordering: 'company_name',
  page: 3,
};

describe('book closure filters', () => {
  it('writes the filters to the URL without defaults, and reads them back unchanged', () => {
    expect(closureList.toUrl(NO_FILTERS)).toBe('/book-closure');
    const url = closureList.toUrl(ALL_SET);
    expect(url).toBe(
      '/book-closure?search=cement+%26+power&company_name=Lucky+Cement+Limited%2CMari+Energies%2C+Limited' +
        '&symbol=LUCK%2CMARI&from_date=2026-08-01&to_date=2026-08-31&ex_date_from=2026-08-10' +
        '&ex_date_to=2026-08-28&ordering=company_name&page=3',
    );
    expect(read(url.slice('/book-closure?'.length))).toEqual(ALL_SET);
  });

  it.each([
    ['18/08/2026', '2026-08-18'],
    ['18-08-2026', '2026-08-18'],
    ['2026/08/18', '2026-08-18'],
    ['2026', '2026-01-01'],
  ])('accepts dates in the formats of a form without scripts: %s', (typed, date) => {
    expect(read(`from_date=${typed}&to_date=${typed}`)).toEqual({
      ...NO_FILTERS,
      from_date: date,
      to_date: date,
    });
  });

  it('returns invalid dates as they were typed', () => {
    const dates = readInvalidDates(new URLSearchParams('from_date=31/02/2026&to_date=18/08/2026'));
    expect(dates).toEqual({ from_date: '31/02/2026', to_date: '' });
    expect(readInvalidDates(new URLSearchParams('from_date='))).toEqual({ from_date: '', to_date: '' });
  });

  it('accepts symbols joined by commas or repeated, in upper or lower case', () => {
    expect(read('symbol=luck,hbl&symbol=MARI&symbol=LUCK').symbol).toEqual(['LUCK', 'HBL', 'MARI']);
  });

  it('splits companies that are joined by commas or repeated, but not the commas within names', () => {
    expect(read('company_name=Habib+Bank,+Limited,Lucky+Cement+Limited&company_name=A').company_name).toEqual(
      ['Habib Bank, Limited', 'Lucky Cement Limited', 'A'],
    );
  });

  it('preserves a selection that is longer than one value may be', () => {
    const company_name = Array.from(
      { length: 200 },
      (_, index) => `The Company of Pakistan ${index}, Limited`,
    );
    const query = closureList.toQuery({ ...NO_FILTERS, company_name });
    expect(query.getAll('company_name').length).toBe(2);
    expect(query.getAll('company_name').every((value) => value.length <= 4000)).toBe(true);
    expect(readFilters(query)).toEqual({ ...NO_FILTERS, company_name });
  });

  it.each([
    [''],
    ['search=&company_name=&symbol=&from_date=&to_date=&ordering=&page='],
    ['search=%20&symbol=%2C&ordering=newest&page=0'],
    ['from_date=31/02/2026&to_date=soon'],
    ['ex_date_from=31/02/2026&ex_date_to=soon'],
    ['page=-1'],
    ['page=1.5'],
    ['utm_source=mail'],
    [`company_name=${'x'.repeat(4001)}`],
  ])('ignores invalid values: %s', (query) => {
    expect(read(query)).toEqual(NO_FILTERS);
  });

  it('limits the filters to what the API accepts', () => {
    const many = Array.from({ length: 300 }, (_, index) => `company_name=${index}`).join('&');
    expect(read(many).company_name).toHaveLength(200);
    expect(read(`search=${'x'.repeat(300)}`).search).toHaveLength(200);
    expect(read('search=a%00b').search).toBe('ab');
  });

  it('sends companies and symbols to the API joined by commas', () => {
    expect(toApiQuery(ALL_SET, '2026-11-21')).toEqual({
      ...ALL_SET,
      company_name: ['Lucky Cement Limited,Mari Energies, Limited'],
      symbol: 'LUCK,MARI',
      page: '3',
    });
  });

  it('adds the filters to the paths of the CSV file and, without the ordering, of the calendar', () => {
    const filters = { ...NO_FILTERS, ordering: 'company_name', page: 3 } as const;
    expect(getCsvPath({ ...filters, symbol: ['LUCK'] }, '2026-11-21')).toBe(
      '/api/book-closures/export.csv?symbol=LUCK&ordering=company_name',
    );
    expect(getCalendarPath({ ...filters, symbol: ['LUCK'] })).toBe(
      '/api/book-closures/calendar.ics?symbol=LUCK',
    );
    expect(getCsvPath(NO_FILTERS, '2026-11-21')).toBe('/api/book-closures/export.csv');
  });

  it.each([
    ['', { from_date: '2026-11-21' }],
    ['from_date=2026-12-01', { from_date: '2026-12-01' }],
    ['to_date=2026-12-31', { from_date: '', to_date: '2026-12-31' }],
    ['ex_date_from=2026-11-23', { from_date: '', ex_date_from: '2026-11-23' }],
  ])('lists the nearest closures from today on, unless dates are set: %s', (query, dates) => {
    const filters = read(`ordering=nearest&page=2&${query}`);
    expect(toApiQuery(filters, '2026-11-21')).toMatchObject({ ...dates, ordering: 'bc_from', page: '2' });
    const downloaded = new URL(getCsvPath(filters, '2026-11-21'), 'https://tezi.example').searchParams;
    expect(downloaded.get('ordering')).toBe('bc_from');
    expect(downloaded.get('from_date') ?? '').toBe(dates.from_date);
    expect(getCalendarPath(filters)).toBe(`/api/book-closures/calendar.ics${query && '?'}${query}`);
  });

  it.each([
    ['', '/book-closure'],
    ['page=2', '/book-closure?page=2'],
    ['ordering=nearest&page=2', '/book-closure'],
    ['search=LUCK&page=2', '/book-closure'],
  ])('names the whole list as the canonical URL of %s', (query, path) => {
    const location = { search: `?${query}` };
    expect(JSON.stringify(closureList.meta({ location, matches: [] } as never))).toContain(`${path}"`);
  });

  it.each([
    ['', 0],
    ['page=4', 0],
    ['ordering=-bc_from', 0],
    ['ordering=nearest', 0],
    ['ordering=nearest&search=LUCK', 1],
    ['search=LUCK&page=2', 1],
    ['company_name=A&company_name=B', 1],
    ['from_date=2026-01-01&to_date=2026-12-31', 1],
    ['to_date=2026-12-31', 1],
    ['ex_date_from=2026-11-23&ex_date_to=2026-11-27', 1],
    ['ex_date_to=2026-11-27&to_date=2026-12-31', 2],
    ['search=x&company_name=A&symbol=B&from_date=2026&ordering=bc_from', 5],
  ])('counts the active filters without the page: %s', (query, active) => {
    expect(closureList.countActive(read(query))).toBe(active);
  });

  it('finds no filters in a URL with only other parameters', () => {
    expect(closureList.hasParams(new URLSearchParams('utm_source=mail'))).toBe(false);
    expect(closureList.hasParams(new URLSearchParams('page=1'))).toBe(true);
  });
});

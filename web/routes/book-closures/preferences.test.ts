import { describe, expect, it } from 'vitest';
import { writeStoredList } from '#web/list/stored-list.ts';
import { NO_FILTERS } from './filters.ts';
import { parsePreferences } from './preferences.ts';

describe('the stored preferences of the closures', () => {
  it('are read as they were written', () => {
    const filters = {
      ...NO_FILTERS,
      search: 'cement',
      company_name: ['Mari Energies, Limited'],
      symbol: ['LUCK'],
      from_date: '2026-08-01',
      page: 3,
    };
    expect(parsePreferences(writeStoredList(filters))).toEqual(filters);
  });

  it.each([
    [null],
    ['{'],
    ['[]'],
    ['{"filters": null, "currentPage": "2"}'],
    ['{"filters": {"search": 5, "company_name": [null, {}], "from_date": "never"}, "currentPage": -1}'],
  ])('are none when they are damaged: %s', (text) => {
    expect(parsePreferences(text)).toEqual(NO_FILTERS);
  });
});

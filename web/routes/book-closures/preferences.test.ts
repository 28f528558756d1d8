import { describe, expect, it } from 'vitest';
import { stringifyPreferences } from '#web/list/preferences.ts';
import { closureList, NO_FILTERS } from './filters.ts';

describe('stored book closure preferences', () => {
  it('reads stored preferences back unchanged', () => {
    const filters = {
      ...NO_FILTERS,
      search: 'cement',
      company_name: ['Mari Energies, Limited'],
      symbol: ['LUCK'],
      from_date: '2026-08-01',
      page: 3,
    };
    expect(closureList.parsePreferences(stringifyPreferences(filters, {})).filters).toEqual(filters);
  });

  it.each([
    [null],
    ['{'],
    ['[]'],
    ['{"filters": null, "currentPage": "2"}'],
    ['{"filters": {"search": 5, "company_name": [null, {}], "from_date": "never"}, "currentPage": -1}'],
  ])('ignores invalid preferences: %s', (text) => {
    expect(closureList.parsePreferences(text).filters).toEqual(NO_FILTERS);
  });
});

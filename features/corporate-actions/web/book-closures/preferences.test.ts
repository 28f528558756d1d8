import { describe, expect, it } from 'vitest';
import { closureList } from './filters.ts';

describe('stored book closure preferences', () => {
  it('reads stored preferences', () => {
    const filters = {
      ...closureList.noFilters,
      search: 'cement',
      company_name: ['Mari Energies, Limited'],
      symbol: ['LUCK'],
      from_date: '2026-08-01',
      page: 3,
    };
    const { page: currentPage, ...stored } = filters;
    const text = JSON.stringify({ currentPage, filters: stored });
    expect(closureList.parsePreferences(text).filters).toEqual(filters);
  });

  it.each([
    [null],
    ['{'],
    ['[]'],
    ['{"filters": null, "currentPage": "2"}'],
    ['{"filters": {"search": 5, "company_name": [null, {}], "from_date": "never"}, "currentPage": -1}'],
  ])('ignores invalid preferences: %s', (text) => {
    expect(closureList.parsePreferences(text).filters).toEqual(closureList.noFilters);
  });
});

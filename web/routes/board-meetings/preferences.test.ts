import { describe, expect, it } from 'vitest';
import { NO_FILTERS } from './filters.ts';
import { parsePreferences } from './preferences.ts';

describe('the stored preferences of the board meetings', () => {
  it('are read with their filters and page', () => {
    const filters = {
      search: 'dividend',
      company_name: ['Abbott, Labs', 'Engro'],
      from_date: '2026-11-01',
      to_date: '',
      ordering: '-meeting_date' as const,
    };
    expect(parsePreferences(JSON.stringify({ currentPage: 3, filters }))).toEqual({ ...filters, page: 3 });
  });

  it.each([
    [null],
    [''],
    ['{'],
    ['null'],
    ['[]'],
    ['"text"'],
    ['{"filters": null, "currentPage": "2"}'],
    ['{"filters": {"search": 5, "company_name": [null, {}], "from_date": "2026-02-30"}, "currentPage": -1}'],
  ])('are none when they are damaged: %s', (text) => {
    expect(parsePreferences(text)).toEqual(NO_FILTERS);
  });
});

import { describe, expect, it } from 'vitest';
import { meetingList } from './filters.ts';

describe('stored board meeting preferences', () => {
  it('restores filters and page', () => {
    const filters = {
      search: 'dividend',
      company_name: ['Abbott, Labs', 'Engro'],
      symbol: ['ABOT'],
      from_date: '2026-11-01',
      to_date: '',
      ordering: '-meeting_date' as const,
    };
    expect(meetingList.parsePreferences(JSON.stringify({ currentPage: 3, filters }))).toEqual({
      filters: { ...filters, page: 3 },
      lastViewedId: null,
    });
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
  ])('ignores invalid preferences: %s', (text) => {
    expect(meetingList.parsePreferences(text).filters).toEqual(meetingList.noFilters);
  });
});

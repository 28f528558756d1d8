import { describe, expect, it } from 'vitest';
import { newsList } from './filters.ts';

describe('stored news preferences', () => {
  it('restores filters, page and last viewed article', () => {
    const text = JSON.stringify({
      currentPage: 3,
      filters: { search: 'LUCK', source: '', sector: ['Cement'], category: [], ordering: 'title' },
      lastViewedArticleId: 17,
    });
    expect(newsList.parsePreferences(text)).toEqual({
      filters: { ...newsList.noFilters, search: 'LUCK', sector: ['Cement'], ordering: 'title', page: 3 },
      lastViewedId: 17,
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
    ['{"filters": {"search": 5, "sector": [null, {}], "ordering": "newest"}, "currentPage": -1}'],
    ['{"lastViewedArticleId": "17"}'],
    ['{"lastViewedArticleId": 1e400}'],
  ])('ignores invalid preferences: %s', (text) => {
    expect(newsList.parsePreferences(text)).toEqual({ filters: newsList.noFilters, lastViewedId: null });
  });
});

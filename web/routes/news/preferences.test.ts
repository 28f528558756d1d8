import { describe, expect, it } from 'vitest';
import { NO_FILTERS } from './list/filters.ts';
import { parsePreferences } from './preferences.ts';

describe('the stored preferences of the news', () => {
  it('are read with their filters, page and last viewed article', () => {
    const text = JSON.stringify({
      currentPage: 3,
      filters: { search: 'LUCK', source: '', sector: ['Cement'], category: [], ordering: 'title' },
      lastViewedArticleId: 17,
    });
    expect(parsePreferences(text)).toEqual({
      filters: { ...NO_FILTERS, search: 'LUCK', sector: ['Cement'], ordering: 'title', page: 3 },
      lastViewedArticleId: 17,
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
  ])('are none when they are damaged: %s', (text) => {
    expect(parsePreferences(text)).toEqual({ filters: NO_FILTERS, lastViewedArticleId: null });
  });
});

import { describe, expect, it } from 'vitest';
import { findCompany, listSectors } from '#server/domains/market/market.ts';
import { CATEGORIES } from '#server/domains/news/classify/rules/categories.ts';
import { SAMPLE_SOURCES, sampleArticles } from './news.ts';

describe('the sample articles', () => {
  it('covers several pages, sources, sectors and categories', () => {
    const countDistinct = (key: 'source' | 'sector' | 'category') =>
      new Set(sampleArticles.map((article) => article[key]).filter((value) => value !== null)).size;
    expect(sampleArticles.length).toBe(48);
    expect(countDistinct('source')).toBe(4);
    expect(countDistinct('sector')).toBeGreaterThanOrEqual(8);
    expect(countDistinct('category')).toBeGreaterThanOrEqual(5);
    expect(sampleArticles.some(({ creator }) => creator === null)).toBe(true);
    expect(new Set(sampleArticles.map(({ title }) => title)).size).toBe(48);
  });

  it('uses only sources that are recognizable as samples and do not resolve', () => {
    for (const { name, url } of SAMPLE_SOURCES) {
      expect(name).toMatch(/^Sample /);
      expect(new URL(url).hostname).toMatch(/\.invalid$/);
    }
  });

  it.each(sampleArticles)(
    'uses existing sectors and companies, and two to four paragraphs of plain text: $title',
    (article) => {
      if (article.sector !== null) expect(listSectors()).toContain(article.sector);
      expect(CATEGORIES).toContain(article.category);
      expect(article.symbols.filter((symbol) => findCompany(symbol) === null)).toEqual([]);
      expect(SAMPLE_SOURCES[article.source]).toBeDefined();
      expect(article.hoursAgo).toBeGreaterThan(0);
      expect(article.text.length).toBeGreaterThanOrEqual(2);
      expect(article.text.length).toBeLessThanOrEqual(4);
      expect(article.text.join('')).not.toMatch(/[<>&]/);
    },
  );
});

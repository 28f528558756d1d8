import { describe, expect, it } from 'vitest';
import { findCompany, listSectors } from '#features/market/server/market.ts';
import { CATEGORIES } from '#features/news/server/classify/rules/categories.ts';
import { FAILING_SOURCE, SAMPLE_SOURCES, sampleArticles } from './sample-news.ts';

describe('the sample articles', () => {
  it('cover several pages, sources, sectors and categories, with and without pictures', () => {
    const countDistinct = (key: 'source' | 'sector' | 'category' | 'picture') =>
      new Set(sampleArticles.map((article) => article[key]).filter((value) => value !== null)).size;
    expect(sampleArticles.length).toBe(48);
    expect(countDistinct('source')).toBe(4);
    expect(countDistinct('sector')).toBeGreaterThanOrEqual(8);
    expect(countDistinct('category')).toBeGreaterThanOrEqual(5);
    expect(countDistinct('picture')).toBe(12);
    expect(sampleArticles.filter(({ picture }) => picture === null).length).toBeGreaterThan(4);
    expect(sampleArticles.some(({ creator }) => creator === null)).toBe(true);
    expect(new Set(sampleArticles.map(({ title }) => title)).size).toBe(48);
  });

  it('have sources whose feeds do not resolve', () => {
    for (const { url } of [...SAMPLE_SOURCES, FAILING_SOURCE])
      expect(new URL(url).hostname).toMatch(/\.invalid$/);
  });

  it.each(sampleArticles)(
    'use existing sectors and companies, and two or three paragraphs of plain text: $title',
    (article) => {
      if (article.sector !== null) expect(listSectors()).toContain(article.sector);
      expect(CATEGORIES).toContain(article.category);
      expect(article.symbols.map((symbol) => findCompany(symbol)?.symbol)).toEqual(article.symbols);
      expect(article.text.length).toBeGreaterThanOrEqual(2);
      expect(article.text.length).toBeLessThanOrEqual(3);
      expect(article.text.join(' ')).not.toMatch(/[<>&]|sample|invented|made.up|this story/i);
      expect(article.title).not.toMatch(/sample/i);
    },
  );
});

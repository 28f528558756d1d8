import { describe, expect, it } from 'vitest';
import { findCompany, listSectors } from '#features/market/server/market.ts';
import {
  readHeldOutHeadlines,
  readLabeledHeadlines,
  splitHeadlines,
} from '#tests/support/news/labeled-headlines.ts';
import { scoreClassification } from '#tests/support/news/score-classification.ts';
import { classify } from './classify.ts';
import { CATEGORIES } from './rules/categories.ts';

const headlines = readLabeledHeadlines();
const { tuning, heldOut } = splitHeadlines(headlines);
const heldOutFiles = readHeldOutHeadlines();

describe('the labeled headlines', () => {
  it('the labeled headlines are at least 300 different ones, split into two halves of similar size', () => {
    expect(new Set(headlines.map(({ title }) => title)).size).toBe(headlines.length);
    expect(headlines.length).toBeGreaterThanOrEqual(300);
    expect(tuning.length + heldOut.length).toBe(headlines.length);
    expect(Math.min(tuning.length, heldOut.length)).toBeGreaterThan(headlines.length * 0.4);
  });

  it('are held out entirely in at least 150 further cases', () => {
    const titles = new Set(headlines.map(({ title }) => title));
    expect(heldOutFiles.length).toBeGreaterThanOrEqual(150);
    expect(heldOutFiles.filter(({ title }) => titles.has(title))).toEqual([]);
  });

  it('have existing companies, sectors and categories', () => {
    const all = [...headlines, ...heldOutFiles];
    const sectors = [...new Set(all.flatMap(({ sector }) => sector ?? []))];
    const categories = [...new Set(all.map(({ category }) => category))];
    const symbols = all.flatMap((headline) => headline.symbols);
    expect(sectors.filter((name) => !listSectors().includes(name))).toEqual([]);
    expect(categories.filter((name) => !CATEGORIES.includes(name))).toEqual([]);
    expect(symbols.filter((symbol) => findCompany(symbol) === null)).toEqual([]);
  });
});

describe.each([
  ['all headlines', headlines],
  ['the held-out half', heldOut],
])('the classification of %s', (_, set) => {
  const { scores, generalShare } = scoreClassification(set, classify);

  it('names companies and sectors that are correct in 95 of 100 cases', () => {
    expect(scores.company.precision).toBeGreaterThanOrEqual(0.95);
    expect(scores.sector.precision).toBeGreaterThanOrEqual(0.95);
  });

  it('finds 85 of 100 named companies and sectors', () => {
    expect(scores.company.recall).toBeGreaterThanOrEqual(0.85);
    expect(scores.sector.recall).toBeGreaterThanOrEqual(0.85);
  });

  it('finds the category of 85 of 100 headlines, and leaves fewer than 30 in General', () => {
    expect(scores.category.precision).toBeGreaterThanOrEqual(0.85);
    expect(scores.category.recall).toBeGreaterThanOrEqual(0.85);
    expect(generalShare).toBeLessThan(0.3);
  });
});

describe('the classification of the held-out files', () => {
  const { scores } = scoreClassification(heldOutFiles, classify);

  it('names companies that are correct in 97 of 100 cases, and finds 90 of 100', () => {
    expect(scores.company.precision).toBeGreaterThanOrEqual(0.97);
    expect(scores.company.recall).toBeGreaterThanOrEqual(0.9);
  });

  it('is correct for the sector in 95 of 100 cases and for the category in 93', () => {
    expect(scores.sector.precision).toBeGreaterThanOrEqual(0.95);
    expect(scores.sector.recall).toBeGreaterThanOrEqual(0.9);
    expect(scores.category.precision).toBeGreaterThanOrEqual(0.93);
    expect(scores.category.recall).toBeGreaterThanOrEqual(0.9);
  });
});

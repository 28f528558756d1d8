import { describe, expect, it } from 'vitest';
import { findCompany, listSectors } from '#server/domains/market/market.ts';
import { classify } from './classify.ts';
import { AMBIGUOUS_SYMBOLS, SHORT_NAMES } from './company-names.ts';
import { HEADLINES } from './headlines.ts';
import { CATEGORY_KEYWORDS, FEED_CATEGORIES, FEED_SECTORS, SECTOR_KEYWORDS } from './rules.ts';

const classifyText = (title: string, { text = '', feedCategories = [] as string[] } = {}) =>
  classify({ title, text, feedCategories });

describe('classify', () => {
  it.each(HEADLINES)('classifies the headline "$title"', ({ title, text, ...expected }) => {
    expect(classifyText(title, { text })).toEqual(expected);
  });

  it('prefers the sections of the feed', () => {
    expect(
      classifyText('Lucky Cement posts profit', { feedCategories: ['Business', 'Oil & Gas', 'Cement'] }),
    ).toEqual({
      sector: 'Cement',
      category: 'Energy',
      symbols: ['LUCK'],
    });
    expect(classifyText('A quiet day', { feedCategories: ['Commercial Banks', 'FOREX'] })).toMatchObject({
      sector: 'Commercial Banks',
      category: 'Currency',
    });
    expect(classifyText('Rupee steady', { feedCategories: ['Latest News', 'Top Stories'] }).category).toBe(
      'Currency',
    );
  });

  it('uses the common sector of the companies in the text if the title indicates none', () => {
    expect(
      classifyText('Result season', { text: 'Results of HBL, UBL and MCB are due this week.' }),
    ).toMatchObject({
      sector: 'Commercial Banks',
      symbols: ['HBL', 'UBL', 'MCB'],
    });
    expect(
      classifyText('Result season', { text: 'Results of HBL and LUCK are due this week.' }).sector,
    ).toBeNull();
  });

  it('uses the most frequent sector of the text', () => {
    const text = 'Urea is short. Urea importers and fertilizer dealers blame the banks.';
    expect(classifyText('Dealers meet', { text }).sector).toBe('Fertilizer');
    expect(classifyText('Dealers meet', { text: 'Urea is short, say banks.' }).sector).toBeNull();
  });

  it('lists each company once, and at most eight', () => {
    expect(
      classifyText('Lucky Cement (PSX: LUCK) up', { text: 'LUCK, Lucky Cement Limited' }).symbols,
    ).toEqual(['LUCK']);
    const many = 'OGDC PPL HBL UBL MCB LUCK FFC EFERT HUBC PSO SNGP';
    expect(
      classifyText('Prices', { text: `Today ${many} rose and the rest of the market fell a little.` })
        .symbols,
    ).toHaveLength(8);
  });

  it.each([
    'the hub of power',
    'unity and faith',
    'lucky cement mixers win',
    'A PACE of change',
    'HBLX rises',
    'image pakistan abroad',
    '(PSX: NOSUCH)',
  ])('finds no company in: %s', (title) => {
    expect(classifyText(title).symbols).toEqual([]);
  });

  it('falls back to the general category', () => {
    expect(classifyText('')).toEqual({ sector: null, category: 'General', symbols: [] });
    expect(
      classifyText('constructor __proto__ toString', { feedCategories: ['constructor', '__proto__'] }),
    ).toEqual({
      sector: null,
      category: 'General',
      symbols: [],
    });
  });
});

describe('classification rules', () => {
  it('covers the rules with at least 60 headlines', () => {
    expect(HEADLINES.length).toBeGreaterThanOrEqual(60);
  });

  it('refers only to existing sectors, categories and companies', () => {
    const sectors = new Set(listSectors());
    expect(
      [...Object.keys(SECTOR_KEYWORDS), ...Object.values(FEED_SECTORS)].filter((name) => !sectors.has(name)),
    ).toEqual([]);
    const categories = Object.values(FEED_CATEGORIES).filter((name) => name !== null);
    expect(categories.filter((name) => !(name in CATEGORY_KEYWORDS))).toEqual([]);
    const symbols = [...Object.keys(SHORT_NAMES), ...AMBIGUOUS_SYMBOLS];
    expect(symbols.filter((symbol) => findCompany(symbol) === null)).toEqual([]);
  });
});

import { describe, expect, it } from 'vitest';
import { findCompany, listSectors } from '#server/domains/market/market.ts';
import { classify } from './classify.ts';
import { AMBIGUOUS_SYMBOLS, SHORT_NAMES } from './company-names.ts';
import { HEADLINES } from './headlines.ts';
import { CATEGORY_WORDS, FEED_CATEGORIES, FEED_SECTORS, SECTOR_WORDS } from './rules.ts';

const of = (title: string, { text = '', feedCategories = [] as string[] } = {}) =>
  classify({ title, text, feedCategories });

describe('a headline', () => {
  it.each(HEADLINES)('$title', ({ title, text, ...expected }) => {
    expect(of(title, { text })).toEqual(expected);
  });
});

describe('an article', () => {
  it('is of the sections that its feed puts it in', () => {
    expect(of('Lucky Cement posts profit', { feedCategories: ['Business', 'Oil & Gas', 'Cement'] })).toEqual({
      sector: 'Cement',
      category: 'Energy',
      symbols: ['LUCK'],
    });
    expect(of('A quiet day', { feedCategories: ['Commercial Banks', 'FOREX'] })).toMatchObject({
      sector: 'Commercial Banks',
      category: 'Currency',
    });
    expect(of('Rupee steady', { feedCategories: ['Latest News', 'Top Stories'] }).category).toBe('Currency');
  });

  it('has the sector of the companies in its text when they agree and the title says nothing', () => {
    expect(of('Result season', { text: 'Results of HBL, UBL and MCB are due this week.' })).toMatchObject({
      sector: 'Commercial Banks',
      symbols: ['HBL', 'UBL', 'MCB'],
    });
    expect(of('Result season', { text: 'Results of HBL and LUCK are due this week.' }).sector).toBeNull();
  });

  it('has the sector that its text speaks of most', () => {
    const text = 'Urea is short. Urea importers and fertilizer dealers blame the banks.';
    expect(of('Dealers meet', { text }).sector).toBe('Fertilizer');
    expect(of('Dealers meet', { text: 'Urea is short, say banks.' }).sector).toBeNull();
  });

  it('names a company once, whatever it is called, and eight companies at most', () => {
    expect(of('Lucky Cement (PSX: LUCK) up', { text: 'LUCK, Lucky Cement Limited' }).symbols).toEqual([
      'LUCK',
    ]);
    const many = 'OGDC PPL HBL UBL MCB LUCK FFC EFERT HUBC PSO SNGP';
    expect(
      of('Prices', { text: `Today ${many} rose and the rest of the market fell a little.` }).symbols,
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
  ])('does not name a company in: %s', (title) => {
    expect(of(title).symbols).toEqual([]);
  });

  it('can be anything', () => {
    expect(of('')).toEqual({ sector: null, category: 'General', symbols: [] });
    expect(of('constructor __proto__ toString', { feedCategories: ['constructor', '__proto__'] })).toEqual({
      sector: null,
      category: 'General',
      symbols: [],
    });
  });
});

describe('the table of rules', () => {
  it('has enough headlines', () => {
    expect(HEADLINES.length).toBeGreaterThanOrEqual(60);
  });

  it('names sectors, categories and companies that there are', () => {
    const sectors = new Set(listSectors());
    expect(
      [...Object.keys(SECTOR_WORDS), ...Object.values(FEED_SECTORS)].filter((name) => !sectors.has(name)),
    ).toEqual([]);
    const categories = Object.values(FEED_CATEGORIES).filter((name) => name !== null);
    expect(categories.filter((name) => !(name in CATEGORY_WORDS))).toEqual([]);
    const symbols = [...Object.keys(SHORT_NAMES), ...AMBIGUOUS_SYMBOLS];
    expect(symbols.filter((symbol) => findCompany(symbol) === null)).toEqual([]);
  });
});

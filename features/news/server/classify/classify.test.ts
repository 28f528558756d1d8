import { describe, expect, it } from 'vitest';
import { findCompany, listSectors } from '#features/market/server/market.ts';
import { HEADLINES } from '#tests/support/news/headlines.ts';
import { classify } from './classify.ts';
import { CATEGORIES, COMPANY_EVENT_WORDS, FEED_SECTIONS } from './rules/categories.ts';
import { AMBIGUOUS_SYMBOLS, FOREIGN_PARENTS, QUOTED_COMPANIES, SHORT_NAMES } from './rules/company-names.ts';
import { FEED_SECTOR_SECTIONS, SECTOR_KEYWORDS } from './rules/sectors.ts';

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

  it('prefers the event in the title to the section "Companies", but to no other section', () => {
    const title = 'Lucky Cement declares dividend';
    expect(classifyText(title, { feedCategories: ['Companies'] }).category).toBe('Dividends');
    expect(classifyText('Lucky Cement opens plant', { feedCategories: ['Companies'] }).category).toBe(
      'Companies',
    );
    expect(classifyText(title, { feedCategories: ['Markets'] }).category).toBe('Markets');
    expect(classifyText('A quiet day', { feedCategories: ['Earnings'] }).category).toBe('Financial Results');
  });

  it.each([
    ['Lucky Cement: Board Meeting to consider results and dividend', 'Board Meetings'],
    ['Lucky Cement posts profit, declares dividend', 'Financial Results'],
    ['Lucky Cement pays out Rs4', 'Dividends'],
    ['Profits and losses of a poet', 'General'],
    ['Lucky Cement slips on profit-taking', 'Companies'],
    ['PSX gains 700 points on strong corporate results', 'Markets'],
    ['IMF board meeting on Pakistan next week', 'Economy'],
    ['Consumer price index rises 5pc', 'Economy'],
    ['Relief of Rs3 per unit in power bills', 'Energy'],
    ['EU-India deal to hurt Pakistan’s exports', 'Economy'],
    ['India signs trade deal with EU', 'World'],
    ['Lucky Cement runs on solar', 'Companies'],
    ['Lucky Cement opposes new power tariff', 'Energy'],
    ['Lucky Cement to pay Rs4.5 a share', 'Dividends'],
    ['Govt’s domestic borrowing rises', 'Economy'],
    ['Big industry output grows', 'Economy'],
  ])('classifies the event of the title "%s" as %s', (title, category) => {
    expect(classifyText(title).category).toBe(category);
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
    ['PSX', 'Pakistan Stock Exchange Limited: Board Meeting'],
    ['PSX', 'PSX posts profit of Rs880m'],
    ['PSX', 'Notice (PSX: PSX)'],
    ['AHL', 'Arif Habib Ltd declares dividend'],
    ['AHCL', 'Arif Habib Corp buys stake in bank'],
    ['AKDSL', 'Brokerage results', 'AKD Securities Limited posted a profit of Rs410m.'],
    ['HGFA', 'HBL Growth Fund announces dividend'],
    ['NESTLE', 'Nestle raises milk price to Rs310'],
    ['MARI', 'MARI: Board Meeting'],
    ['CHCC', 'Cherat cement to set up wind project'],
    ['NBP', 'National Bank of Pakistan opens branch'],
    ['PPL', 'Pakistan Petroleum spuds well in Sindh'],
    ['PAKOXY', 'Pakistan Oxygen posts profit'],
    ['CEPB', 'Century Paper swings to loss'],
    ['GWLC', 'Gharibwal Cement shuts plant'],
    ['CSAP', 'Crescent Steel and Allied Products wins order'],
    ['CEPB', 'Century Paper & Board Mills posts profit'],
    ['MUGHAL', 'Mughal Iron & Steel opens mill'],
    ['PICT', 'Pakistan International Container Terminal posts profit'],
    ['SHEL', 'Shell to sell its stake in Pakistan'],
    ['ATLH', 'Honda bikes get costlier by Rs5,000'],
    ['KEL', 'KE shareholders approve accounts'],
    ['DSL', 'DSL restarts billet mill'],
    ['AGP', 'AGP’s quarterly earnings double'],
    ['PIOC', 'Pioneer’s margins recover'],
    ['LUCK', 'Lucky posts record profit'],
    ['DGKC', 'DG Khan’s kiln lines run at half capacity'],
    ['PKGS', 'Packages’ sales climb'],
    ['HUBC', 'Hubco Power Plant Trips'],
    ['HCAR', 'Honda City price cut by Rs100,000'],
  ])('finds %s in: %s', (symbol, title, text = '') => {
    expect(classifyText(title, { text }).symbols).toEqual([symbol]);
  });

  it('finds ambiguous symbols in lists of symbols', () => {
    const find = (text: string) => classifyText('Prices today', { text }).symbols;
    expect(find('Gainers were OGDC, MARI and FATIMA.')).toEqual(['OGDC', 'MARI']);
    expect(find('UNITY, HUBC and others fell.')).toEqual(['HUBC', 'UNITY']);
    expect(find('The PPP, PML and PTI voted. OGDC rose.')).toEqual(['OGDC']);
  });

  it.each([
    ['Shares fall at Pakistan Stock Exchange', 'Prices at the Pakistan Stock Exchange (PSX) fell.'],
    ['PSX posts loss of 900 points', ''],
    ['Market ends flat', '“Investors were cautious,” Arif Habib Limited said in its report.'],
    ['Market ends flat', 'The market fell, said Ahsan Mehanti of Arif Habib Corporation.'],
    ['Inflation to ease: AKD Securities', ''],
    ['PACRA maintains ratings', 'The Pakistan Credit Rating Agency (PACRA) has maintained the ratings.'],
    ['HBL Asset Management launches fund', ''],
    ['UBL Money Market Fund grows', ''],
    ['Alfalah GHP Investment Management launches plan', ''],
    ['Engro Foundation plants mangroves', ''],
    ['HBL PSL final in Lahore', ''],
    ['POL prices to fall', ''],
    ['FFBL Power seeks coal', ''],
    ['Nishat Chunian Energy’s licence suspended', ''],
    ['DSL users complain of slow internet', ''],
    ['PMI falls as output shrinks', ''],
    ['KE Medical University opens ward', ''],
    ['DG Khan’s flood victims await aid', ''],
    ['Lucky’s goal wins match', ''],
    ['Young Pioneer’s profit is in learning', ''],
    ['Suzuki Motor recalls cars in Japan', ''],
    ['AGP objects to spending', ''],
    ['United Bank for Africa posts profit', ''],
    ['National Bank of Greece resumes dividend', ''],
    ['Allied Bank of the Philippines merges', ''],
    ['Pakistan Petroleum prices to fall', ''],
    ['Pakistan Oxygen shortage hits hospitals', ''],
    ['National Refinery policy delayed', ''],
    ['Lucky cement makers survive price war', ''],
    ['Quetta textile traders protest', ''],
    ['Meezan restaurant sealed', ''],
    ['Shell to sell its stake in a Dutch refinery', ''],
    ['Toyota to build cars in Ohio', ''],
    ['Toyota Hiace falls into ravine near Quetta', ''],
    ['Suzuki van overturns in Karachi, five injured', ''],
    ['Crescent and star flags sold out in Karachi', ''],
  ])('finds no company in: %s', (title, text) => {
    expect(classifyText(title, { text }).symbols).toEqual([]);
  });

  it.each([
    'Bank holiday on Monday',
    'Banks to remain closed tomorrow',
    'State Bank issues circular',
    'Deutsche Bank cuts jobs',
    'Vote bank erodes',
    'China’s banks cut rates',
    'United Bank for Africa posts profit',
    'National Bank of Canada beats estimates',
    'Guard shot dead at bank in Gulshan',
    'Submarine cables damaged near Jeddah',
  ])('finds no sector in: %s', (title) => {
    expect(classifyText(title).sector).toBeNull();
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
      [...Object.keys(SECTOR_KEYWORDS), ...Object.keys(FEED_SECTOR_SECTIONS)].filter(
        (name) => !sectors.has(name),
      ),
    ).toEqual([]);
    const categories = [...Object.keys(FEED_SECTIONS), ...Object.keys(COMPANY_EVENT_WORDS)];
    expect(categories.filter((name) => !CATEGORIES.includes(name))).toEqual([]);
    const symbols = [
      ...Object.keys(SHORT_NAMES),
      ...AMBIGUOUS_SYMBOLS,
      ...QUOTED_COMPANIES,
      ...FOREIGN_PARENTS,
    ];
    expect(symbols.filter((symbol) => findCompany(symbol) === null)).toEqual([]);
  });
});

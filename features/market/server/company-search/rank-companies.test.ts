import { describe, expect, it } from 'vitest';
import { listCompanies } from '#features/market/server/market.ts';
import { splitText } from './find-company-by-name.ts';
import { countEdits, createVocabulary, listCandidates } from './match-words.ts';
import { createCompanyRanking } from './rank-companies.ts';

const rank = createCompanyRanking(listCompanies());
const symbols = (search: string) => rank(search).map(({ symbol }) => symbol);

describe('searching the companies of the exchange', () => {
  it.each([
    ['LUCK', ['LUCK', 'LCI', 'GIL']],
    ['lucky cement', ['LUCK']],
    ['Lucky Cement Ltd.', ['LUCK']],
    ['pso', ['PSO']],
    ['pak state oil', ['PSO']],
    ['state pak', ['PSO']],
    ['habib bank', ['HBL', 'BAHL', 'HMB']],
    ['hbl bank', ['HBL']],
    ['the searle', ['SEARL']],
    ['bank of khyber', ['BOK']],
    ['dg khan', ['DGKC']],
    ['oil & gas', ['OGDC']],
    ['mcb', ['MCB', 'MCBIM', 'MCBAH']],
    ['khan cement', ['DGKC']],
  ])('finds %s: %j', (search, expected) => {
    expect(symbols(search)).toEqual(expected);
  });

  it('ranks companies outside the directory last, unless the search is their symbol', () => {
    const unlisted = {
      name: 'Lucky Textiles',
      sector_code: null,
      sector: null,
      isin: null,
      is_listed: false,
      status: 'unknown' as const,
      status_note: null,
      successor: null,
    };
    const rankAll = createCompanyRanking([...listCompanies(), { ...unlisted, symbol: 'LCIX' }]);
    const find = (search: string) => rankAll(search).map(({ symbol }) => symbol);
    expect(find('lucky')).toEqual(['LCI', 'LUCK', 'LCIX']);
    expect(find('lci')).toEqual(['LCI', 'LCIX']);
    expect(find('lcix')).toEqual(['LCIX']);
    expect(find('luky')).toEqual(['LUCK', 'LCI', 'LCIX']);
  });

  it.each([
    ['luky', ['LUCK', 'LCI']],
    ['lcuk', ['LUCK', 'GIL']],
    ['ogcd', ['OGDC']],
    ['hubco', ['HUBC']],
    ['meezn', ['MEBL', 'MZNPETF']],
    ['indus moter', ['INDU']],
    ['systms limited', ['SYS', 'GEMUNSL']],
    ['pakistna petroleum', ['PPL', 'BYCO']],
    ['fatmia fertiliser', ['FATIMA']],
    ['punjab bnk', ['BOP']],
    ['pakistan oil feilds', ['POL']],
    ['javedn crporation', ['JVDC', 'JVDCPS']],
  ])('accepts the typing errors of %s: %j', (search, expected) => {
    expect(symbols(search)).toEqual(expected);
  });

  it('lists names that start with the word before longer words', () => {
    expect(symbols('oil').slice(0, 2)).toEqual(['OGDC', 'OBOY']);
  });

  it('accepts other spaces in a search for companies', () => {
    expect(symbols('pakistan oil fields')).toEqual(['POL']);
    expect(symbols('kelectric')[0]).toBe('KEL');
  });

  it.each([
    ['bnk', 'an error in a single word of three letters'],
    ['lkcu', 'two errors in a word of four letters'],
    ['ptetroleeum ogdc luck', 'words of several companies'],
    ['zzzz', 'an unknown word'],
    ['', 'no text'],
    ['?!', 'no word'],
    ['__proto__', 'the name of a property'],
    ['luck a b c d e f g h i j', 'more words than any name has'],
    ['lucky cement '.repeat(5), 'more characters than any name has'],
    [`luck ${'\ufdfa'.repeat(4)}`, 'more characters than any name has once they are normalized'],
  ])('finds nothing for %j: %s', (search) => {
    expect(symbols(search)).toEqual([]);
  });
});

it('compares a typed word only with the few words that have similar letters', () => {
  const words = [...new Set(listCompanies().flatMap(({ name }) => splitText(name)))];
  const vocabulary = createVocabulary(words);
  for (const typed of ['qzxvwkjy', 'zzzzzzzz', 'insuranse', 'x'.repeat(60)])
    expect(listCandidates(vocabulary, typed, 2).length).toBeLessThan(words.length / 20);
});

it('searches a repeated text once, also one that finds nothing', () => {
  const search = createCompanyRanking(listCompanies());
  for (const text of ['luky', 'no such company']) expect(search(` ${text.toUpperCase()}`)).toBe(search(text));
});

it.each([
  ['luck', 'luck', 0],
  ['luck', 'lucky', 1],
  ['luck', 'duck', 1],
  ['luck', 'lcuk', 1],
  ['luck', 'kulc', 3],
  ['', 'pso', 3],
])('counts the edits between %j and %j: %i', (a, b, edits) => {
  expect(countEdits(a, b)).toBe(edits);
  expect(countEdits(b, a)).toBe(edits);
});

import { describe, expect, it } from 'vitest';
import { isIsin, SYMBOL_PATTERN } from '#features/market/contract/companies.ts';
import companyRows from './companies.json' with { type: 'json' };
import { isRight } from './companies.ts';
import { findCompany, searchCompanies } from './market.ts';
import sectorRows from './sectors.json' with { type: 'json' };

describe('the company directory', () => {
  it('contains the companies and sectors of April 2026 and newer ones without duplicates', () => {
    expect(companyRows.length).toBe(741);
    expect(sectorRows.length).toBe(37);
    expect(new Set(companyRows.map(([symbol]) => symbol)).size).toBe(companyRows.length);
    expect(new Set(sectorRows.map(([code]) => code)).size).toBe(sectorRows.length);
  });

  it('contains only valid symbols', () => {
    const invalid = companyRows
      .map(([symbol]) => symbol as string)
      .filter((symbol) => !SYMBOL_PATTERN.test(symbol));
    expect(invalid).toEqual([]);
  });

  it('contains the sector of every company that has a sector code', () => {
    const sectorCodes = new Set(sectorRows.map(([code]) => code));
    const withoutSector = companyRows.filter(
      ([, , code]) => code !== null && !sectorCodes.has(code as string),
    );
    expect(withoutSector).toEqual([]);
  });

  it('contains no company name with stray spaces', () => {
    const stray = companyRows.filter(([, name]) => !name || name !== name.trim() || /\s{2}/.test(name));
    expect(stray).toEqual([]);
  });

  it.each(['LUCK', 'luck', 'Luck'])('finds a company by its symbol as %s', (symbol) => {
    expect(findCompany(symbol)).toEqual({
      symbol: 'LUCK',
      name: 'Lucky Cement Limited',
      sector_code: '0804',
      sector: 'Cement',
      isin: null,
      is_listed: true,
      status: 'unknown',
      status_note: null,
      successor: null,
    });
  });

  it('returns null as the sector of a company without one', () => {
    expect(findCompany('AKZO')).toMatchObject({ sector_code: null, sector: null });
  });

  it('contains no right to new shares, and every company whose symbol ends in R', () => {
    const rights = companyRows.map(([symbol]) => symbol as string).filter((symbol) => !findCompany(symbol));
    expect(rights).toHaveLength(32);
    expect(rights).toEqual(
      expect.arrayContaining(['786R', 'LOADSR1', 'AGICR2', 'POWERR1', 'JSBLR1', 'HSMPSR']),
    );
    const companies = [
      '786',
      'LOADS',
      'POWER',
      'BRR',
      'DCR',
      'EXTR',
      'GRR',
      'GTECHBR',
      'GTYR',
      'HCAR',
      'JSRR',
      'MACTER',
      'SRR',
    ];
    expect(companies.filter((symbol) => !findCompany(symbol))).toEqual([]);
    expect(searchCompanies('LOADSR1').filter(({ symbol }) => symbol === 'LOADSR1')).toEqual([]);
  });

  it.each([
    ['LUCKR1', 'Lucky Cement Limited (R)', true],
    ['LUCKR', 'Lucky Cement Limited Right', true],
    ['LUCKR2', 'LUCKR2', true],
    ['NEWR', 'New Company (Right)', true],
    ['NEWR', 'New Rights Agency', false],
    ['NEWR', 'NEWR', false],
    ['LUCKR', 'Lucky Retail', false],
    ['LUCK', 'Lucky Cement (R)', false],
    ['LUCKR1', 'Lucky Bright', false],
  ])('reads %s, %s as a right: %s', (symbol, name, expected) => {
    expect(isRight({ symbol, name })).toBe(expected);
  });

  it.each(['', 'LUC', 'NOSUCH', '__proto__', 'constructor'])('finds no company for %j', (symbol) => {
    expect(findCompany(symbol)).toBeNull();
  });
});

describe('searching companies', () => {
  const symbols = (search: string) => searchCompanies(search).map(({ symbol }) => symbol);

  it('ranks the exact symbol first, then prefixes of symbols, names and words, then other classes of shares, and last what is no longer quoted', () => {
    expect(symbols('engro')).toEqual([
      'ENGROH',
      'EFERT',
      'EPCL',
      'EPQL',
      'FCEPL',
      // Preference shares.
      'EPCLPS',
      // No longer quoted.
      'ENGRO',
      'EFOODS',
    ]);
    expect(symbols('luck')).toEqual(['LUCK', 'LCI', 'GIL']);
    expect(symbols('ABL')[0]).toBe('ABL');
  });

  it('finds a company by part of its name, ignoring case', () => {
    expect(symbols('LUCKY cement')).toEqual(['LUCK']);
    expect(symbols('  lucky cement ')).toEqual(['LUCK']);
  });

  it.each(['', '   ', 'no such company', '.*', '%%', '\\'])('finds nothing for %j', (search) => {
    expect(searchCompanies(search)).toEqual([]);
  });
});

it.each([
  ['US0378331005', true],
  ['PK0000000015', true],
  ['PK0000000018', false],
  ['pk0000000015', false],
  ['PK000000017', false],
  ['', false],
])('checks the check digit of the ISIN %j: %s', (text, expected) => {
  expect(isIsin(text)).toBe(expected);
});

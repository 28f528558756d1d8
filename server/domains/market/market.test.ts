import { describe, expect, it } from 'vitest';
import { SYMBOL_PATTERN } from '#contract/market/companies.ts';
import companyRows from './companies.json' with { type: 'json' };
import { findCompany, searchCompanies } from './market.ts';
import sectorRows from './sectors.json' with { type: 'json' };

describe('the company directory', () => {
  it('holds the companies and sectors of April 2026, each once', () => {
    expect(companyRows.length).toBe(732);
    expect(sectorRows.length).toBe(37);
    expect(new Set(companyRows.map(([symbol]) => symbol)).size).toBe(companyRows.length);
    expect(new Set(sectorRows.map(([code]) => code)).size).toBe(sectorRows.length);
  });

  it('writes every symbol as the exchange does', () => {
    const odd = companyRows
      .map(([symbol]) => symbol as string)
      .filter((symbol) => !SYMBOL_PATTERN.test(symbol));
    expect(odd).toEqual([]);
  });

  it('knows the sector of every company that has one', () => {
    const known = new Set(sectorRows.map(([code]) => code));
    const unknown = companyRows.filter(([, , code]) => code !== null && !known.has(code as string));
    expect(unknown).toEqual([]);
  });

  it('names every company without stray spaces', () => {
    const stray = companyRows.filter(([, name]) => !name || name !== name.trim() || /\s{2}/.test(name));
    expect(stray).toEqual([]);
  });

  it.each(['LUCK', 'luck', 'Luck'])('finds a company by its symbol as %s', (symbol) => {
    expect(findCompany(symbol)).toEqual({
      symbol: 'LUCK',
      name: 'Lucky Cement Limited',
      sector_code: '0804',
      sector: 'Cement',
    });
  });

  it('has companies whose sector is not known', () => {
    expect(findCompany('AKZO')).toMatchObject({ sector_code: null, sector: null });
  });

  it.each(['', 'LUC', 'NOSUCH', '__proto__', 'constructor'])('knows no %j', (symbol) => {
    expect(findCompany(symbol)).toBeNull();
  });
});

describe('searching companies', () => {
  const symbols = (search: string) => searchCompanies(search).map(({ symbol }) => symbol);

  it('puts the symbol itself first, then symbols, names and words that begin so', () => {
    expect(symbols('engro')).toEqual([
      'ENGRO',
      'ENGROH',
      'EFERT',
      'EFOODS',
      'EPCL',
      'EPCLPS',
      'EPQL',
      'FCEPL',
    ]);
    expect(symbols('luck')).toEqual(['LUCK', 'LCI', 'GIL']);
    expect(symbols('ABL')[0]).toBe('ABL');
  });

  it('finds by a word of the name, whatever its case', () => {
    expect(symbols('LUCKY cement')).toEqual(['LUCK']);
    expect(symbols('  lucky cement ')).toEqual(['LUCK']);
  });

  it('gives at most twenty', () => {
    expect(searchCompanies('limited').length).toBe(20);
  });

  it.each(['', '   ', 'no such company', '.*', '%%', '\\'])('finds nothing for %j', (search) => {
    expect(searchCompanies(search)).toEqual([]);
  });
});

import { describe, expect, it } from 'vitest';
import { SYMBOL_PATTERN } from '#contract/market/companies.ts';
import companyRows from './companies.json' with { type: 'json' };
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
      is_listed: true,
      status: 'unknown',
      status_note: null,
      successor: null,
    });
  });

  it('returns null as the sector of a company without one', () => {
    expect(findCompany('AKZO')).toMatchObject({ sector_code: null, sector: null });
  });

  it.each(['', 'LUC', 'NOSUCH', '__proto__', 'constructor'])('finds no company for %j', (symbol) => {
    expect(findCompany(symbol)).toBeNull();
  });
});

describe('searching companies', () => {
  const symbols = (search: string) => searchCompanies(search).map(({ symbol }) => symbol);

  it('ranks the exact symbol first, then prefixes of symbols, names and words, and last what is no longer quoted', () => {
    expect(symbols('engro')).toEqual([
      'ENGROH',
      'EFERT',
      'EPCL',
      'EPCLPS',
      'EPQL',
      'FCEPL',
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

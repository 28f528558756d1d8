import { describe, expect, it } from 'vitest';
import { findCompanyByName } from '#features/market/server/market.ts';
import { createCompanyFinder, normalizeCompanyName, splitText } from './find-company-by-name.ts';

describe('findCompanyByName', () => {
  it.each([
    ['Lucky Cement Limited', 'LUCK'],
    ['LUCKY CEMENT LTD.', 'LUCK'],
    ['lucky  cement', 'LUCK'],
    ['Indus Motor Company Ltd', 'INDU'],
    ['Highnoon Laboratories', 'HINOON'],
    ['Hub Power Co', 'HUBC'],
    ['The Searle Company Limited', 'SEARL'],
    ['Abbott Laboratories', 'ABOT'],
    ['Honda Atlas Cars', 'HCAR'],
    ['Johnson and Phillips', 'JOPP'],
    ['PSO', 'PSO'],
    ['Lucky', null],
    ['Limited', null],
    ['', null],
    ['pso', null],
    ['__proto__', null],
  ])('finds by the name %j: %s', (name, symbol) => {
    expect(findCompanyByName(name)?.symbol ?? null).toBe(symbol);
  });

  it('finds no company by a name that several companies share', () => {
    const company = (symbol: string, name: string) => ({
      symbol,
      name,
      sector_code: null,
      sector: null,
      isin: null,
      is_listed: true,
      status: 'unknown' as const,
      status_note: null,
      successor: null,
    });
    const find = createCompanyFinder([
      company('A', 'Rose Limited'),
      company('B', 'Rose Company'),
      company('C', 'Rose Pakistan'),
    ]);
    expect(find('Rose Limited')?.symbol).toBe('A');
    expect(find('Rose')).toBeNull();
    expect(find('Rose Pakistan Ltd')?.symbol).toBe('C');
  });
});

it.each([
  ['The Éclair & Sons (Pvt.) Ltd.', 'eclair and sons'],
  ['The Company Limited', 'company limited'],
])('normalizes %j to %j', (name, normalized) => {
  expect(normalizeCompanyName(name)).toBe(normalized);
});

it('limits the words of a text after its normalization, whatever its characters expand to', () => {
  for (const text of ['\ufdfa'.repeat(4_000_000), '&'.repeat(10_000), 'a '.repeat(10_000)])
    expect(splitText(text).join(' ').length).toBeLessThanOrEqual(2_000);
  expect(createCompanyFinder([])('\ufdfa'.repeat(4_000_000))).toBeNull();
});

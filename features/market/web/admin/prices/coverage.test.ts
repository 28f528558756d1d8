import { expect, it } from 'vitest';
import type { PriceCoverage } from '#features/market/contract/prices.ts';
import { filterCoverage, readFilter, summarizeCoverage } from './coverage.ts';

const make = (symbol: string, values: Partial<PriceCoverage> = {}): PriceCoverage => ({
  symbol,
  is_listed: true,
  first_date: '2021-11-24',
  last_date: '2026-11-20',
  last_close: '1.00',
  bars: 10,
  close_only: 0,
  gaps: 0,
  imported_at: null,
  has_invented: false,
  ...values,
});
const COVERAGE = [
  make('LUCK', { imported_at: '2026-11-20T12:00:00.000Z' }),
  make('LUCKR', { last_date: '2026-11-13', first_date: '2020-01-01' }),
  make('MARI', { gaps: 2, close_only: 3 }),
];

it('summarizes all symbols', () => {
  expect(summarizeCoverage(COVERAGE)).toEqual({
    symbols: 3,
    bars: 30,
    firstDate: '2020-01-01',
    lastDate: '2026-11-20',
    importedAt: '2026-11-20T12:00:00.000Z',
  });
  expect(summarizeCoverage([])).toBeNull();
});

it.each([
  ['luck', '', ['LUCK', 'LUCKR']],
  ['', 'behind', ['LUCKR']],
  ['', 'gaps', ['MARI']],
  ['m', 'close-only', ['MARI']],
  ['luck', 'gaps', []],
] as const)('filters by the text %j and the filter %j', (search, filter, symbols) => {
  const found = filterCoverage(COVERAGE, { search, filter, lastDate: '2026-11-20' });
  expect(found.map(({ symbol }) => symbol)).toEqual(symbols);
});

it('ignores unknown filters', () => {
  expect([readFilter('behind'), readFilter('constructor'), readFilter(null)]).toEqual(['behind', '', '']);
});

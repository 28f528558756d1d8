import type { PriceCoverage } from '#features/market/contract/prices.ts';

/** Filters of the symbols, by their value in the URL. */
export const COVERAGE_FILTERS = {
  '': 'All symbols',
  behind: 'Without the latest day',
  gaps: 'With gaps',
  'close-only': 'With close-only days',
} as const;
export type CoverageFilter = keyof typeof COVERAGE_FILTERS;

export const readFilter = (value: string | null): CoverageFilter =>
  value !== null && Object.hasOwn(COVERAGE_FILTERS, value) ? (value as CoverageFilter) : '';

/** Summarizes the coverage; `null` without prices. */
export function summarizeCoverage(coverage: readonly PriceCoverage[]) {
  if (coverage.length === 0) return null;
  return {
    symbols: coverage.length,
    bars: coverage.reduce((sum, { bars }) => sum + bars, 0),
    firstDate: coverage.map(({ first_date }) => first_date).reduce((a, b) => (a < b ? a : b)),
    lastDate: coverage.map(({ last_date }) => last_date).reduce((a, b) => (a > b ? a : b)),
    importedAt:
      coverage.map(({ imported_at }) => imported_at ?? '').reduce((a, b) => (a > b ? a : b)) || null,
  };
}

/** Returns the symbols that contain a text and match a filter. `lastDate` is the last day of any symbol. */
export function filterCoverage(
  coverage: readonly PriceCoverage[],
  { search, filter, lastDate }: { search: string; filter: CoverageFilter; lastDate: string },
): PriceCoverage[] {
  const text = search.trim().toUpperCase();
  const matches = ({ last_date, gaps, close_only }: PriceCoverage) => {
    switch (filter) {
      case 'behind':
        return last_date < lastDate;
      case 'gaps':
        return gaps > 0;
      case 'close-only':
        return close_only > 0;
      default:
        return true;
    }
  };
  return coverage.filter((each) => each.symbol.includes(text) && matches(each));
}

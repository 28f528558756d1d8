import type { Company } from '#contract/market/companies.ts';
import { countEdits } from './company-search/count-edits.ts';

const MAX_SIMILAR = 5;
const MAX_EDITS = 2;

/**
 * Returns companies whose symbols are easily confused with `symbol`, the most similar first: symbols that it starts or that
 * start it, then symbols with up to two typing errors, fewer in short symbols.
 */
export function findSimilarCompanies(companies: readonly Company[], symbol: string): Company[] {
  return companies
    .map((company) => ({ company, distance: getDistance(company.symbol, symbol) }))
    .filter(({ distance }) => distance !== null)
    .sort((a, b) => (a.distance ?? 0) - (b.distance ?? 0) || a.company.symbol.localeCompare(b.company.symbol))
    .slice(0, MAX_SIMILAR)
    .map(({ company }) => company);
}

/** Returns the difference of two symbols, or `null` if they are not similar. */
function getDistance(symbol: string, typed: string): number | null {
  const shorter = Math.min(symbol.length, typed.length);
  const edits = countEdits(symbol, typed);
  const hasCommonStart = shorter >= 2 && (symbol.startsWith(typed) || typed.startsWith(symbol));
  // An added or missing end is more likely than other typing errors.
  if (hasCommonStart) return edits - 0.5;
  return edits <= Math.min(MAX_EDITS, Math.floor(shorter / 2)) ? edits : null;
}

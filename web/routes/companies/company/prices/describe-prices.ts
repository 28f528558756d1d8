import { formatShortDate } from '#contract/dates.ts';
import type { PriceRange } from '#contract/market/prices.ts';
import { formatRupees } from '#contract/signals/price.ts';
import { RANGE_NAMES } from './price-range.ts';
import type { PriceRow } from './summarize-bars.ts';

/** Describes a picture of prices for screen readers; the table has the figures. */
export function describePrices(
  content: 'Chart of the prices' | 'Closes',
  symbol: string,
  range: PriceRange,
  rows: readonly PriceRow[],
): string {
  const [first, last] = [rows.at(0), rows.at(-1)];
  if (!first || !last) return `${content} of ${symbol}`;
  return (
    `${content} of ${symbol}, ${RANGE_NAMES[range]}: ` +
    `from ${formatRupees(first.close)} on ${formatShortDate(first.to)} to ${formatRupees(last.close)} on ${formatShortDate(last.to)}. ` +
    'The table below has the figures.'
  );
}

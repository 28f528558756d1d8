import { getCompanyPath } from '#core/contract/paths.ts';
import { DEFAULT_PRICE_RANGE, PRICE_RANGES, type PriceRange } from '#features/market/contract/prices.ts';

/** The query parameter of the company page. */
export const RANGE_PARAM = 'range';

export const RANGE_NAMES: Readonly<Record<PriceRange, string>> = {
  '1M': '1 month',
  '3M': '3 months',
  '6M': '6 months',
  '1Y': '1 year',
  '3Y': '3 years',
  '5Y': '5 years',
};

export const readRange = (params: URLSearchParams): PriceRange =>
  PRICE_RANGES.find((range) => range === params.get(RANGE_PARAM)) ?? DEFAULT_PRICE_RANGE;

/** Returns the query of the company page; the default range needs none. */
export function toRangeQuery(range: PriceRange): URLSearchParams {
  return new URLSearchParams(range === DEFAULT_PRICE_RANGE ? {} : { [RANGE_PARAM]: range });
}

export function getRangeUrl(symbol: string, range: PriceRange): string {
  const query = toRangeQuery(range);
  return query.size > 0 ? `${getCompanyPath(symbol)}?${query}` : getCompanyPath(symbol);
}

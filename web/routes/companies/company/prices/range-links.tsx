import { Link } from 'react-router';
import { PRICE_RANGES, type PriceRange } from '#contract/market/prices.ts';
import { getRangeUrl, RANGE_NAMES } from './price-range.ts';

/** Links to the ranges of prices, which work without scripts. */
export function RangeLinks({ symbol, chosen }: { symbol: string; chosen: PriceRange }) {
  return (
    <nav aria-label="Range of prices">
      <ul className="flex">
        {PRICE_RANGES.map((range) => (
          <li key={range} className="-ml-px first:ml-0">
            <Link
              to={getRangeUrl(symbol, range)}
              preventScrollReset
              replace
              aria-current={range === chosen ? 'true' : undefined}
              className={`figures inline-flex min-h-8 min-w-11 items-center justify-center border border-line-strong px-2 text-sm focus-visible:relative ${range === chosen ? 'bg-sunken font-semibold' : 'bg-surface text-muted hover:text-ink'}`}
            >
              <abbr title={RANGE_NAMES[range]} className="no-underline">
                {range}
              </abbr>
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  );
}

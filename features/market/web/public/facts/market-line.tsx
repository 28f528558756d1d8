import { Link } from 'react-router';
import { paths } from '#core/contract/paths.ts';
import { Figure } from '#core/web/ui/figure.tsx';
import type { MarketOverview } from '#features/market/contract/facts.ts';
import type { IndexCode } from '#features/market/contract/prices.ts';
import { Change } from './change.tsx';

export const INDEX_NAMES: Readonly<Record<IndexCode, string>> = {
  KSE100: 'KSE-100',
  KSE30: 'KSE-30',
  KMI30: 'KMI-30',
};

/** The first index and the breadth of the last day in one line. */
export function MarketLine({ market: { indices, breadth } }: { market: MarketOverview }) {
  const [index] = indices;
  return (
    <p className="-mt-2 mb-4 flex flex-wrap items-baseline gap-x-3 text-sm">
      <Link to={paths.market} className="link">
        Market
      </Link>
      {index && (
        <span>
          <span translate="no">{INDEX_NAMES[index.code]}</span> <Figure>{index.value}</Figure>{' '}
          {index.change !== null && <Change change={index.change} />}
        </span>
      )}
      <span>{`${breadth.up} up, ${breadth.down} down`}</span>
    </p>
  );
}

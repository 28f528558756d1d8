import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router';
import { formatShortDateWithWeekday } from '#core/contract/dates.ts';
import { paths } from '#core/contract/paths.ts';
import { api } from '#core/web/api/api.ts';
import { LIST_STALE_MS, shouldRetry, toInitialData } from '#core/web/api/query-options.ts';
import { Figure } from '#core/web/ui/figure.tsx';
import { getMarketOverview, type MarketOverview } from '#features/market/contract/facts.ts';
import type { IndexCode } from '#features/market/contract/prices.ts';
import { Change, formatIndex } from './change.tsx';

export const INDEX_NAMES: Readonly<Record<IndexCode, string>> = {
  KSE100: 'KSE-100',
  KSE30: 'KSE-30',
  KMI30: 'KMI-30',
};

export type MarketSummary = Pick<MarketOverview, 'date' | 'indices' | 'breadth'>;

export const summarizeOverview = ({ date, indices, breadth }: MarketOverview): MarketSummary => ({
  date,
  indices: indices.slice(0, 1),
  breadth,
});

/** The first index and the breadth of the last day in one line, with its date: before a session it is not today. */
export function MarketLine({
  rendered,
  asOf,
}: {
  rendered: MarketSummary | null | undefined;
  asOf: string | undefined;
}) {
  const { data: market } = useQuery({
    queryKey: [getMarketOverview.path, 'summary'],
    queryFn: async () => summarizeOverview(await api(getMarketOverview, { query: {} })),
    staleTime: LIST_STALE_MS,
    retry: shouldRetry,
    ...toInitialData(rendered, asOf),
  });
  if (!market?.date) return null;
  const [index] = market.indices;
  return (
    <p className="flex flex-wrap items-baseline gap-x-3 text-sm">
      <Link to={paths.market} className="link">
        Market
      </Link>
      {index && (
        <span>
          <span translate="no">{INDEX_NAMES[index.code]}</span> <Figure>{formatIndex(index.value)}</Figure>{' '}
          {index.change !== null && <Change change={index.change} />}
        </span>
      )}
      <span>{`${market.breadth.up} up, ${market.breadth.down} down`}</span>
      <time dateTime={market.date} className="text-muted">
        {formatShortDateWithWeekday(market.date)}
      </time>
    </p>
  );
}

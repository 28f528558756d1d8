import { useQuery } from '@tanstack/react-query';
import { api } from '#core/web/api/api.ts';
import { LIST_STALE_MS, shouldRetry } from '#core/web/api/query-options.ts';
import { listPrices, type PriceRange } from '#features/market/contract/prices.ts';
import type { RenderedCompany } from '#features/market/web/company/load-company.ts';
import { toOverview } from '#features/market/web/public/company/prices/summarize-bars.ts';

interface PricesOfCompany {
  symbol: string;
  range: PriceRange;
  rendered: RenderedCompany | null;
}

/** Returns the bars of a range and their overview, which are loaded if they are wanted or the server rendered no overview. */
export const usePrices = ({ symbol, range, rendered }: PricesOfCompany, isWanted: boolean) =>
  useQuery({
    queryKey: ['prices', symbol, range],
    queryFn: async () => {
      const prices = await api(listPrices, { params: { symbol }, query: { range } });
      return { bars: prices.bars, overview: toOverview(prices, range) };
    },
    staleTime: LIST_STALE_MS,
    retry: shouldRetry,
    enabled: isWanted || !rendered?.sections,
    // The previous range stays visible while another one is loaded.
    placeholderData: (previous) => previous,
  });

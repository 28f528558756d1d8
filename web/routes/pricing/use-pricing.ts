import { useQuery } from '@tanstack/react-query';
import type { PaddleProductData } from '#contract/billing/pricing.ts';
import { toInitialData } from '#web/api/query-options.ts';
import { API_BASE } from '#web/api/send.ts';
import { fetchPricing, getPricingUrls } from './fetch-pricing.ts';

/** The plans as the server rendered them. */
export interface RenderedPricing {
  pricing: PaddleProductData;
  asOf: string;
}

const MINUTE_MS = 60_000;
const MAX_RETRY_DELAY_MS = 30_000;

export function usePricing(rendered: RenderedPricing | null) {
  return useQuery({
    queryKey: ['pricing', 'plans'],
    queryFn: ({ signal }) => fetchPricing(getPricingUrls(API_BASE, location.origin), signal),
    staleTime: 15 * MINUTE_MS,
    gcTime: 30 * MINUTE_MS,
    retry: 3,
    retryDelay: (failures) => Math.min(1000 * 2 ** failures, MAX_RETRY_DELAY_MS),
    refetchOnWindowFocus: false,
    // Without a network the query fails visibly instead of waiting.
    networkMode: 'always',
    ...toInitialData(rendered?.pricing, rendered?.asOf),
  });
}

import { useQuery } from '@tanstack/react-query';
import type { PaddleProductData } from '#contract/billing/pricing.ts';
import { toInitialData } from '#web/api/query-options.ts';
import { API_BASE } from '#web/api/send.ts';
import { fetchPricingWithRetries, getPricingUrls } from './fetch-pricing.ts';

/** The plans as the server rendered them. */
export interface RenderedPricing {
  pricing: PaddleProductData;
  asOf: string;
}

const MINUTE_MS = 60_000;

export function usePricing(rendered: RenderedPricing | null) {
  return useQuery({
    queryKey: ['pricing', 'plans'],
    queryFn: ({ signal }) => fetchPricingWithRetries(getPricingUrls(API_BASE, location.origin), signal),
    staleTime: 15 * MINUTE_MS,
    gcTime: 30 * MINUTE_MS,
    // The function retries, because only it can stop the running attempt at the overall limit.
    retry: false,
    refetchOnWindowFocus: false,
    ...toInitialData(rendered?.pricing, rendered?.asOf),
  });
}

import { useQuery } from '@tanstack/react-query';
import type { PaddleProductData } from '#contract/billing/pricing.ts';
import { toInitialData } from '#web/api/query-options.ts';
import { API_BASE } from '#web/api/send.ts';
import { fetchPricing, getPricingUrls } from './fetch-pricing.ts';

/** What the server rendered, and when. */
export interface RenderedPricing {
  offer: PaddleProductData;
  asOf: string;
}

const MINUTE_MS = 60_000;
const LONGEST_WAIT_MS = 30_000;

/** Fresh, kept and tried again as section 9 of the specification says. */
export function usePricing(from: RenderedPricing | null) {
  return useQuery({
    queryKey: ['pricing', 'offer'],
    queryFn: ({ signal }) => fetchPricing(getPricingUrls(API_BASE, location.origin), signal),
    staleTime: 15 * MINUTE_MS,
    gcTime: 30 * MINUTE_MS,
    retry: 3,
    retryDelay: (failures) => Math.min(1000 * 2 ** failures, LONGEST_WAIT_MS),
    refetchOnWindowFocus: false,
    // Without a network that is said, instead of waiting unseen.
    networkMode: 'always',
    ...toInitialData(from?.offer, from?.asOf),
  });
}

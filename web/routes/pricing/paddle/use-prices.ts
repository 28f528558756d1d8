import { useQuery } from '@tanstack/react-query';
import type { PaddleProductData } from '#contract/billing/pricing.ts';
import { loadPaddle } from './load-paddle.ts';

/** Queries the localized prices by price ID, formatted by Paddle and without taxes: `$30.00`. One call loads all of them. */
export function usePrices(pricing: PaddleProductData, priceIds: readonly string[]) {
  return useQuery({
    queryKey: ['pricing', 'prices', priceIds],
    queryFn: () => previewPrices(pricing, priceIds),
    enabled: priceIds.length > 0,
    retry: false,
    refetchOnWindowFocus: false,
    networkMode: 'always',
  });
}

async function previewPrices(
  pricing: PaddleProductData,
  priceIds: readonly string[],
): Promise<ReadonlyMap<string, string>> {
  const paddle = await loadPaddle(pricing);
  const items = priceIds.map((priceId) => ({ priceId, quantity: 1 }));
  const { data } = await paddle.PricePreview({ items });
  return new Map(data.details.lineItems.map((item) => [item.price.id, item.formattedTotals.subtotal]));
}

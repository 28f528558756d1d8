import { useQuery } from '@tanstack/react-query';
import type { PaddleProductData } from '#contract/billing/pricing.ts';
import { loadPaddle } from './load-paddle.ts';

/**
 * What these prices are where the reader is, by price id, in Paddle's own writing: `$30.00`, without taxes. They are
 * asked for in one call, anew with every change of what is shown.
 */
export function usePrices(offer: PaddleProductData, priceIds: readonly string[]) {
  return useQuery({
    queryKey: ['pricing', 'prices', priceIds],
    queryFn: () => previewPrices(offer, priceIds),
    enabled: priceIds.length > 0,
    retry: false,
    refetchOnWindowFocus: false,
    networkMode: 'always',
  });
}

async function previewPrices(
  offer: PaddleProductData,
  priceIds: readonly string[],
): Promise<ReadonlyMap<string, string>> {
  const paddle = await loadPaddle(offer);
  const items = priceIds.map((priceId) => ({ priceId, quantity: 1 }));
  const { data } = await paddle.PricePreview({ items });
  return new Map(data.details.lineItems.map((item) => [item.price.id, item.formattedTotals.subtotal]));
}

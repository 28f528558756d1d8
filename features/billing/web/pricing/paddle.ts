import type { Paddle } from '@paddle/paddle-js';
import { useQuery } from '@tanstack/react-query';
import type { PaddleProductData } from '#features/billing/contract/pricing.ts';

const TIMEOUT_MS = 15_000;

let loading: Promise<Paddle> | null = null;

/**
 * Loads and initializes Paddle's script once per page; after a failure the next call tries again. The API gives the URL of
 * the script, which Paddle requires to be on its CDN.
 */
export function loadPaddle(pricing: PaddleProductData, timeoutMs = TIMEOUT_MS): Promise<Paddle> {
  loading ??= load(pricing, timeoutMs).catch((error: unknown) => {
    loading = null;
    throw error;
  });
  return loading;
}

async function load(pricing: PaddleProductData, timeoutMs: number): Promise<Paddle> {
  if (!getInstalledPaddle()) await runScript(pricing.paddle_script_url, timeoutMs);
  const paddle = getInstalledPaddle();
  if (!paddle) throw new Error('Paddle’s script did not install Paddle.');
  if (pricing.paddle_environment === 'sandbox') paddle.Environment.set('sandbox');
  // With live keys Paddle's script would load ProfitWell, a retention tool of another company.
  else Object.assign(window, { profitwell: { isLoaded: true } });
  // Paddle warns about a second call.
  if (!paddle.Initialized) paddle.Initialize({ token: pricing.paddle_client_token });
  return paddle;
}

const getInstalledPaddle = () => window.PaddleBillingV1 ?? window.Paddle;

function runScript(url: string, timeoutMs: number): Promise<void> {
  const script = document.createElement('script');
  return new Promise<void>((resolve, reject) => {
    const fail = (reason: string) => {
      script.remove();
      reject(new Error(reason));
    };
    const timer = setTimeout(() => fail(`${url} did not load in time.`), timeoutMs);
    script.onload = () => {
      clearTimeout(timer);
      resolve();
    };
    script.onerror = () => {
      clearTimeout(timer);
      fail(`${url} could not be loaded.`);
    };
    script.src = url;
    document.head.append(script);
  });
}

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

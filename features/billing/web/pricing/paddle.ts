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

const MINUTE_MS = 60_000;

/**
 * Queries the localized prices by price ID, formatted by Paddle and without taxes: `$30.00`. One call loads all of them. Paddle accepts 1,000
 * calls a minute from an IP address, which many customers of a carrier share: prices are stored for the tab, and a failed call is repeated once,
 * after a random delay.
 */
export function usePrices(pricing: PaddleProductData, priceIds: readonly string[]) {
  return useQuery({
    queryKey: ['pricing', 'prices', priceIds],
    queryFn: () => previewPrices(pricing, priceIds),
    enabled: priceIds.length > 0,
    staleTime: 15 * MINUTE_MS,
    gcTime: 30 * MINUTE_MS,
    retry: 1,
    retryDelay: () => 1_000 + Math.random() * 4_000,
    refetchOnWindowFocus: false,
    networkMode: 'always',
  });
}

async function previewPrices(
  pricing: PaddleProductData,
  priceIds: readonly string[],
): Promise<ReadonlyMap<string, string>> {
  const stored = readStoredPrices(priceIds);
  if (stored) return stored;
  const paddle = await loadPaddle(pricing);
  const items = priceIds.map((priceId) => ({ priceId, quantity: 1 }));
  const { data } = await paddle.PricePreview({ items });
  const prices = new Map(
    data.details.lineItems.map((item) => [item.price.id, item.formattedTotals.subtotal] as const),
  );
  storePrices(prices);
  return prices;
}

const STORE_KEY = 'tezi:prices';
const STORED_MS = 15 * MINUTE_MS;

/** Returns the prices that this tab has loaded in the last minutes; `null` if one is missing. */
function readStoredPrices(priceIds: readonly string[]): ReadonlyMap<string, string> | null {
  try {
    const { at, prices } = JSON.parse(sessionStorage.getItem(STORE_KEY) ?? '{}') as {
      at?: number;
      prices?: Record<string, string>;
    };
    const age = Date.now() - (at ?? 0);
    if (!prices || age < 0 || age > STORED_MS) return null;
    const found = priceIds.flatMap((id) => (prices[id] ? [[id, prices[id]] as const] : []));
    return found.length === priceIds.length ? new Map(found) : null;
  } catch {
    // The storage is blocked or was changed by hand.
    return null;
  }
}

function storePrices(prices: ReadonlyMap<string, string>): void {
  try {
    const { prices: before } = JSON.parse(sessionStorage.getItem(STORE_KEY) ?? '{}') as { prices?: object };
    const value = { at: Date.now(), prices: { ...before, ...Object.fromEntries(prices) } };
    sessionStorage.setItem(STORE_KEY, JSON.stringify(value));
  } catch {
    // They are loaded again.
  }
}

import { useQuery } from '@tanstack/react-query';
import { toInitialData } from '#core/web/api/query-options.ts';
import { API_BASE } from '#core/web/api/send.ts';
import { type PaddleProductData, readPaddleProductData } from '#features/billing/contract/pricing.ts';

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

const LIMITS = {
  retries: 3,
  /** Doubled after each retry. */
  retryDelayMs: 1_000,
  /** The time after which a customer sees the failure, whatever is still running. */
  totalMs: 20_000,
};

/** Fetches the plans with retries, and gives up after 20 seconds overall. Throws an `Error` with a message to show. */
export async function fetchPricingWithRetries(
  urls: readonly string[],
  signal: AbortSignal,
  { retries, retryDelayMs, totalMs } = LIMITS,
): Promise<PaddleProductData> {
  const end = Date.now() + totalMs;
  const deadline = AbortSignal.timeout(totalMs);
  for (let failures = 0; ; failures += 1) {
    try {
      return await fetchPricing(urls, AbortSignal.any([signal, deadline]));
    } catch (error) {
      signal.throwIfAborted();
      if (deadline.aborted) throw createUnreachableError(describeTimeout(totalMs), error);
      const delayMs = retryDelayMs * 2 ** failures;
      if (failures === retries || Date.now() + delayMs >= end) throw error;
      await new Promise((resolve) => setTimeout(resolve, delayMs));
    }
  }
}

const TIMEOUT_MS = 15_000;

/** Fetches the plans from the first URL that returns valid data. Throws an `Error` with a message to show. */
export async function fetchPricing(
  urls: readonly string[],
  signal: AbortSignal,
  timeoutMs = TIMEOUT_MS,
): Promise<PaddleProductData> {
  let failure: unknown = null;
  for (const url of urls) {
    try {
      return await fetchFrom(url, AbortSignal.any([signal, AbortSignal.timeout(timeoutMs)]));
    } catch (error) {
      signal.throwIfAborted();
      // A 404 is less informative than another URL's error.
      if (failure === null || !(error instanceof NotFoundError)) failure = error;
    }
  }
  throw createUnreachableError(describeFailure(failure, timeoutMs), failure);
}

/** Returns the URLs that may have the plans, in order: the configured API and its host, then those of this site. */
export function getPricingUrls(apiBase: string, siteOrigin: string): string[] {
  const base = new URL(apiBase, siteOrigin).href.replace(/\/+$/, '');
  const host = base.replace(/\/api$/, '');
  const bases = [base, host, `${siteOrigin}/api`, siteOrigin];
  return [...new Set(bases.map((each) => each + readPaddleProductData.path))];
}

/** Creates the error to show if no URL has returned the plans. */
const createUnreachableError = (lastError: string, cause: unknown) =>
  new Error(
    `Unable to connect to pricing API. Please check your connection and try again. Last error: ${lastError}`,
    { cause },
  );

class NotFoundError extends Error {}

async function fetchFrom(url: string, signal: AbortSignal): Promise<PaddleProductData> {
  const response = await fetch(url, { headers: { Accept: 'application/json' }, signal });
  if (response.status === 404) throw new NotFoundError('HTTP error! status: 404');
  if (!response.ok) throw new Error(`HTTP error! status: ${response.status}`);
  if (!/\bjson\b/i.test(response.headers.get('Content-Type') ?? '')) throw createFormatError();
  const text = await response.text();
  const pricing = parse(text);
  if (!isPricing(pricing)) throw new Error('Invalid data structure received from server');
  return pricing;
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    throw createFormatError({ cause: error });
  }
}

const createFormatError = (options?: ErrorOptions) =>
  new Error('Server returned unexpected format instead of JSON', options);

function isPricing(value: unknown): value is PaddleProductData {
  const groups = (value as Partial<PaddleProductData> | null)?.product_groups;
  return (
    typeof groups === 'object' &&
    groups !== null &&
    !Array.isArray(groups) &&
    Object.values(groups).every(isPlan)
  );
}

function isPlan(value: unknown): boolean {
  const plan = value as { display_name?: unknown; monthly?: unknown; yearly?: unknown } | null;
  return typeof plan?.display_name === 'string' && isPrice(plan.monthly) && isPrice(plan.yearly);
}

function isPrice(value: unknown): boolean {
  const price = value as { paddle_price_id?: unknown; name?: unknown } | null;
  return typeof price?.paddle_price_id === 'string' && typeof price.name === 'string';
}

const describeTimeout = (timeoutMs: number) => `No response within ${timeoutMs / 1000} seconds`;

/** Replaces the messages of network errors, which differ between browsers and are not for users. */
function describeFailure(failure: unknown, timeoutMs: number): string {
  if (failure instanceof DOMException && failure.name === 'TimeoutError') {
    return describeTimeout(timeoutMs);
  }
  return failure instanceof TypeError || !(failure instanceof Error)
    ? 'The server did not respond'
    : failure.message;
}

import type { PaddleProductData } from '#contract/billing/pricing.ts';
import { createUnreachableError, describeTimeout, fetchPricing } from './fetch-pricing.ts';

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

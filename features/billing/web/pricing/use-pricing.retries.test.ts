import { afterEach, expect, it, vi } from 'vitest';
import { fetchPricingWithRetries } from './use-pricing.ts';

const PRICING = { paddle_environment: 'sandbox', product_groups: {} };
const PREFIX = 'Unable to connect to pricing API. Please check your connection and try again. Last error: ';

const load = (limits: { retries: number; retryDelayMs: number; totalMs: number }) =>
  fetchPricingWithRetries(['https://tezi.test/api/'], new AbortController().signal, limits);

afterEach(() => vi.unstubAllGlobals());

it('retries a failed attempt', async () => {
  const respond = vi
    .fn(async () => Response.json(PRICING))
    .mockResolvedValueOnce(new Response('', { status: 503 }));
  vi.stubGlobal('fetch', respond);
  expect(await load({ retries: 3, retryDelayMs: 1, totalMs: 5_000 })).toEqual(PRICING);
  expect(respond).toHaveBeenCalledTimes(2);
});

it('throws the last error after the last retry', async () => {
  const respond = vi.fn(async () => new Response('', { status: 503 }));
  vi.stubGlobal('fetch', respond);
  await expect(load({ retries: 3, retryDelayMs: 1, totalMs: 5_000 })).rejects.toThrow(
    `${PREFIX}HTTP error! status: 503`,
  );
  expect(respond).toHaveBeenCalledTimes(4);
});

it('gives up at the overall limit while an attempt is still running', async () => {
  vi.stubGlobal('fetch', (_: string, { signal }: RequestInit) => {
    return new Promise((_resolve, reject) => {
      signal?.addEventListener('abort', () => reject(signal.reason as Error));
    });
  });
  await expect(load({ retries: 3, retryDelayMs: 1, totalMs: 50 })).rejects.toThrow(
    `${PREFIX}No response within 0.05 seconds`,
  );
});

it('does not wait for a retry that would start after the overall limit', async () => {
  vi.stubGlobal('fetch', async () => new Response('', { status: 503 }));
  const start = Date.now();
  await expect(load({ retries: 3, retryDelayMs: 60_000, totalMs: 5_000 })).rejects.toThrow('status: 503');
  expect(Date.now() - start).toBeLessThan(5_000);
});

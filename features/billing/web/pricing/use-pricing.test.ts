import { afterEach, describe, expect, it, vi } from 'vitest';
import { fetchPricing, getPricingUrls } from './use-pricing.ts';

const FIRST = 'https://api.tezi.test/api/get_paddle_product_data/';
const SECOND = 'https://api.tezi.test/get_paddle_product_data/';
const UNREACHABLE =
  'Unable to connect to pricing API. Please check your connection and try again. Last error: ';

const PRICING = {
  paddle_environment: 'sandbox',
  paddle_client_token: 'test_token',
  paddle_script_url: '/paddle.js',
  is_simulated: true,
  product_groups: {
    pro: {
      display_name: 'Pro',
      monthly: { paddle_price_id: 'pri_month', name: 'Monthly' },
      yearly: { paddle_price_id: 'pri_year', name: 'Yearly' },
    },
  },
};

const INVALID = 'Invalid data structure received from server';

const HTML = () => new Response('<p>Home</p>', { headers: { 'Content-Type': 'text/html' } });
const notFound = () => new Response('', { status: 404 });

const requested: string[] = [];

/** Stubs `fetch` with a response per URL. A URL without one cannot be reached. */
function stubResponses(responses: Record<string, () => Response | Promise<Response>>): void {
  vi.stubGlobal('fetch', async (url: string, { signal }: RequestInit) => {
    requested.push(url);
    const respond = responses[url];
    if (!respond) throw new TypeError('fetch failed');
    const aborted = new Promise<never>((_, reject) => {
      signal?.addEventListener('abort', () => reject(signal.reason as Error));
    });
    return Promise.race([aborted, respond()]);
  });
}

const read = (timeoutMs?: number, signal = new AbortController().signal) =>
  fetchPricing([FIRST, SECOND], signal, timeoutMs);

afterEach(() => {
  vi.unstubAllGlobals();
  requested.length = 0;
});

describe('getPricingUrls', () => {
  it('returns the API, its host and the URLs of the site, in this order', () => {
    expect(getPricingUrls('https://api.tezi.test/api', 'https://tezi.test')).toEqual([
      'https://api.tezi.test/api/get_paddle_product_data/',
      'https://api.tezi.test/get_paddle_product_data/',
      'https://tezi.test/api/get_paddle_product_data/',
      'https://tezi.test/get_paddle_product_data/',
    ]);
  });

  it('returns each URL once if the API is on the same site', () => {
    expect(getPricingUrls('/api', 'https://tezi.test')).toEqual([
      'https://tezi.test/api/get_paddle_product_data/',
      'https://tezi.test/get_paddle_product_data/',
    ]);
  });
});

describe('fetchPricing', () => {
  it('stops at the first URL with a valid response', async () => {
    stubResponses({ [FIRST]: () => Response.json(PRICING) });
    expect(await read()).toEqual(PRICING);
    expect(requested).toEqual([FIRST]);
  });

  it.each([
    ['cannot be reached', undefined],
    ['fails', () => new Response('', { status: 503 })],
    ['returns 404', notFound],
    ['returns HTML', HTML],
  ])('tries the next URL if one %s', async (_, first) => {
    stubResponses({ ...(first ? { [FIRST]: first } : {}), [SECOND]: () => Response.json(PRICING) });
    expect(await read()).toEqual(PRICING);
    expect(requested).toEqual([FIRST, SECOND]);
  });

  it('tries the next URL if one times out', async () => {
    stubResponses({ [FIRST]: () => new Promise(() => {}), [SECOND]: () => Response.json(PRICING) });
    expect(await read(20)).toEqual(PRICING);
  });

  it.each([
    ['HTML', HTML, 'Server returned unexpected format instead of JSON'],
    [
      'HTML with a JSON content type',
      () => new Response('<p>', { headers: { 'Content-Type': 'application/json' } }),
      'Server returned unexpected format instead of JSON',
    ],
    ['no plans', () => Response.json({ paddle_environment: 'sandbox' }), INVALID],
    ['a list of plans', () => Response.json({ product_groups: [] }), INVALID],
    ['null', () => Response.json(null), INVALID],
    [
      'a plan without a price',
      () => Response.json({ product_groups: { pro: { display_name: 'Pro' } } }),
      INVALID,
    ],
    ['an error', () => new Response('', { status: 503 }), 'HTTP error! status: 503'],
    ['a 404', notFound, 'HTTP error! status: 404'],
  ])('reports the error if every URL returns %s', async (_, respond, reason) => {
    stubResponses({ [FIRST]: respond, [SECOND]: respond });
    await expect(read()).rejects.toThrow(new Error(UNREACHABLE + reason));
  });

  it('reports the last error, and a 404 only if every URL returns it', async () => {
    stubResponses({ [FIRST]: HTML, [SECOND]: () => new Response('', { status: 500 }) });
    await expect(read()).rejects.toThrow(`${UNREACHABLE}HTTP error! status: 500`);
    stubResponses({ [FIRST]: () => new Response('', { status: 500 }), [SECOND]: notFound });
    await expect(read()).rejects.toThrow(`${UNREACHABLE}HTTP error! status: 500`);
  });

  it('reports a missing response and a timeout with our own messages', async () => {
    stubResponses({});
    await expect(read()).rejects.toThrow(`${UNREACHABLE}The server did not respond`);
    stubResponses({ [FIRST]: () => new Promise(() => {}), [SECOND]: () => new Promise(() => {}) });
    await expect(read(20)).rejects.toThrow(`${UNREACHABLE}No response within 0.02 seconds`);
  });

  it('stops when the signal is aborted', async () => {
    const controller = new AbortController();
    stubResponses({
      [FIRST]: () => {
        controller.abort();
        return new Promise(() => {});
      },
    });
    await expect(read(1000, controller.signal)).rejects.toThrow('aborted');
    expect(requested).toEqual([FIRST]);
  });
});

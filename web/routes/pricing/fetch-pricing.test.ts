import { afterEach, describe, expect, it, vi } from 'vitest';
import { fetchPricing, getPricingUrls } from './fetch-pricing.ts';

const FIRST = 'https://api.tezi.test/api/get_paddle_product_data/';
const SECOND = 'https://api.tezi.test/get_paddle_product_data/';
const UNREACHABLE =
  'Unable to connect to pricing API. Please check your connection and try again. Last error: ';

const OFFER = {
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

const asked: string[] = [];

/** Answers each address as given; one without an answer cannot be reached. */
function answerWith(answers: Record<string, () => Response | Promise<Response>>): void {
  vi.stubGlobal('fetch', async (url: string, { signal }: RequestInit) => {
    asked.push(url);
    const answer = answers[url];
    if (!answer) throw new TypeError('fetch failed');
    const given = new Promise<never>((_, reject) => {
      signal?.addEventListener('abort', () => reject(signal.reason as Error));
    });
    return Promise.race([given, answer()]);
  });
}

const read = (timeoutMs?: number, signal = new AbortController().signal) =>
  fetchPricing([FIRST, SECOND], signal, timeoutMs);

afterEach(() => {
  vi.unstubAllGlobals();
  asked.length = 0;
});

describe('the addresses of the plans', () => {
  it('are the API, its host, and those of the site itself, in this order', () => {
    expect(getPricingUrls('https://api.tezi.test/api', 'https://tezi.test')).toEqual([
      'https://api.tezi.test/api/get_paddle_product_data/',
      'https://api.tezi.test/get_paddle_product_data/',
      'https://tezi.test/api/get_paddle_product_data/',
      'https://tezi.test/get_paddle_product_data/',
    ]);
  });

  it('are asked once each where the API is on the same site', () => {
    expect(getPricingUrls('/api', 'https://tezi.test')).toEqual([
      'https://tezi.test/api/get_paddle_product_data/',
      'https://tezi.test/get_paddle_product_data/',
    ]);
  });
});

describe('reading the plans', () => {
  it('asks no further address when one answers', async () => {
    answerWith({ [FIRST]: () => Response.json(OFFER) });
    expect(await read()).toEqual(OFFER);
    expect(asked).toEqual([FIRST]);
  });

  it.each([
    ['cannot be reached', undefined],
    ['fails', () => new Response('', { status: 503 })],
    ['knows nothing of plans', notFound],
    ['answers with a page', HTML],
  ])('goes on to the next address when one %s', async (_, first) => {
    answerWith({ ...(first ? { [FIRST]: first } : {}), [SECOND]: () => Response.json(OFFER) });
    expect(await read()).toEqual(OFFER);
    expect(asked).toEqual([FIRST, SECOND]);
  });

  it('goes on to the next address when one does not answer in time', async () => {
    answerWith({ [FIRST]: () => new Promise(() => {}), [SECOND]: () => Response.json(OFFER) });
    expect(await read(20)).toEqual(OFFER);
  });

  it.each([
    ['a page', HTML, 'Server returned unexpected format instead of JSON'],
    [
      'JSON by its name alone',
      () => new Response('<p>', { headers: { 'Content-Type': 'application/json' } }),
      'Server returned unexpected format instead of JSON',
    ],
    ['no plans', () => Response.json({ paddle_environment: 'sandbox' }), INVALID],
    ['a list of plans', () => Response.json({ product_groups: [] }), INVALID],
    ['nothing at all', () => Response.json(null), INVALID],
    [
      'a plan without a price',
      () => Response.json({ product_groups: { pro: { display_name: 'Pro' } } }),
      INVALID,
    ],
    ['a failure', () => new Response('', { status: 503 }), 'HTTP error! status: 503'],
    ['nothing there', notFound, 'HTTP error! status: 404'],
  ])('says what was wrong when every address gives %s', async (_, answer, reason) => {
    answerWith({ [FIRST]: answer, [SECOND]: answer });
    await expect(read()).rejects.toThrow(new Error(UNREACHABLE + reason));
  });

  it('says what the last address answered, but that there is nothing only if all say so', async () => {
    answerWith({ [FIRST]: HTML, [SECOND]: () => new Response('', { status: 500 }) });
    await expect(read()).rejects.toThrow(`${UNREACHABLE}HTTP error! status: 500`);
    answerWith({ [FIRST]: () => new Response('', { status: 500 }), [SECOND]: notFound });
    await expect(read()).rejects.toThrow(`${UNREACHABLE}HTTP error! status: 500`);
  });

  it('says in words of its own that nothing answered, or not in time', async () => {
    answerWith({});
    await expect(read()).rejects.toThrow(`${UNREACHABLE}The server did not answer`);
    answerWith({ [FIRST]: () => new Promise(() => {}), [SECOND]: () => new Promise(() => {}) });
    await expect(read(20)).rejects.toThrow(`${UNREACHABLE}No answer within 0.02 seconds`);
  });

  it('asks nobody any more once its reader has gone', async () => {
    const reader = new AbortController();
    answerWith({
      [FIRST]: () => {
        reader.abort();
        return new Promise(() => {});
      },
    });
    await expect(read(1000, reader.signal)).rejects.toThrow('aborted');
    expect(asked).toEqual([FIRST]);
  });
});

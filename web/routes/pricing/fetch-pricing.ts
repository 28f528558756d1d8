import { type PaddleProductData, readPaddleProductData } from '#contract/billing/pricing.ts';

const TIMEOUT_MS = 15_000;

/**
 * Reads what is sold, at each address in turn until one answers rightly (sections 5, 7 and 8 of the specification).
 * Throws an `Error` whose message is meant for people.
 */
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
      // That there is nothing at an address says less than what another one answered.
      if (failure === null || !(error instanceof NotFoundError)) failure = error;
    }
  }
  throw new Error(`${UNREACHABLE} Last error: ${describeFailure(failure, timeoutMs)}`, { cause: failure });
}

/**
 * Where the plans may be, in the order in which they are asked for: the configured API and its host, then this site's
 * own. On one site these are two addresses, and none is asked twice.
 */
export function getPricingUrls(apiBase: string, siteOrigin: string): string[] {
  const base = new URL(apiBase, siteOrigin).href.replace(/\/+$/, '');
  const host = base.replace(/\/api$/, '');
  const bases = [base, host, `${siteOrigin}/api`, siteOrigin];
  return [...new Set(bases.map((each) => each + readPaddleProductData.path))];
}

const UNREACHABLE = 'Unable to connect to pricing API. Please check your connection and try again.';

class NotFoundError extends Error {}

async function fetchFrom(url: string, signal: AbortSignal): Promise<PaddleProductData> {
  const answer = await fetch(url, { headers: { Accept: 'application/json' }, signal });
  if (answer.status === 404) throw new NotFoundError('HTTP error! status: 404');
  if (!answer.ok) throw new Error(`HTTP error! status: ${answer.status}`);
  if (!/\bjson\b/i.test(answer.headers.get('Content-Type') ?? '')) throw notJson();
  const text = await answer.text();
  const offer = parse(text);
  if (!isPricing(offer)) throw new Error('Invalid data structure received from server');
  return offer;
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    throw notJson({ cause: error });
  }
}

const notJson = (options?: ErrorOptions) =>
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

/** What browsers say of a call that failed is for developers, and differs among them. */
function describeFailure(failure: unknown, timeoutMs: number): string {
  if (failure instanceof DOMException && failure.name === 'TimeoutError') {
    return `No answer within ${timeoutMs / 1000} seconds`;
  }
  return failure instanceof TypeError || !(failure instanceof Error)
    ? 'The server did not answer'
    : failure.message;
}

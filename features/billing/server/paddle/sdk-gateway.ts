import {
  ApiError,
  type Environment,
  LogLevel,
  Paddle,
  type UpdateSubscriptionRequestBody,
} from '@paddle/paddle-node-sdk';
import { SECOND } from '#core/server/platform/clock.ts';
import { traceCall } from '#core/server/platform/tracing/tracing.ts';
import {
  fromSdkPreview,
  fromSdkSubscription,
  fromSdkTransaction,
  GatewayError,
  type ManagementUrls,
  type OnUnreadable,
  type PaddleGateway,
  type PriceChange,
} from './paddle-gateway.ts';

/** The credentials and environment of the Paddle account. */
interface PaddleApiSettings {
  apiKey: string;
  /** `sandbox`, `production`, or the base URL of a compatible API such as the simulator. */
  environment: string;
}

const TIMEOUT_MS = 10 * SECOND;
/** Paddle tries to collect a payment before it responds. */
const PAYMENT_TIMEOUT_MS = 30 * SECOND;
/** A page waits for the links. */
const LINKS_TIMEOUT_MS = 3 * SECOND;
const PAGE_SIZE = 200;
/** Guards against an endless list. */
const MAX_PAGES = 5_000;

/** Calls Paddle's API through the official SDK, which has no timeouts and throws on responses that are not JSON. */
export function createSdkGateway({ apiKey, environment }: PaddleApiSettings): PaddleGateway {
  // The SDK accepts any base URL here.
  const paddle = new Paddle(apiKey, {
    environment: environment as Environment,
    logLevel: LogLevel.none,
  });
  const { subscriptions, transactions } = paddle;
  const change = async (call: () => ReturnType<typeof subscriptions.get>, timeoutMs = TIMEOUT_MS) =>
    callPaddle(async () => fromSdkSubscription(await call()), timeoutMs);

  return {
    getSubscription: (id) => change(() => subscriptions.get(assertId('sub', id))),
    listSubscriptions: (onUnreadable) =>
      readPages(subscriptions.list({ perPage: PAGE_SIZE }), fromSdkSubscription, onUnreadable),
    listPayments: (since, onUnreadable) =>
      readPages(
        transactions.list({
          perPage: PAGE_SIZE,
          ...(since ? { 'updatedAt[GTE]': since.toISOString() } : {}),
        }),
        fromSdkTransaction,
        onUnreadable,
      ),
    pause: (id) =>
      change(() => subscriptions.pause(assertId('sub', id), { effectiveFrom: 'next_billing_period' })),
    cancel: (id) =>
      change(() => subscriptions.cancel(assertId('sub', id), { effectiveFrom: 'next_billing_period' })),
    cancelNow: (id) =>
      change(() => subscriptions.cancel(assertId('sub', id), { effectiveFrom: 'immediately' })),
    resume(id, how) {
      if (how === 'unschedule')
        return change(() => subscriptions.update(assertId('sub', id), { scheduledChange: null }));
      const onResume = how === 'now' ? 'start_new_billing_period' : 'continue_existing_billing_period';
      return change(
        () => subscriptions.resume(assertId('sub', id), { effectiveFrom: 'immediately', onResume }),
        PAYMENT_TIMEOUT_MS,
      );
    },
    previewPrice: (id, price) =>
      callPaddle(
        async () => fromSdkPreview(await subscriptions.previewUpdate(assertId('sub', id), toUpdate(price))),
        TIMEOUT_MS,
      ),
    changePrice: (id, price) =>
      change(() => subscriptions.update(assertId('sub', id), toUpdate(price)), PAYMENT_TIMEOUT_MS),
    async getManagementUrls(id): Promise<ManagementUrls> {
      try {
        const { managementUrls } = await callPaddle(
          () => subscriptions.get(assertId('sub', id)),
          LINKS_TIMEOUT_MS,
        );
        return {
          updateUrl: toWebUrl(managementUrls?.updatePaymentMethod),
          cancelUrl: toWebUrl(managementUrls?.cancel),
        };
      } catch {
        // The page works without these links, so a failure of Paddle does not prevent it.
        return { updateUrl: null, cancelUrl: null };
      }
    },
    getInvoiceUrl: (id) =>
      callPaddle(async () => {
        const url = toWebUrl((await transactions.getInvoicePDF(assertId('txn', id))).url);
        if (!url) throw new SyntaxError('the invoice has no URL');
        return url;
      }, TIMEOUT_MS),
  };
}

const toUpdate = ({ priceId, proration }: PriceChange): UpdateSubscriptionRequestBody => ({
  items: [{ priceId, quantity: 1 }],
  prorationBillingMode: proration,
  onPaymentFailure: 'prevent_change',
});

/** The SDK inserts IDs into URLs without encoding them. */
function assertId(prefix: 'sub' | 'txn', id: string): string {
  if (!new RegExp(`^${prefix}_[a-z\\d]{26}$`).test(id))
    throw new TypeError(`not a Paddle ID of type ${prefix}`);
  return id;
}

function toWebUrl(url: string | null | undefined): string | null {
  return url && /^https?:\/\//.test(url) && URL.canParse(url) ? url : null;
}

interface Pages<T> {
  hasMore: boolean;
  next(): Promise<T[]>;
}

/** Iterates over all entities of a list. The timeout applies to each page. */
async function* readPages<T extends { id: string }, Read>(
  list: Pages<T>,
  read: (entity: T) => Read,
  onUnreadable: OnUnreadable,
): AsyncGenerator<Read> {
  for (let page = 0; list.hasMore && page < MAX_PAGES; page += 1) {
    for (const entity of await callPaddle(() => list.next(), TIMEOUT_MS)) {
      let parsed: Read;
      try {
        parsed = read(entity);
      } catch (error) {
        onUnreadable(entity.id, error);
        continue;
      }
      yield parsed;
    }
  }
}

/** Errors that are not caused by the request itself: an invalid API key or a rate limit. */
const NOT_REQUEST_SPECIFIC = /^(authentication_|forbidden$|invalid_token$|too_many_requests$)/;

/** Calls Paddle's API. Every failure, including a timeout, is thrown as a `GatewayError`. */
export function callPaddle<T>(call: () => Promise<T>, timeoutMs: number): Promise<T> {
  return traceCall(
    () => ({ name: 'Paddle API', kind: 'client', attributes: { 'peer.service': 'paddle' } }),
    () => callWithin(timeoutMs, call),
  );
}

async function callWithin<T>(timeoutMs: number, call: () => Promise<T>): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const timeout = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => {
      reject(new GatewayError('unreachable', 'timeout', `no response within ${timeoutMs} ms`));
    }, timeoutMs);
  });
  try {
    // The SDK cannot abort a call; a late result is ignored.
    return await Promise.race([call(), timeout]);
  } catch (error) {
    throw error instanceof GatewayError ? error : toGatewayError(error);
  } finally {
    clearTimeout(timer);
  }
}

function toGatewayError(error: unknown): GatewayError {
  if (error instanceof ApiError) {
    const isRejection = error.type === 'request_error' && !NOT_REQUEST_SPECIFIC.test(error.code);
    return new GatewayError(isRejection ? 'rejected' : 'unreachable', error.code, error.detail, error);
  }
  const isNetworkError = error instanceof TypeError && error.message === 'fetch failed';
  const code = isNetworkError ? 'network' : 'unreadable_response';
  return new GatewayError('unreachable', code, error instanceof Error ? error.message : String(error), error);
}

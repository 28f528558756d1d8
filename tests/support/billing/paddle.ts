import { createHmac } from 'node:crypto';
import { subscriptions } from '#features/billing/server/billing.tables.ts';
import { makeCheckoutReference } from '#features/billing/server/checkout/checkout.ts';
import type { PaddleAccount } from '#features/billing/server/create-billing.ts';
import { parsePayment, parseSubscription } from '#features/billing/server/paddle/snapshots.ts';
import { toSubscriptionState } from '#features/billing/server/subscriptions/apply-snapshots.ts';
import type { TestApp } from '#tests/support/test-app.ts';

/** Signs the webhooks in tests. */
export const WEBHOOK_SECRET = 'pdl_ntfset_01test_secret';

const makeId = (prefix: string, number: number) => `${prefix}_${String(number).padStart(26, '0')}`;

export const makeSubscriptionId = (number: number) => makeId('sub', number);
export const makeCustomerId = (number: number) => makeId('ctm', number);
export const makePriceId = (number: number) => makeId('pri', number);
export const makeTransactionId = (number: number) => makeId('txn', number);
const makeEventId = (number: number) => makeId('evt', number);

export const PERIOD = { starts_at: '2026-11-21T05:00:00.000000Z', ends_at: '2026-12-21T05:00:00.000000Z' };

/** Returns a subscription with Paddle's field names: active, $30 per month. */
export function makeSubscriptionEntity(overrides: Record<string, unknown> = {}): Record<string, unknown> {
  return {
    id: makeSubscriptionId(1),
    status: 'active',
    customer_id: makeCustomerId(1),
    currency_code: 'USD',
    created_at: '2026-11-21T05:00:00.000000Z',
    started_at: '2026-11-21T05:00:00.000000Z',
    updated_at: '2026-11-21T05:00:01.000000Z',
    next_billed_at: PERIOD.ends_at,
    current_billing_period: PERIOD,
    billing_cycle: { interval: 'month', frequency: 1 },
    scheduled_change: null,
    items: [
      {
        status: 'active',
        quantity: 1,
        price: { id: makePriceId(1), name: 'Monthly', unit_price: { amount: '3000', currency_code: 'USD' } },
        product: { name: 'Pro' },
      },
    ],
    custom_data: null,
    ...overrides,
  };
}

/** Returns a completed payment with Paddle's field names. */
export function makeTransactionEntity(overrides: Record<string, unknown> = {}): Record<string, unknown> {
  return {
    id: makeTransactionId(1),
    subscription_id: makeSubscriptionId(1),
    customer_id: makeCustomerId(1),
    status: 'completed',
    currency_code: 'USD',
    details: { totals: { total: '3000' } },
    billed_at: '2026-11-21T05:00:00.000000Z',
    created_at: '2026-11-21T05:00:00.000000Z',
    updated_at: '2026-11-21T05:00:02.000000Z',
    ...overrides,
  };
}

let events = 0;

/** Returns a webhook event about an entity, created at the entity's last update. */
export function makePaddleEvent(
  event_type: string,
  data: Record<string, unknown>,
  overrides: Record<string, unknown> = {},
): Record<string, unknown> & { event_id: string } {
  events += 1;
  return {
    event_id: makeEventId(events),
    event_type,
    occurred_at: data.updated_at,
    notification_id: makeId('ntf', events),
    data,
    ...overrides,
  };
}

/** The `Paddle-Signature` of a body. */
export function signWebhook(body: string | Buffer, now: Date, secret = WEBHOOK_SECRET): string {
  const timestamp = Math.floor(now.getTime() / 1_000);
  const h1 = createHmac('sha256', secret).update(`${timestamp}:`).update(body).digest('hex');
  return `ts=${timestamp};h1=${h1}`;
}

/** Delivers a signed webhook event and returns the response. */
export function deliver(
  test: TestApp,
  event: object | string,
  { headers = {}, secret = WEBHOOK_SECRET }: { headers?: Record<string, string>; secret?: string } = {},
) {
  const payload = typeof event === 'string' ? event : JSON.stringify(event);
  return test.request({
    method: 'POST',
    url: '/api/paddle/webhook/',
    headers: {
      'content-type': 'application/json',
      'paddle-signature': signWebhook(payload, test.clock.now(), secret),
      ...headers,
    },
    payload,
  });
}

/** Returns the custom data of this customer's checkout. */
export function makeCustomData(test: TestApp, userId: string, price = makePriceId(1)) {
  const subject = { userId, priceId: price };
  return {
    user_id: userId,
    checkout_ref: makeCheckoutReference({ current: 'x'.repeat(32), accepted: [] }, subject, test.clock.now()),
  };
}

/** A gateway with subscriptions and payments that a test can change. */
export interface FakePaddle extends PaddleAccount {
  subscriptions: Record<string, unknown>[];
  transactions: Record<string, unknown>[];
  /** Thrown by every call while it is set. */
  failure: Error | null;
  /** The start timestamps of the payment lists that were fetched. */
  requestedSince: (Date | null)[];
}

export function createFakePaddle(): FakePaddle {
  const paddle: FakePaddle = {
    webhookSecrets: [WEBHOOK_SECRET],
    subscriptions: [],
    transactions: [],
    failure: null,
    requestedSince: [],
    gateway: {
      getSubscription: async (id) =>
        parseSubscription(paddle.subscriptions.find((entity) => entity.id === id)),
      listSubscriptions: (onUnreadable) => list(paddle.subscriptions, parseSubscription, onUnreadable),
      listPayments(since, onUnreadable) {
        paddle.requestedSince.push(since);
        return list(paddle.transactions, parsePayment, onUnreadable);
      },
      pause: rejectChange,
      cancel: rejectChange,
      cancelNow: rejectChange,
      resume: rejectChange,
      previewPrice: rejectChange,
      changePrice: rejectChange,
      getManagementUrls: async () => ({ updateUrl: null, cancelUrl: null }),
      getInvoiceUrl: rejectChange,
    },
  };
  return paddle;

  async function* list<T>(
    entities: Record<string, unknown>[],
    read: (data: unknown) => T,
    onUnreadable: (id: string, error: unknown) => void,
  ) {
    if (paddle.failure) throw paddle.failure;
    for (const entity of entities) {
      try {
        yield read(entity);
      } catch (error) {
        onUnreadable(String(entity.id), error);
      }
    }
  }

  async function rejectChange(): Promise<never> {
    throw paddle.failure ?? new Error('the fake Paddle account does not support changes');
  }
}

let insertedCount = 0;

/** Inserts a subscription with or without a user and returns our ID. */
export async function insertSubscription(
  test: TestApp,
  userId: string | null,
  overrides: Record<string, unknown> = {},
): Promise<string> {
  insertedCount += 1;
  const entity = makeSubscriptionEntity({ id: makeSubscriptionId(1_000 + insertedCount), ...overrides });
  const state = toSubscriptionState(parseSubscription(entity));
  const [row] = await test.database.db
    .insert(subscriptions)
    .values({ ...state, userId })
    .returning();
  return String(row?.id);
}

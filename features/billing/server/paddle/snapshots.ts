import * as z from 'zod/mini';
import {
  BillingInterval,
  type SubscriptionStatus as Status,
  SubscriptionStatus,
} from '#features/billing/contract/subscriptions.ts';

/** A timestamp with the microseconds that order events in quick succession. */
export interface PaddleTimestamp {
  /** Truncated to the millisecond. */
  date: Date;
  /** In UTC with six fractional digits, so that timestamps can be compared as strings. */
  precise: string;
}

const DIGITS = 6;

/** RFC 3339 with any offset and any number of fractional digits. */
export const paddleTimestamp = z.pipe(z.iso.datetime({ offset: true }), z.transform(parseTimestamp));

function parseTimestamp(text: string): PaddleTimestamp {
  const date = new Date(text);
  const [, fraction = ''] = /\.(\d+)/.exec(text) ?? [];
  const seconds = date.toISOString().slice(0, 'yyyy-mm-ddThh:mm:ss'.length);
  return { date, precise: `${seconds}.${fraction.slice(0, DIGITS).padEnd(DIGITS, '0')}Z` };
}

/** Converts a date with millisecond precision. */
export const toPaddleTimestamp = (date: Date): PaddleTimestamp => parseTimestamp(date.toISOString());

/**
 * Returns the version of an entity in an event or response; later versions compare as greater. `updated_at` comes first
 * because it is the same clock in all events and responses. `occurred_at` is the time at which the event was created, up to
 * seconds later, and is missing in API responses.
 */
export function makeVersion(updatedAt: PaddleTimestamp, occurredAt: PaddleTimestamp): string {
  return `${updatedAt.precise} ${occurredAt.precise}`;
}

/** A subscription as reported by one webhook event or API response. */
export interface PaddleSnapshot {
  paddleId: string;
  paddleCustomerId: string;
  status: Status;
  productName: string;
  /** The first price is the one that is shown. */
  priceIds: [string, ...string[]];
  /** In the currency's smallest unit. */
  unitAmount: string;
  currency: string;
  interval: 'month' | 'year';
  /** `null` while paused and after cancellation. */
  period: { start: Date; end: Date } | null;
  nextBilledAt: Date | null;
  scheduled: { action: 'cancel' | 'pause' | 'resume'; at: Date } | null;
  pausedAt: Date | null;
  startedAt: Date;
  updatedAt: PaddleTimestamp;
  /** Custom data of the checkout, set in the buyer's browser. */
  customData: Record<string, unknown>;
}

const MAX_NAME_LENGTH = 200;

const id = (prefix: string) => z.string().check(z.regex(new RegExp(`^${prefix}_[a-z\\d]{26}$`)));
const name = z.nullish(z.string());
const Money = z.object({
  amount: z.string().check(z.regex(/^\d{1,15}$/)),
  currency_code: z.string().check(z.regex(/^[A-Z]{3}$/)),
});
const Item = z.object({
  price: z.object({
    id: id('pri'),
    name,
    description: name,
    unit_price: Money,
    unit_price_overrides: z.nullish(z.array(z.object({ unit_price: Money }))),
  }),
  product: z.nullish(z.object({ name })),
});

/** The fields in use; all others are ignored. */
const SubscriptionEntity = z.object({
  id: id('sub'),
  status: SubscriptionStatus,
  customer_id: id('ctm'),
  currency_code: Money.shape.currency_code,
  created_at: paddleTimestamp,
  started_at: z.nullish(paddleTimestamp),
  updated_at: paddleTimestamp,
  next_billed_at: z.nullish(paddleTimestamp),
  current_billing_period: z.nullish(z.object({ starts_at: paddleTimestamp, ends_at: paddleTimestamp })),
  billing_cycle: z.object({ interval: BillingInterval }),
  scheduled_change: z.nullish(
    z.object({ action: z.enum(['cancel', 'pause', 'resume']), effective_at: paddleTimestamp }),
  ),
  paused_at: z.nullish(paddleTimestamp),
  items: z.tuple([Item], Item),
  custom_data: z.nullish(z.record(z.string(), z.unknown())),
});

/** Parses a subscription from a webhook event or the API. Throws when it is invalid. */
export function parseSubscription(data: unknown): PaddleSnapshot {
  const entity = z.parse(SubscriptionEntity, data);
  const [{ price, product }, ...others] = entity.items;
  const { amount, currency_code } = getChargedPrice(entity.currency_code, price);
  const period = entity.current_billing_period;
  const change = entity.scheduled_change;
  return {
    paddleId: entity.id,
    paddleCustomerId: entity.customer_id,
    status: entity.status,
    productName: (product?.name || price.name || price.description || price.id).slice(0, MAX_NAME_LENGTH),
    priceIds: [price.id, ...others.map((item) => item.price.id)],
    unitAmount: amount,
    currency: currency_code,
    interval: entity.billing_cycle.interval,
    period: period ? { start: period.starts_at.date, end: period.ends_at.date } : null,
    nextBilledAt: entity.next_billed_at?.date ?? null,
    scheduled: change ? { action: change.action, at: change.effective_at.date } : null,
    pausedAt: entity.status === 'paused' ? (entity.paused_at?.date ?? null) : null,
    startedAt: (entity.started_at ?? entity.created_at).date,
    updatedAt: entity.updated_at,
    customData: entity.custom_data ?? {},
  };
}

/** Returns the price in the currency of the subscription: some countries have price overrides. */
function getChargedPrice(
  currency: string,
  { unit_price, unit_price_overrides }: z.infer<typeof Item>['price'],
) {
  if (unit_price.currency_code === currency) return unit_price;
  const priceOverride = unit_price_overrides?.find(
    (override) => override.unit_price.currency_code === currency,
  );
  return priceOverride?.unit_price ?? unit_price;
}

/** A transaction as reported by one webhook event or API response. */
export interface PaymentSnapshot {
  paddleId: string;
  paddleSubscriptionId: string | null;
  paddleCustomerId: string | null;
  /** Paddle's status, for example `completed`. */
  status: string;
  /** In the currency's smallest unit, before credit from the customer's balance; negative if the customer gets credit. */
  totalAmount: string;
  /** After credit; `null` if it is not reported. */
  chargedAmount: string | null;
  currency: string;
  billedAt: Date | null;
  /** What it pays for; `null` where Paddle does not report it. */
  productName: string | null;
  interval: 'month' | 'year' | null;
  periodEnd: Date | null;
  updatedAt: PaddleTimestamp;
}

const amount = z.string().check(z.regex(/^-?\d{1,15}$/));

/** A payment is stored without what cannot be read of its items. An item that a plan change removes has a negative quantity. */
const listOf = <Schema extends z.ZodMiniType>(item: Schema) => z.catch(z.array(item), []);
const quantity = z.number();

const PaymentEntity = z.object({
  id: id('txn'),
  subscription_id: z.nullish(id('sub')),
  customer_id: z.nullish(id('ctm')),
  status: z.string().check(z.regex(/^[a-z_]{1,40}$/)),
  currency_code: z.string().check(z.regex(/^[A-Z]{3}$/)),
  details: z.object({
    totals: z.object({ total: amount, grand_total: z.nullish(amount) }),
    line_items: listOf(z.object({ quantity, product: z.object({ name: z.string() }) })),
  }),
  items: listOf(
    z.object({ quantity, price: z.object({ billing_cycle: z.object({ interval: BillingInterval }) }) }),
  ),
  billing_period: z.catch(z.nullish(z.object({ ends_at: paddleTimestamp })), null),
  billed_at: z.nullish(paddleTimestamp),
  updated_at: paddleTimestamp,
});

/** Parses a transaction from a webhook event or the API. Throws when it is invalid. */
export function parsePayment(data: unknown): PaymentSnapshot {
  const entity = z.parse(PaymentEntity, data);
  const isCharged = (item: { quantity: number }) => item.quantity > 0;
  return {
    paddleId: entity.id,
    paddleSubscriptionId: entity.subscription_id ?? null,
    paddleCustomerId: entity.customer_id ?? null,
    status: entity.status,
    totalAmount: entity.details.totals.total,
    chargedAmount: entity.details.totals.grand_total ?? null,
    currency: entity.currency_code,
    billedAt: entity.billed_at?.date ?? null,
    productName: entity.details.line_items.find(isCharged)?.product.name.slice(0, MAX_NAME_LENGTH) || null,
    interval: entity.items.find(isCharged)?.price.billing_cycle.interval ?? null,
    periodEnd: entity.billing_period?.ends_at.date ?? null,
    updatedAt: entity.updated_at,
  };
}

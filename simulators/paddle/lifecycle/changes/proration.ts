import type { ProrationBillingMode } from '@paddle/paddle-node-sdk';
import type { Proration, PurchaseItem } from '#simulators/paddle/lifecycle/transaction-details.ts';
import type { Period, Subscription } from '#simulators/paddle/state/state.ts';

const MINUTE_MS = 60_000;

/** An update of a subscription's items. */
export interface ItemsUpdate {
  subscription: Pick<Subscription, 'status' | 'items' | 'billing_cycle' | 'current_billing_period'>;
  items: readonly PurchaseItem[];
  mode: ProrationBillingMode;
  nowMs: number;
  now: string;
}

/** Returns true when the new prices have another interval, so that a new period starts with the change. */
export function changesInterval({
  subscription,
  items,
}: Pick<ItemsUpdate, 'subscription' | 'items'>): boolean {
  const cycle = items[0]?.price.billing_cycle;
  const { interval, frequency } = subscription.billing_cycle;
  return cycle?.interval !== interval || cycle?.frequency !== frequency;
}

/**
 * Returns what is charged (positive quantities) and credited (negative quantities) immediately; an empty list when nothing
 * is. The unused time of a period counts to the minute.
 */
export function listImmediateItems(update: ItemsUpdate): PurchaseItem[] {
  const { subscription, items, mode, nowMs, now } = update;
  const period = subscription.current_billing_period;
  if (subscription.status !== 'active' || !period) return [];
  if (mode !== 'prorated_immediately' && mode !== 'full_immediately') return [];
  const isNewInterval = changesInterval(update);
  const added = items.filter((item) => isNewInterval || !contains(subscription.items, item));
  const removed = subscription.items.filter((item) => isNewInterval || !contains(items, item));
  if (mode === 'full_immediately') return added;
  const proration = prorate(period, nowMs, now);
  return [
    ...added.map((item) => (isNewInterval ? item : { ...item, proration })),
    ...removed.map(({ price, product, quantity }) => ({ price, product, quantity: -quantity, proration })),
  ];
}

/** Returns the unused part of a period. */
function prorate(period: Period, nowMs: number, now: string): Proration {
  const toMinutes = (ms: number) => BigInt(Math.max(0, Math.round(ms / MINUTE_MS)));
  const endMs = Date.parse(period.ends_at);
  return {
    numerator: toMinutes(endMs - nowMs),
    denominator: toMinutes(endMs - Date.parse(period.starts_at)),
    billingPeriod: { starts_at: now, ends_at: period.ends_at },
  };
}

const contains = (items: readonly PurchaseItem[], { price, quantity }: PurchaseItem) =>
  items.some((item) => item.price.id === price.id && item.quantity === quantity);

import type { ITimePeriod } from '@paddle/paddle-node-sdk';
import { notFound } from '#simulators/paddle/errors.ts';
import {
  type Card,
  type Changeset,
  emit,
  getEntity,
  type Period,
  type Subscription,
  type SubscriptionInternals,
  type SubscriptionItem,
  type Transaction,
} from '#simulators/paddle/state.ts';
import type { Purchase } from './transactions.ts';

/** Creates a subscription from the first payment of a checkout, with a trial if its prices have one. */
export function createSubscription(
  changeset: Changeset,
  transaction: Transaction & { customer_id: string; address_id: string },
  purchase: Purchase,
  card: Card,
): Subscription | null {
  const recurring = purchase.items.filter(({ price }) => price.billing_cycle !== null);
  const [first] = recurring;
  if (!first?.price.billing_cycle) return null;
  const startedAt = transaction.billed_at ?? changeset.tick();
  const anchorDay = getAnchorDay(startedAt);
  const trial = first.price.trial_period;
  const period = makePeriod(startedAt, trial ?? first.price.billing_cycle, anchorDay);
  const at = changeset.tick();
  const subscription: Subscription = {
    id: changeset.id('sub'),
    status: trial ? 'trialing' : 'active',
    customer_id: transaction.customer_id,
    address_id: transaction.address_id,
    business_id: null,
    currency_code: transaction.currency_code,
    created_at: at,
    updated_at: at,
    started_at: startedAt,
    first_billed_at: trial ? null : startedAt,
    next_billed_at: period.ends_at,
    paused_at: null,
    canceled_at: null,
    discount: null,
    collection_mode: 'automatic',
    billing_details: null,
    current_billing_period: period,
    billing_cycle: first.price.billing_cycle,
    scheduled_change: null,
    items: recurring.map(
      ({ price, product, quantity }): SubscriptionItem => ({
        status: trial ? 'trialing' : 'active',
        quantity,
        recurring: true,
        created_at: at,
        updated_at: at,
        previously_billed_at: trial ? null : startedAt,
        next_billed_at: period.ends_at,
        trial_dates: trial ? period : null,
        price,
        product,
      }),
    ),
    custom_data: transaction.custom_data,
    import_meta: null,
  };
  changeset.state.subscriptions[subscription.id] = subscription;
  changeset.state.backstage[subscription.id] = {
    card,
    anchorDay: trial ? getAnchorDay(period.ends_at) : anchorDay,
    pausedPeriod: null,
    dunning: null,
    failuresToCome: 0,
  };
  transaction.subscription_id = subscription.id;
  transaction.billing_period = period;
  emit(changeset, 'subscription.created', { ...subscription, transaction_id: transaction.id });
  emit(changeset, trial ? 'subscription.trialing' : 'subscription.activated', subscription);
  return subscription;
}

/** Changes fields of a subscription, sets its update time and emits the event. */
export function updateSubscription(
  changeset: Changeset,
  subscription: Subscription,
  changes: Partial<Subscription>,
): void {
  const at = changeset.tick();
  Object.assign(subscription, changes, { updated_at: at });
  for (const item of subscription.items) {
    item.updated_at = at;
    item.next_billed_at = subscription.next_billed_at;
    item.status = ITEM_STATUS[subscription.status];
  }
  emit(changeset, 'subscription.updated', subscription);
}

const ITEM_STATUS = {
  active: 'active',
  past_due: 'active',
  trialing: 'trialing',
  paused: 'inactive',
  canceled: 'inactive',
} as const;

/** Returns the items of the subscription's next period. */
export function toPurchase(changeset: Changeset, subscription: Subscription, isFree = false): Purchase {
  const countryCode = changeset.state.addresses[subscription.address_id]?.country_code ?? null;
  return { items: subscription.items, countryCode, isFree };
}

/** Returns a subscription's internals; throws Paddle's 404 error if there is none. */
export function getInternals(
  changeset: Pick<Changeset, 'state'>,
  subscriptionId: string,
): SubscriptionInternals {
  const internals = getEntity(changeset.state.backstage, subscriptionId);
  if (!internals) throw notFound(`Subscription ${subscriptionId}`);
  return internals;
}

/** Returns a subscription; throws Paddle's 404 error if there is none. */
export function getSubscription(changeset: Pick<Changeset, 'state'>, subscriptionId: string): Subscription {
  const subscription = getEntity(changeset.state.subscriptions, subscriptionId);
  if (!subscription) throw notFound(`Subscription ${subscriptionId}`);
  return subscription;
}

const DAY_MS = 86_400_000;

/**
 * Returns the period of one cycle from a timestamp. Months and years end on the anchor day, or on the last day of a shorter
 * month: 31 January, 28 February, 31 March.
 */
export function makePeriod(startsAt: string, cycle: ITimePeriod, anchorDay: number): Period {
  return { starts_at: startsAt, ends_at: getPeriodEnd(startsAt, cycle, anchorDay) };
}

/** Returns the day of the month in UTC. */
export const getAnchorDay = (timestamp: string) => new Date(timestamp).getUTCDate();

function getPeriodEnd(startsAt: string, { interval, frequency }: ITimePeriod, anchorDay: number): string {
  const digitsBelowMs = /\.\d{3}(\d{3})Z$/.exec(startsAt)?.[1] ?? '000';
  const end = new Date(startsAt);
  if (interval === 'day' || interval === 'week') {
    end.setTime(end.getTime() + frequency * (interval === 'week' ? 7 : 1) * DAY_MS);
  } else {
    const months = frequency * (interval === 'year' ? 12 : 1);
    end.setUTCDate(1);
    end.setUTCMonth(end.getUTCMonth() + months);
    end.setUTCDate(Math.min(anchorDay, countDaysInMonth(end)));
  }
  return end.toISOString().replace('Z', `${digitsBelowMs}Z`);
}

function countDaysInMonth(date: Date): number {
  return new Date(Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + 1, 0)).getUTCDate();
}

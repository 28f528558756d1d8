import { formatShortDate, getEndDate, toKarachiDate } from '#core/contract/dates.ts';
import type { PlanSettings } from '#core/server/config/settings/billing-settings.ts';
import type {
  MySubscription,
  Subscription,
  SubscriptionAction,
  SubscriptionStatus,
} from '#features/billing/contract/subscriptions.ts';
import {
  type EntitlementGrant,
  type EntitlementPeriod,
  getPremiumEnd,
  getShownPremiumEnd,
  getSubscriptionPremiumEnd,
  isActive,
} from '#features/billing/server/access/entitlement.ts';
import type { SubscriptionRow } from '#features/billing/server/billing.queries.ts';
import { toMajorUnits } from '#features/billing/server/checkout/amount.ts';
import type { ManagementUrls } from '#features/billing/server/paddle/paddle-gateway.ts';
import { getPlanChangeBlocker, isPeriodPaid } from './subscription-rules.ts';

const STATUS_TEXTS: Record<SubscriptionStatus, string> = {
  active: 'Active',
  paused: 'Paused',
  trialing: 'Trialing',
  past_due: 'Past Due',
  canceled: 'Canceled',
};

const CHANGE_TEXTS = { cancel: 'cancels', pause: 'pauses', resume: 'resumes' } as const;

const NO_LINKS: ManagementUrls = { updateUrl: null, cancelUrl: null };

/** Presents a subscription, with links to Paddle's pages if they were fetched. */
export function presentSubscription(row: SubscriptionRow, links = NO_LINKS): Subscription {
  return {
    id: row.id,
    provider: 'paddle',
    status: row.status,
    get_status_display: formatStatus(row),
    product: {
      name: row.productName,
      price: toMajorUnits(row.unitAmount, row.currency),
      currency: row.currency,
      interval: row.interval,
    },
    next_payment_date: getNextPaymentDate(row)?.toISOString() ?? null,
    current_billing_period_start: row.periodStart?.toISOString() ?? null,
    current_billing_period_end: row.periodEnd?.toISOString() ?? null,
    paid_until: isPeriodPaid(row) ? (row.periodEnd?.toISOString() ?? null) : null,
    grace_ends_at: row.status === 'past_due' ? (getSubscriptionPremiumEnd(row)?.toISOString() ?? null) : null,
    paused_at: row.pausedAt?.toISOString() ?? null,
    scheduled_change:
      row.scheduledAction && row.scheduledAt
        ? { action: row.scheduledAction, effective_at: row.scheduledAt.toISOString() }
        : null,
    actions: listActions(row),
    price_id: row.priceId,
    can_change_plan: getPlanChangeBlocker(row) === null,
    update_url: links.updateUrl,
    // A customer who follows it would doubt that the cancellation was accepted.
    cancel_url: row.scheduledAction === 'cancel' ? null : links.cancelUrl,
  };
}

type Scheduled = Pick<SubscriptionRow, 'status' | 'scheduledAction' | 'scheduledAt'>;

/** Formats the status and the scheduled change: `Active (cancels 21 Dec 2026)`, with the date in Karachi. */
export function formatStatus({ status, scheduledAction, scheduledAt }: Scheduled): string {
  const text = STATUS_TEXTS[status];
  if (!scheduledAction || !scheduledAt) return text;
  const date = scheduledAction === 'resume' ? toKarachiDate(scheduledAt) : getEndDate(scheduledAt);
  return `${text} (${CHANGE_TEXTS[scheduledAction]} ${formatShortDate(date)})`;
}

/** Returns the date of the next charge; `null` when the subscription ends or pauses before. */
export function getNextPaymentDate({
  status,
  nextBilledAt,
  scheduledAction,
  scheduledAt,
}: Scheduled & Pick<SubscriptionRow, 'nextBilledAt'>): Date | null {
  if (!nextBilledAt || status === 'canceled' || scheduledAction === 'cancel') return null;
  // Payments continue after a pause that ends automatically.
  const isPausedBefore = scheduledAction === 'pause' && scheduledAt && nextBilledAt <= scheduledAt;
  return isPausedBefore ? null : nextBilledAt;
}

/** Lists the available actions. A scheduled pause or cancellation must be reverted before any other action. */
export function listActions({ status, scheduledAction }: Scheduled): SubscriptionAction[] {
  if (status === 'canceled') return [];
  if (status === 'paused') return ['resume', 'cancel'];
  return scheduledAction ? ['resume'] : ['pause', 'cancel'];
}

/** The name of a plan that is no longer configured. */
const OTHER_PLAN = 'Premium';

/** The chain of periods that a customer paid for by bank transfer, in the shape of a subscription. */
export interface LocalSubscription {
  presented: Subscription;
  /** Of the last order. */
  code: string;
  lastPaymentAt: Date;
}

/** What customers have: their Paddle subscriptions, newest first, grants, and what they paid by bank transfer. */
interface Access {
  subscriptions: readonly SubscriptionRow[];
  grants: readonly EntitlementGrant[];
  periods: readonly EntitlementPeriod[];
  /** `null` without payments. */
  local: LocalSubscription | null;
}

/** Presents a customer's premium access and its sources. */
export function presentMySubscription(
  { subscriptions, grants, periods, local }: Access,
  plans: readonly PlanSettings[],
  now: Date,
): MySubscription {
  const active = [
    ...subscriptions
      .filter((row) => isActive(row, now))
      .map((row) => ({
        ...presentSubscription(row),
        product_name: row.productName,
        plan_type: getPlanName(row, plans),
        billing_interval: row.interval,
        paddle_subscription_id: row.paddleId,
      })),
    ...(local && local.presented.status !== 'canceled'
      ? [
          {
            ...local.presented,
            product_name: local.presented.product.name,
            plan_type: local.presented.product.name,
            billing_interval: local.presented.product.interval,
            paddle_subscription_id: local.code,
          },
        ]
      : []),
  ];
  const [main] = active;
  const grantedUntil = getPremiumEnd({ subscriptions: [], grants, periods: [] }, now);
  const isPremium = active.length > 0 || grantedUntil !== null;
  const payments = [...subscriptions.map((row) => row.lastPaymentAt), local?.lastPaymentAt ?? null];
  const nextPayments = active.flatMap(({ next_payment_date: date }) => (date ? [new Date(date)] : []));
  return {
    has_active_subscription: isPremium,
    subscription_status: main?.status ?? subscriptions[0]?.status ?? local?.presented.status ?? null,
    current_plan: isPremium ? (main?.plan_type ?? OTHER_PLAN) : null,
    subscription_expiry: toTimestamp(getShownPremiumEnd({ subscriptions, grants, periods }, now)),
    next_payment_date: toTimestamp(pickEarliest(nextPayments)),
    last_payment_date: toTimestamp(pickLatest(payments)),
    active_subscriptions: active,
    granted_until: toTimestamp(grantedUntil),
  };
}

const getPlanName = (row: SubscriptionRow | undefined, plans: readonly PlanSettings[]) =>
  plans.find(({ monthlyPriceId, yearlyPriceId }) =>
    [monthlyPriceId, yearlyPriceId].includes(row?.priceId ?? ''),
  )?.displayName ?? OTHER_PLAN;

const pickLatest = (dates: readonly (Date | null)[]) => pick(dates, Math.max);
const pickEarliest = (dates: readonly (Date | null)[]) => pick(dates, Math.min);

function pick(dates: readonly (Date | null)[], choose: (...times: number[]) => number): Date | null {
  const times = dates.flatMap((date) => (date ? [date.getTime()] : []));
  return times.length > 0 ? new Date(choose(...times)) : null;
}

const toTimestamp = (date: Date | null) => date?.toISOString() ?? null;

import type { subscriptions } from '#server/domains/billing/billing.tables.ts';
import type { PaddleSnapshot } from '#server/domains/billing/paddle/subscription-snapshot.ts';
import { makeVersion, type PaddleTimestamp } from '#server/domains/billing/paddle/timestamp.ts';

/** The columns of a subscription that come only from snapshots. */
export type SubscriptionState = Omit<typeof subscriptions.$inferSelect, 'id' | 'userId' | 'lastPaymentAt'>;

/** Converts one snapshot. An API response has no `occurredAt`; its `updatedAt` is used instead. */
export function toSubscriptionState(
  snapshot: PaddleSnapshot,
  occurredAt: PaddleTimestamp = snapshot.updatedAt,
): SubscriptionState {
  const { priceIds, period, scheduled, updatedAt, customData: _, ...same } = snapshot;
  const version = makeVersion(updatedAt, occurredAt);
  return {
    ...same,
    priceId: priceIds[0],
    periodStart: period?.start ?? null,
    periodEnd: period?.end ?? null,
    periodVersion: period ? version : null,
    scheduledAction: scheduled?.action ?? null,
    scheduledAt: scheduled?.at ?? null,
    paddleUpdatedAt: updatedAt.date,
    version,
  };
}

/**
 * Returns the state after another snapshot. The newest snapshot wins, a canceled subscription stays canceled, and the
 * period is that of the newest snapshot that has one. The result depends neither on the order nor on repetitions of
 * snapshots.
 */
export function applySnapshot(
  current: SubscriptionState | null,
  incoming: SubscriptionState,
): SubscriptionState {
  if (!current) return incoming;
  const latest = isNewer(incoming, current) ? incoming : current;
  const { periodStart, periodEnd, periodVersion } =
    (incoming.periodVersion ?? '') > (current.periodVersion ?? '') ? incoming : current;
  return { ...latest, periodStart, periodEnd, periodVersion };
}

function isNewer(state: SubscriptionState, other: SubscriptionState): boolean {
  const isCanceled = state.status === 'canceled';
  if (isCanceled !== (other.status === 'canceled')) return isCanceled;
  return state.version > other.version;
}

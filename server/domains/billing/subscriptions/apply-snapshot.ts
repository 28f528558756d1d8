import type { subscriptions } from '#server/domains/billing/billing.tables.ts';
import type { PaddleSnapshot } from '#server/domains/billing/paddle/subscription-snapshot.ts';
import { type PaddleTimestamp, makeVersion } from '#server/domains/billing/paddle/timestamp.ts';

/** What is kept of a subscription that comes from its snapshots alone. */
export type SubscriptionState = Omit<typeof subscriptions.$inferSelect, 'id' | 'userId' | 'lastPaymentAt'>;

/** What one snapshot says. An answer of the API has no `occurredAt` of its own: it is as of its `updatedAt`. */
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
 * What is known after a snapshot more. The newest one counts, and a canceled subscription stays canceled; the period is
 * that of the newest snapshot that has one. So neither the order nor repetitions of snapshots matter.
 */
export function applySnapshot(known: SubscriptionState | null, told: SubscriptionState): SubscriptionState {
  if (!known) return told;
  const latest = isLater(told, known) ? told : known;
  const { periodStart, periodEnd, periodVersion } =
    (told.periodVersion ?? '') > (known.periodVersion ?? '') ? told : known;
  return { ...latest, periodStart, periodEnd, periodVersion };
}

function isLater(one: SubscriptionState, other: SubscriptionState): boolean {
  const isEnded = (facts: SubscriptionState) => facts.status === 'canceled';
  if (isEnded(one) !== isEnded(other)) return isEnded(one);
  return one.version > other.version;
}

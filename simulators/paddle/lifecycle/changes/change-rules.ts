import { invalidFields, subscriptionError } from '#simulators/paddle/paddle-error.ts';
import type { Subscription } from '#simulators/paddle/state/state.ts';

/** Paddle rejects changes in the 30 minutes before a renewal. */
const RENEWAL_LOCK_MS = 30 * 60_000;

/** Rejects changes that Paddle would reject in this state, whatever the change. */
export function assertChangeable(
  subscription: Subscription,
  nowMs: number,
  { evenIfScheduled = false }: { evenIfScheduled?: boolean } = {},
): void {
  if (subscription.status === 'canceled') {
    throw subscriptionError(
      'subscription_update_when_canceled',
      'cannot update subscription, as it is canceled',
    );
  }
  if (subscription.scheduled_change && !evenIfScheduled) {
    throw subscriptionError(
      'subscription_locked_pending_changes',
      'cannot update subscription, pending scheduled changes',
    );
  }
  const bills = subscription.scheduled_change?.effective_at ?? subscription.next_billed_at;
  const isBilling = subscription.status === 'active' || subscription.status === 'trialing';
  if (isBilling && bills && Date.parse(bills) - nowMs <= RENEWAL_LOCK_MS) {
    throw subscriptionError(
      'subscription_locked_renewal',
      'subscription is locked: it renews within the next 30 minutes',
      409,
    );
  }
}

/** Rejects a resume date in the past, or before the end of the period at which the pause starts. */
export function assertLater(resumeAt: string, scheduled: Subscription | null, nowMs: number): void {
  const pausesAtMs = Date.parse(scheduled?.current_billing_period?.ends_at ?? '') || nowMs;
  if (Date.parse(resumeAt) > pausesAtMs) return;
  throw invalidFields([{ field: 'resume_at', message: 'must be after the subscription is paused' }]);
}

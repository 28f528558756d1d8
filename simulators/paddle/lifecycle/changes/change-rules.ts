import { invalidFields, subscriptionError } from '#simulators/paddle/paddle-error.ts';
import type { Subscription } from '#simulators/paddle/state/state.ts';

/** Paddle rejects changes in the 30 minutes before a renewal. */
const RENEWAL_LOCK_MS = 30 * 60_000;

/** Throws Paddle's error if the subscription's state allows no change at all. */
export function assertChangeable(
  subscription: Subscription,
  nowMs: number,
  { isScheduledAllowed = false }: { isScheduledAllowed?: boolean } = {},
): void {
  if (subscription.status === 'canceled') {
    throw subscriptionError(
      'subscription_update_when_canceled',
      'cannot update subscription, as it is canceled',
    );
  }
  if (subscription.scheduled_change && !isScheduledAllowed) {
    throw subscriptionError(
      'subscription_locked_pending_changes',
      'cannot update subscription, pending scheduled changes',
    );
  }
  const billsAt = subscription.scheduled_change?.effective_at ?? subscription.next_billed_at;
  const isBilling = subscription.status === 'active' || subscription.status === 'trialing';
  if (isBilling && billsAt && Date.parse(billsAt) - nowMs <= RENEWAL_LOCK_MS) {
    throw subscriptionError(
      'subscription_locked_renewal',
      'subscription is locked: it renews within the next 30 minutes',
      409,
    );
  }
}

/** Rejects a resume date in the past, or before the end of the period at which the pause starts. */
export function assertValidResumeDate(resumeAt: string, scheduled: Subscription | null, nowMs: number): void {
  const pausesAtMs = Date.parse(scheduled?.current_billing_period?.ends_at ?? '') || nowMs;
  if (Date.parse(resumeAt) > pausesAtMs) return;
  throw invalidFields([{ field: 'resume_at', message: 'must be after the subscription is paused' }]);
}

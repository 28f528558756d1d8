import { invalidFields, subscriptionRefusal } from '#simulators/paddle/paddle-error.ts';
import type { Subscription } from '#simulators/paddle/state/state.ts';

/** Paddle takes no changes in the half hour before it bills. */
const RENEWAL_LOCK_MS = 30 * 60_000;

/** Refuses a change that Paddle would refuse whatever it is. */
export function assertChangeable(
  subscription: Subscription,
  nowMs: number,
  { evenIfScheduled = false }: { evenIfScheduled?: boolean } = {},
): void {
  if (subscription.status === 'canceled') {
    throw subscriptionRefusal(
      'subscription_update_when_canceled',
      'cannot update subscription, as it is canceled',
    );
  }
  if (subscription.scheduled_change && !evenIfScheduled) {
    throw subscriptionRefusal(
      'subscription_locked_pending_changes',
      'cannot update subscription, pending scheduled changes',
    );
  }
  const bills = subscription.scheduled_change?.effective_at ?? subscription.next_billed_at;
  const isBilling = subscription.status === 'active' || subscription.status === 'trialing';
  if (isBilling && bills && Date.parse(bills) - nowMs <= RENEWAL_LOCK_MS) {
    throw subscriptionRefusal(
      'subscription_locked_renewal',
      'subscription is locked: it renews within the next 30 minutes',
      409,
    );
  }
}

/** Refuses a day of resuming that is over, or that comes before the end of the period on which the pause begins. */
export function assertLater(resumeAt: string, scheduled: Subscription | null, nowMs: number): void {
  const pausesAtMs = Date.parse(scheduled?.current_billing_period?.ends_at ?? '') || nowMs;
  if (Date.parse(resumeAt) > pausesAtMs) return;
  throw invalidFields([{ field: 'resume_at', message: 'must be after the subscription is paused' }]);
}

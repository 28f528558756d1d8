import type { ProrationBillingMode } from '@paddle/paddle-node-sdk';
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

/** Throws Paddle's error if the subscription's items cannot be changed, or not with this proration. */
export function assertItemsChangeable(
  subscription: Subscription,
  nowMs: number,
  { mode, isNewInterval }: { mode: ProrationBillingMode; isNewInterval: boolean },
): void {
  assertChangeable(subscription, nowMs);
  if (subscription.status === 'past_due') {
    throw subscriptionError(
      'subscription_update_when_past_due',
      'cannot update subscription, as it is past due',
    );
  }
  if (subscription.status === 'paused' && mode !== 'do_not_bill') {
    throw subscriptionError(
      'subscription_incorrect_proration_on_paused_subscription',
      'proration billing mode is not accepted on a paused subscription',
    );
  }
  if (subscription.status === 'trialing' && mode !== 'do_not_bill') {
    throw subscriptionError(
      'subscription_trialing_items_update_invalid_options',
      'items of a trialing subscription can only be updated with do_not_bill',
    );
  }
  if (isNewInterval && (mode === 'prorated_next_billing_period' || mode === 'full_next_billing_period')) {
    throw invalidFields([
      {
        field: 'proration_billing_mode',
        message: 'must bill immediately or not at all for another interval',
      },
    ]);
  }
}

/** Rejects a resume date in the past, or before the end of the period at which the pause starts. */
export function assertValidResumeDate(resumeAt: string, scheduled: Subscription | null, nowMs: number): void {
  const pausesAtMs = Date.parse(scheduled?.current_billing_period?.ends_at ?? '') || nowMs;
  if (Date.parse(resumeAt) > pausesAtMs) return;
  throw invalidFields([{ field: 'resume_at', message: 'must be after the subscription is paused' }]);
}

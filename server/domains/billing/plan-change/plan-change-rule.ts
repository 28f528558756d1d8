import type { SubscriptionRow } from '#server/domains/billing/billing.queries.ts';
import type { PriceChange } from '#server/domains/billing/paddle/paddle-gateway.ts';
import { addMilliseconds, MINUTE } from '#server/platform/clock.ts';

/** The reason why the plan of a subscription cannot be changed. */
export type PlanChangeBlocker = 'ended' | 'paused' | 'past_due' | 'change_scheduled' | 'renewing';

export type PlanChangeStep =
  | { kind: 'change'; proration: PriceChange['proration'] }
  /** The subscription already has the price. */
  | { kind: 'none' }
  | { kind: 'blocked'; blocker: PlanChangeBlocker };

type State = Pick<SubscriptionRow, 'status' | 'scheduledAction'>;

/** Paddle rejects changes this long before a renewal. */
const RENEWAL_LOCK_MS = 30 * MINUTE;

/**
 * Returns how a subscription changes to another price. Paddle makes every change immediately, so the unused time of the
 * current plan is always credited. Nothing is charged during a trial.
 */
export function getPlanChangeStep(
  state: State & Pick<SubscriptionRow, 'priceId' | 'nextBilledAt'>,
  priceId: string,
  now: Date,
): PlanChangeStep {
  if (state.status !== 'canceled' && state.priceId === priceId) return { kind: 'none' };
  const blocker = getPlanChangeBlocker(state);
  if (blocker) return { kind: 'blocked', blocker };
  const { nextBilledAt } = state;
  if (nextBilledAt && nextBilledAt <= addMilliseconds(now, RENEWAL_LOCK_MS)) {
    return { kind: 'blocked', blocker: 'renewing' };
  }
  return { kind: 'change', proration: state.status === 'trialing' ? 'do_not_bill' : 'prorated_immediately' };
}

/** Returns why the plan cannot be changed in this state, at any time; `null` if it can. */
export function getPlanChangeBlocker({ status, scheduledAction }: State): PlanChangeBlocker | null {
  if (status === 'canceled') return 'ended';
  if (status === 'paused') return 'paused';
  if (status === 'past_due') return 'past_due';
  return scheduledAction ? 'change_scheduled' : null;
}

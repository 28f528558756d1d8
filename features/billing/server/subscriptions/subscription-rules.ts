import { addMilliseconds, DAY, MINUTE } from '#core/server/platform/clock.ts';
import type { SubscriptionAction } from '#features/billing/contract/subscriptions.ts';
import type { SubscriptionRow } from '#features/billing/server/billing.queries.ts';
import type { PriceChange, Resumption } from '#features/billing/server/paddle/paddle-gateway.ts';

/**
 * The call that performs an action: `cancelNow` cancels immediately; `nothing` when the subscription is already in the requested
 * state; `other-change-scheduled` and `ended` when the action is not possible.
 */
export type NextStep =
  | 'pause'
  | 'cancel'
  | 'cancelNow'
  | Resumption
  | 'nothing'
  | 'other-change-scheduled'
  | 'ended';

type State = Pick<
  SubscriptionRow,
  'status' | 'scheduledAction' | 'periodStart' | 'periodEnd' | 'lastPaymentAt'
>;

/** How far before its period a payment may be dated. */
const TOLERANCE_MS = DAY;

/** Returns the call at Paddle that performs the action, or the reason why there is none. */
export function getNextStep(state: State, action: SubscriptionAction, now: Date): NextStep {
  if (state.status === 'canceled') return action === 'cancel' ? 'nothing' : 'ended';
  if (action === 'resume') return getResumption(state, now);
  if (state.scheduledAction === action) return 'nothing';
  // It has no period at whose end it could be canceled.
  if (state.status === 'paused') return action === 'pause' ? 'nothing' : 'cancelNow';
  return state.scheduledAction ? 'other-change-scheduled' : action;
}

/** The rest of a paid period is free; a new period is charged immediately. */
function getResumption(state: State, now: Date): NextStep {
  const { status, scheduledAction, periodEnd } = state;
  if (scheduledAction === 'cancel' || scheduledAction === 'pause') return 'unschedule';
  if (status !== 'paused') return 'nothing';
  return periodEnd && now < periodEnd && isPeriodPaid(state) ? 'continue' : 'now';
}

/** Paddle starts a period before it is paid, and may pause a subscription whose payment never succeeded. */
export const isPeriodPaid = ({ periodStart, lastPaymentAt }: Pick<State, 'periodStart' | 'lastPaymentAt'>) =>
  periodStart !== null &&
  lastPaymentAt !== null &&
  lastPaymentAt >= addMilliseconds(periodStart, -TOLERANCE_MS);

type ScheduledState = Pick<SubscriptionRow, 'status' | 'scheduledAction'>;

/** Returns true when Paddle charges for a subscription, or will after it is resumed. */
export const isNotCanceled = ({ status, scheduledAction }: ScheduledState) =>
  status !== 'canceled' && scheduledAction !== 'cancel';

/** Returns true when Paddle will charge for a subscription again automatically. */
export const hasNextCharge = ({ status, scheduledAction }: ScheduledState) =>
  status !== 'canceled' && status !== 'paused' && scheduledAction === null;

/** The reason why the plan of a subscription cannot be changed. */
export type PlanChangeBlocker = 'ended' | 'paused' | 'past_due' | 'change_scheduled' | 'renewing';

export type PlanChangeStep =
  | { kind: 'change'; proration: PriceChange['proration'] }
  /** The subscription already has the price. */
  | { kind: 'none' }
  | { kind: 'blocked'; blocker: PlanChangeBlocker };

/** Paddle rejects changes this long before a renewal. */
const RENEWAL_LOCK_MS = 30 * MINUTE;

/**
 * Returns how a subscription changes to another price. Paddle makes every change immediately, so the unused time of the
 * current plan is always credited. Nothing is charged during a trial.
 */
export function getPlanChangeStep(
  state: ScheduledState & Pick<SubscriptionRow, 'priceId' | 'nextBilledAt'>,
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
export function getPlanChangeBlocker({ status, scheduledAction }: ScheduledState): PlanChangeBlocker | null {
  if (status === 'canceled') return 'ended';
  if (status === 'paused') return 'paused';
  if (status === 'past_due') return 'past_due';
  return scheduledAction ? 'change_scheduled' : null;
}

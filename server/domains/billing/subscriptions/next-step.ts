import type { SubscriptionAction } from '#contract/billing/subscriptions.ts';
import type { SubscriptionRow } from '#server/domains/billing/billing.queries.ts';
import type { Resumption } from '#server/domains/billing/paddle/paddle-gateway.ts';
import { addMilliseconds, DAY } from '#server/platform/clock.ts';

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

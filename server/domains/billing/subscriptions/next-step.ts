import type { SubscriptionAction } from '#contract/billing/subscriptions.ts';
import type { SubscriptionRow } from '#server/domains/billing/billing.queries.ts';
import type { Resumption } from '#server/domains/billing/paddle/paddle-gateway.ts';
import { after, DAY } from '#server/platform/clock.ts';

/**
 * What has to be asked of Paddle for what a customer wants; `nothing` when it is so already. `scheduled-otherwise`,
 * `ended` and `paused` say why it cannot be.
 */
export type NextStep =
  | 'pause'
  | 'cancel'
  | Resumption
  | 'nothing'
  | 'scheduled-otherwise'
  | 'ended'
  | 'paused';

type State = Pick<
  SubscriptionRow,
  'status' | 'scheduledAction' | 'periodStart' | 'periodEnd' | 'lastPaymentAt'
>;

/** How much earlier than its period a payment may be dated. */
const TOLERANCE_MS = DAY;

export function getNextStep(state: State, action: SubscriptionAction, now: Date): NextStep {
  if (state.status === 'canceled') return action === 'cancel' ? 'nothing' : 'ended';
  if (action === 'resume') return getResumption(state, now);
  if (state.scheduledAction === action) return 'nothing';
  if (state.status === 'paused') return action === 'pause' ? 'nothing' : 'paused';
  return state.scheduledAction ? 'scheduled-otherwise' : action;
}

/** Time that is paid goes on at no charge; a new period is charged at once. */
function getResumption(state: State, now: Date): NextStep {
  const { status, scheduledAction, periodEnd } = state;
  if (scheduledAction === 'cancel' || scheduledAction === 'pause') return 'undo';
  if (status !== 'paused') return 'nothing';
  return periodEnd && now < periodEnd && isPeriodPaid(state) ? 'continue' : 'now';
}

/** Paddle begins a period before it is paid, and may pause a subscription whose payment never came. */
export const isPeriodPaid = ({ periodStart, lastPaymentAt }: Pick<State, 'periodStart' | 'lastPaymentAt'>) =>
  periodStart !== null && lastPaymentAt !== null && lastPaymentAt >= after(periodStart, -TOLERANCE_MS);

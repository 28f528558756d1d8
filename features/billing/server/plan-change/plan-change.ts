import { type Clock, MINUTE } from '#core/server/platform/clock.ts';
import { HttpError } from '#core/server/platform/http-error.ts';
import type { PlanChangePreview } from '#features/billing/contract/subscriptions.ts';
import {
  billingError,
  changeNotPossible,
  changeRejected,
  paddleUnreachable,
} from '#features/billing/server/billing.errors.ts';
import type { SubscriptionRow } from '#features/billing/server/billing.queries.ts';
import { toMajorUnits } from '#features/billing/server/checkout/amount.ts';
import {
  GatewayError,
  type PaddleGateway,
  type PlanPreview,
} from '#features/billing/server/paddle/paddle-gateway.ts';
import {
  type ChangeDependencies,
  storeSnapshot,
} from '#features/billing/server/subscriptions/change-subscription.ts';
import {
  getPlanChangeStep,
  type PlanChangeBlocker,
} from '#features/billing/server/subscriptions/subscription-rules.ts';

interface Plan {
  name: string;
  interval: 'month' | 'year';
}

/** Returns Paddle's preview of a change to a price that is for sale. Throws the error to show to the customer. */
export async function previewPlanChange(
  { gateway, clock }: { gateway: PaddleGateway; clock: Clock },
  row: SubscriptionRow,
  { priceId, plan }: { priceId: string; plan: Plan },
): Promise<PlanChangePreview> {
  const step = getPlanChangeStep(row, priceId, clock.now());
  if (step.kind === 'none') throw alreadyOnPlan();
  if (step.kind === 'blocked') throw planChangeBlocked(row, step.blocker);
  try {
    const preview = await gateway.previewPrice(row.paddleId, { priceId, proration: step.proration });
    return presentPreview(preview, plan, makeBasis(row, priceId, clock.now()));
  } catch (error) {
    throw error instanceof GatewayError ? previewFailed(error) : error;
  }
}

function presentPreview(preview: PlanPreview, plan: Plan, basis: string): PlanChangePreview {
  const { currency, chargeNow, credit, nextPayment, renewalAmount } = preview;
  const format = (amount: string) => toMajorUnits(amount, currency);
  const formatIfAny = (amount: string) => (/[1-9]/.test(amount) ? format(amount) : null);
  return {
    plan: { name: plan.name, interval: plan.interval },
    currency,
    charge_now: formatIfAny(chargeNow),
    credit: formatIfAny(credit),
    next_payment: nextPayment && {
      date: nextPayment.at.toISOString(),
      amount: format(nextPayment.amount),
    },
    renewal_price: renewalAmount === null ? null : format(renewalAmount),
    basis,
  };
}

/**
 * Changes the price of a subscription at Paddle, which charges or credits the difference, and stores Paddle's response.
 * Makes no call when the subscription already has the price. A failed call is never retried: the subscription is fetched
 * again, and the change counts as made if Paddle has it. Otherwise throws the error to show to the customer.
 */
export async function changePlan(
  parts: ChangeDependencies,
  row: SubscriptionRow,
  { priceId, basis }: { priceId: string; basis: string },
): Promise<SubscriptionRow> {
  const step = getPlanChangeStep(row, priceId, parts.clock.now());
  if (step.kind === 'none') return row;
  if (step.kind === 'blocked') throw planChangeBlocked(row, step.blocker);
  if (!isCurrentBasis(basis, row, priceId, parts.clock.now())) throw previewOutdated();
  const { paddleId } = row;
  try {
    const change = { priceId, proration: step.proration };
    // No transaction is open during the call, which may take 30 seconds.
    return await storeSnapshot(parts, await parts.gateway.changePrice(paddleId, change));
  } catch (error) {
    if (!(error instanceof GatewayError)) throw error;
    parts.logger.warn({ err: error, paddleId }, 'plan change failed at Paddle');
    const current = await refresh(parts, paddleId);
    const remaining = current && getPlanChangeStep(current, priceId, parts.clock.now());
    if (current && remaining?.kind === 'none') return current;
    if (current && remaining?.kind === 'blocked') throw planChangeBlocked(current, remaining.blocker);
    throw planChangeFailed(error);
  }
}

/** Fetches and stores the subscription; returns `null` if Paddle does not respond. */
async function refresh(parts: ChangeDependencies, paddleId: string): Promise<SubscriptionRow | null> {
  try {
    return await storeSnapshot(parts, await parts.gateway.getSubscription(paddleId));
  } catch (error) {
    if (error instanceof GatewayError) return null;
    throw error;
  }
}

type State = Pick<SubscriptionRow, 'priceId' | 'periodEnd'>;

/** With another interval the charge grows as the unused time shrinks. An open dialog repeats its preview every minute. */
const VALID_MS = 10 * MINUTE;

/**
 * Returns what the amounts of a preview depend on: the plan that is credited, its period, the new plan and the time. It comes
 * back with the confirmation. It needs no signature, because it protects only the customer who sends it.
 */
export const makeBasis = (state: State, newPriceId: string, now: Date): string =>
  `${describeState(state, newPriceId)} ${now.toISOString()}`;

/** Returns true when the amounts of a preview are still right. */
export function isCurrentBasis(basis: string, state: State, newPriceId: string, now: Date): boolean {
  const prefix = `${describeState(state, newPriceId)} `;
  const previewedAt = basis.startsWith(prefix) ? Date.parse(basis.slice(prefix.length)) : Number.NaN;
  return Math.abs(now.getTime() - previewedAt) <= VALID_MS;
}

const describeState = ({ priceId, periodEnd }: State, newPriceId: string) =>
  `${priceId} ${periodEnd?.toISOString() ?? ''} ${newPriceId}`;

/** Explains why the plan cannot be changed now. */
function planChangeBlocked(row: SubscriptionRow, blocker: PlanChangeBlocker): HttpError {
  switch (blocker) {
    case 'ended':
      return changeNotPossible(row, 'ended');
    case 'change_scheduled':
      return changeNotPossible(row, 'other-change-scheduled');
    case 'paused':
      return billingError(
        409,
        'subscription_paused',
        'This subscription is paused. Resume it before you change the plan.',
      );
    case 'past_due':
      return billingError(
        409,
        'subscription_past_due',
        'Your last payment failed. Update your payment method. You can change the plan once the payment succeeds.',
      );
    case 'renewing':
      return billingError(
        409,
        'subscription_locked_renewal',
        'This subscription is about to renew. Please try again in half an hour.',
      );
  }
}

const alreadyOnPlan = () =>
  billingError(409, 'already_on_plan', 'You already have this plan. Reload the page to see it.');

/** Rejects a change whose preview is old or was calculated for another plan or period: the amounts are no longer right. */
const previewOutdated = () =>
  billingError(
    409,
    'preview_outdated',
    'These amounts are out of date. Nothing has changed. Close this dialog and start again.',
  );

/** Explains why Paddle did not change the plan. */
function planChangeFailed(cause: GatewayError): HttpError {
  if (cause.kind === 'unreachable') return paddleUnreachable(cause);
  const text = REJECTIONS.find(([codes]) => codes.test(cause.code))?.[1];
  if (text === undefined) return changeRejected(cause);
  const status = cause.code === 'subscription_payment_declined' ? 402 : 409;
  return billingError(status, cause.code, text, cause);
}

/** A preview changes nothing, so a retry is safe. */
const previewFailed = (cause: GatewayError): HttpError =>
  cause.kind === 'rejected'
    ? planChangeFailed(cause)
    : new HttpError({
        status: 503,
        code: cause.code,
        body: { error: 'Paddle did not respond. Nothing has changed. Please try again in a minute.' },
        headers: { 'Retry-After': '60' },
        cause,
      });

const REJECTIONS: readonly [codes: RegExp, text: string][] = [
  [
    /^subscription_payment_declined$/,
    'Your payment was declined, so your plan has not changed and nothing was charged. Update your payment method, then try again.',
  ],
  [
    /missing_payment_method/,
    'Your subscription has no payment method. Update your payment method, then try again.',
  ],
  [
    /balance_less_than_charge_limit/,
    'The difference is too small to be charged by card. Please try again after your next payment.',
  ],
  [
    /^subscription_outstanding_|^subscription_update_when_past_due$/,
    'A payment of this subscription is not completed yet. Please try again once it is.',
  ],
];

import {
  billingError,
  changeNotPossible,
  changeRejected,
  paddleUnreachable,
} from '#server/domains/billing/billing.errors.ts';
import type { SubscriptionRow } from '#server/domains/billing/billing.queries.ts';
import type { GatewayError } from '#server/domains/billing/paddle/paddle-gateway.ts';
import { HttpError } from '#server/platform/http-error.ts';
import type { PlanChangeBlocker } from './plan-change-rule.ts';

/** Explains why the plan cannot be changed now. */
export function planChangeBlocked(row: SubscriptionRow, blocker: PlanChangeBlocker): HttpError {
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

export const alreadyOnPlan = () =>
  billingError(409, 'already_on_plan', 'You already have this plan. Reload the page to see it.');

/** Rejects a change whose preview is old or was calculated for another plan or period: the amounts are no longer right. */
export const previewOutdated = () =>
  billingError(
    409,
    'preview_outdated',
    'These amounts are out of date. Nothing has changed. Close this dialog and start again.',
  );

/** Explains why Paddle did not change the plan. */
export function planChangeFailed(cause: GatewayError): HttpError {
  if (cause.kind === 'unreachable') return paddleUnreachable(cause);
  const text = REJECTIONS.find(([codes]) => codes.test(cause.code))?.[1];
  if (text === undefined) return changeRejected(cause);
  const status = cause.code === 'subscription_payment_declined' ? 402 : 409;
  return billingError(status, cause.code, text, cause);
}

/** A preview changes nothing, so a retry is safe. */
export const previewFailed = (cause: GatewayError): HttpError =>
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

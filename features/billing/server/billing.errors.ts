import { formatEndDate } from '#core/contract/dates.ts';
import { HttpError } from '#core/server/platform/http-error.ts';
import type { SubscriptionRow } from './billing.queries.ts';
import type { GatewayError } from './paddle/paddle-gateway.ts';
import type { NextStep } from './subscriptions/subscription-rules.ts';

/** Rejects account deletion, because a deleted account could no longer stop its payments. */
export const stillSubscribed = ({ productName }: Pick<SubscriptionRow, 'productName'>) =>
  billingError(
    400,
    'still_subscribed',
    `Cancel your subscription to ${productName} before you delete your account. It is on My Subscriptions.`,
  );

/** Rejects a second subscription, which would be paid for without any benefit. */
export const alreadySubscribed = ({ status }: Pick<SubscriptionRow, 'status'>) =>
  billingError(
    409,
    'already_subscribed',
    status === 'paused'
      ? 'Your subscription is paused. Resume or cancel it on My Subscriptions.'
      : 'You already have a subscription. You can change its plan on the pricing page or on its own page.',
  );

export const otherSubscriptionRenews = () =>
  billingError(
    409,
    'other_renews',
    'You have another subscription that will renew. Cancel it before you resume this one.',
  );

export const receiptUnavailable = () =>
  billingError(
    409,
    'receipt_unavailable',
    'The receipt for this payment is not available here. Use the one in the email from Paddle.',
  );

/** Also rejects prices that are no longer sold; reloading the page fetches the current plans. */
export const notForSale = () =>
  new HttpError({
    status: 400,
    code: 'not_for_sale',
    body: { price_id: ['This price is not for sale. Please reload the page.'] },
  });

export const billingDisabled = () =>
  billingError(503, 'nothing_sold', 'Subscriptions cannot be purchased or changed at the moment.');

/** Explains why a change is not possible in the current state, given as `step`. */
export function changeNotPossible(
  { scheduledAction, scheduledAt }: SubscriptionRow,
  step: NextStep,
): HttpError {
  switch (step) {
    case 'ended':
      return billingError(
        409,
        'subscription_ended',
        'This subscription has ended. Choose a plan for a new one.',
      );
    case 'other-change-scheduled': {
      const what = scheduledAction === 'cancel' ? 'canceled' : 'paused';
      const when = scheduledAt ? ` on ${formatEndDate(scheduledAt)}` : '';
      return billingError(
        409,
        'change_scheduled',
        `This subscription is scheduled to be ${what}${when}. Choose Resume first to revert that.`,
      );
    }
    default:
      return billingError(
        409,
        'subscription_changed',
        'This subscription has changed. Reload the page and try again.',
      );
  }
}

/** Passes on Paddle's error code. Paddle's own message is meant for developers, not for customers. */
export function changeRejected(cause: GatewayError): HttpError {
  const text =
    cause.code === 'subscription_locked_renewal'
      ? 'This subscription is about to renew. Please try again in half an hour.'
      : 'Paddle rejected this change. Check your subscription and try again later.';
  return billingError(409, cause.code, text, cause);
}

/** Paddle may have made the change before the call failed: an immediate retry could charge twice. */
export const paddleUnreachable = (cause: GatewayError) =>
  new HttpError({
    status: 503,
    code: cause.code,
    body: {
      error: 'Paddle did not respond. Check your subscription in a minute before you try again.',
    },
    headers: { 'Retry-After': '60' },
    cause,
  });

export const billingError = (status: number, code: string, error: string, cause?: unknown) =>
  new HttpError({ status, code, body: { error }, cause });

import { formatMediumDate, toKarachiDate } from '#contract/dates.ts';
import { HttpError } from '#server/platform/http-error.ts';
import type { SubscriptionRow } from './billing.queries.ts';
import type { GatewayError } from './paddle/paddle-gateway.ts';
import type { NextStep } from './subscriptions/next-step.ts';

/** An account that still pays is not deleted: nobody could end its payments then. */
export const stillSubscribed = () =>
  billingError(
    400,
    'still_subscribed',
    'You have a subscription. Cancel it first; then your account can be deleted.',
  );

/** Two subscriptions would be paid, and one is of no use. */
export const alreadySubscribed = () =>
  billingError(
    409,
    'already_subscribed',
    'You have a subscription already. To change the plan, cancel it first on your subscriptions page.',
  );

export const otherSubscriptionRenews = () =>
  billingError(
    409,
    'other_renews',
    'You have another subscription, which goes on. Cancel that one first if you want to go on with this one.',
  );

export const billingDisabled = () =>
  billingError(503, 'nothing_sold', 'Subscriptions cannot be bought or changed at the moment.');

/** What stands against a change, which `step` says. */
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
    case 'paused':
      return billingError(
        409,
        'subscription_paused',
        'This subscription is paused. Resume it here, or cancel it on Paddle’s page.',
      );
    case 'scheduled-otherwise': {
      const what = scheduledAction === 'cancel' ? 'is cancelled' : 'is paused';
      const when = scheduledAt ? ` on ${formatMediumDate(toKarachiDate(scheduledAt))}` : '';
      return billingError(
        409,
        'change_scheduled',
        `This subscription ${what}${when}. Take that back with Resume first.`,
      );
    }
    default:
      return billingError(
        409,
        'subscription_changed',
        'This subscription has changed. Please look at it again.',
      );
  }
}

/** Paddle's own codes; what it says itself is for developers. */
export function changeRejected(cause: GatewayError): HttpError {
  const text =
    cause.code === 'subscription_locked_renewal'
      ? 'This subscription is about to renew. Please try again in half an hour.'
      : 'Paddle did not accept this change. Please look at your subscription again, and try later.';
  return billingError(409, cause.code, text, cause);
}

/** The change may have been made all the same: trying again at once could charge twice. */
export const paddleUnreachable = (cause: GatewayError) =>
  new HttpError({
    status: 503,
    code: cause.code,
    body: {
      error: 'Paddle did not answer. Please look at your subscription again in a minute before you try anew.',
    },
    headers: { 'Retry-After': '60' },
    cause,
  });

const billingError = (status: number, code: string, error: string, cause?: unknown) =>
  new HttpError({ status, code, body: { error }, cause });

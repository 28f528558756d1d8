import type { Account } from '#simulators/paddle/account.ts';
import { endSubscription, pauseSubscriptionNow } from '#simulators/paddle/lifecycle/changes/cancellation.ts';
import type { PaymentOutcome } from '#simulators/paddle/lifecycle/checkout.ts';
import { renewSubscription } from '#simulators/paddle/lifecycle/renewals/renewal.ts';
import { getInternals, getSubscription } from '#simulators/paddle/lifecycle/subscriptions.ts';
import { toPaddleTime } from '#simulators/paddle/state/paddle-time.ts';
import type { SeededCheckout } from './control-input.ts';

/** Brings a new subscription into the requested status through real transitions and returns its ID. */
export function seedCheckout(account: Account, bought: PaymentOutcome, { status }: SeededCheckout): string {
  if (bought.outcome !== 'completed' || !bought.subscription) {
    throw new RangeError('Seeding requires a recurring price and a card that is approved.');
  }
  const subscription = getSubscription(account, bought.subscription.id);
  account.change((changeset) => {
    if (status === 'past_due') {
      getInternals(changeset, subscription.id).failuresToCome += 1;
      renewSubscription(changeset, subscription, toPaddleTime(changeset.nowMs));
    }
    if (status === 'paused') pauseSubscriptionNow(changeset, subscription, { resumeAt: null });
    if (status === 'canceled') endSubscription(changeset, subscription, toPaddleTime(changeset.nowMs));
  });
  if (status && subscription.status !== status) {
    throw new RangeError(`A subscription to this price starts as ${subscription.status}, not ${status}.`);
  }
  return subscription.id;
}

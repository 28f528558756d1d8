import type { Account } from '#simulators/paddle/account.ts';
import { endSubscription, pauseSubscriptionNow } from '#simulators/paddle/lifecycle/changes/cancellation.ts';
import type { PaymentOutcome } from '#simulators/paddle/lifecycle/checkout.ts';
import { renewSubscription } from '#simulators/paddle/lifecycle/renewals/renewal.ts';
import { backstageOf, subscriptionOf } from '#simulators/paddle/lifecycle/subscriptions.ts';
import { paddleTime } from '#simulators/paddle/state/paddle-time.ts';
import type { SeededCheckout } from './control-input.ts';

/** Brings a subscription that was just bought into the status that is wanted, by what leads to it. Gives its id. */
export function seedCheckout(account: Account, bought: PaymentOutcome, { status }: SeededCheckout): string {
  if (bought.outcome !== 'completed' || !bought.subscription) {
    throw new RangeError('Seed with a price that renews and a card that works.');
  }
  const subscription = subscriptionOf(account, bought.subscription.id);
  account.change((changeset) => {
    if (status === 'past_due') {
      backstageOf(changeset, subscription.id).failuresToCome += 1;
      renewSubscription(changeset, subscription, paddleTime(changeset.nowMs));
    }
    if (status === 'paused') pauseSubscriptionNow(changeset, subscription, { resumeAt: null });
    if (status === 'canceled') endSubscription(changeset, subscription, paddleTime(changeset.nowMs));
  });
  if (status && subscription.status !== status) {
    throw new RangeError(`This price begins as ${subscription.status}, not as ${status}.`);
  }
  return subscription.id;
}

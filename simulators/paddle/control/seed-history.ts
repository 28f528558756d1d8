import type { Account } from '#simulators/paddle/account.ts';
import { cancelSubscription, pauseSubscription } from '#simulators/paddle/lifecycle/changes/changes.ts';
import type { PaymentOutcome } from '#simulators/paddle/lifecycle/checkout.ts';
import { getSubscription } from '#simulators/paddle/lifecycle/subscriptions.ts';
import type { CheckoutInput } from './control-input.ts';

const DAY_MS = 86_400_000;

/** A subscription that was bought in the past. Its renewals and payment retries follow from the card. */
export interface PastPurchase extends CheckoutInput {
  daysAgo: number;
  /** A change that the customer made at the end of a period or later. */
  change?: { kind: 'cancel' | 'pause'; daysAgo: number };
}

/**
 * Replays past purchases on an account without any, with the clock set back until the end. Webhooks of the past are not
 * delivered: the product reads the subscriptions when it reconciles, as after its connection to an existing account.
 * Synchronous, so that the clock in the past is seen by no other code.
 */
export function seedHistory(
  account: Account,
  completeCheckout: (input: CheckoutInput) => PaymentOutcome,
  purchases: readonly PastPurchase[],
): void {
  const { state } = account;
  if (Object.keys(state.customers).length > 0) throw new RangeError('The account has customers already.');
  const nowMs = account.clock.nowMs();
  const { offsetMs } = state;
  const steps = purchases
    .flatMap(({ daysAgo, change, ...checkout }) => {
      let subscriptionId = '';
      const buy = () => {
        const bought = completeCheckout(checkout);
        if (bought.outcome === 'completed') subscriptionId = bought.subscription?.id ?? '';
      };
      const apply = () => changeSubscription(account, subscriptionId, change?.kind);
      return [{ daysAgo, act: buy }, ...(change ? [{ daysAgo: change.daysAgo, act: apply }] : [])];
    })
    .toSorted((a, b) => b.daysAgo - a.daysAgo);
  try {
    for (const { daysAgo, act } of steps) {
      const atMs = nowMs - daysAgo * DAY_MS;
      state.offsetMs = offsetMs + atMs - nowMs;
      account.runDueActions(atMs);
      act();
    }
    account.runDueActions(nowMs);
  } finally {
    state.offsetMs = offsetMs;
    state.notifications = [];
    account.notifyListeners();
  }
}

function changeSubscription(account: Account, id: string, kind: 'cancel' | 'pause' | undefined): void {
  account.change((changeset) => {
    const subscription = getSubscription(account, id);
    if (kind === 'cancel') cancelSubscription(changeset, subscription, 'next_billing_period');
    if (kind === 'pause')
      pauseSubscription(changeset, subscription, {
        effectiveFrom: 'next_billing_period',
        resumeAt: null,
        onResume: 'start_new_billing_period',
      });
  });
}

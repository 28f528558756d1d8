import type { ProrationBillingMode } from '@paddle/paddle-node-sdk';
import type { Changeset } from '#simulators/paddle/lifecycle/changeset.ts';
import { chargePeriod, startPeriod } from '#simulators/paddle/lifecycle/renewals/renewal.ts';
import { getInternals, updateSubscription } from '#simulators/paddle/lifecycle/subscriptions.ts';
import type { Purchase } from '#simulators/paddle/lifecycle/transactions.ts';
import { toPaddleTime } from '#simulators/paddle/state/paddle-time.ts';
import type { Subscription } from '#simulators/paddle/state/state.ts';
import { assertChangeable } from './change-rules.ts';

/**
 * Changes a subscription's prices. Billing immediately starts a new period at the full price: proration is not simulated.
 * Otherwise the new prices apply from the next period.
 */
export function replaceItems(
  changeset: Changeset,
  subscription: Subscription,
  items: Purchase['items'],
  mode: ProrationBillingMode,
): void {
  assertChangeable(subscription, changeset.nowMs);
  const [first] = subscription.items;
  if (!first) return;
  const at = changeset.tick();
  subscription.items = items.map((item) => ({ ...first, ...item, created_at: at }));
  subscription.billing_cycle = items[0]?.price.billing_cycle ?? subscription.billing_cycle;
  const isBilledNow = mode === 'prorated_immediately' || mode === 'full_immediately';
  if (!isBilledNow || subscription.status !== 'active') {
    updateSubscription(changeset, subscription, {});
    return;
  }
  getInternals(changeset, subscription.id).anchorDay = new Date(changeset.nowMs).getUTCDate();
  startPeriod(changeset, subscription, toPaddleTime(changeset.nowMs));
  chargePeriod(changeset, subscription, 'subscription_update');
}

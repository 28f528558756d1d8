import type { Changeset } from '#simulators/paddle/lifecycle/changeset.ts';
import { subscriptionOf } from '#simulators/paddle/lifecycle/subscriptions.ts';
import type { PaddleSimulatorOptions } from '#simulators/paddle/options.ts';
import { testAccount } from './test-account.ts';
import { MONTHLY } from './test-catalog.ts';

export const DAY_MS = 86_400_000;
export const DECLINES_LATER = '4000 0027 6000 3184';

/** What a charge that goes through tells of. */
export const CHARGE = [
  'transaction.created',
  'transaction.billed',
  'transaction.updated',
  'transaction.paid',
  'transaction.updated',
  'transaction.completed',
];
export const RENEWAL = ['subscription.updated', ...CHARGE];

/** An account with one subscription that was just bought. */
export function subscribed({
  priceId = MONTHLY,
  cardNumber = '4242 4242 4242 4242',
  ...options
}: Partial<PaddleSimulatorOptions> & { at?: string; priceId?: string; cardNumber?: string } = {}) {
  const { account, control, told } = testAccount(options);
  const [id = ''] = control.seed([
    { priceId, customerEmail: 'ayesha@example.com', customData: { user_id: 7 }, cardNumber },
  ]);
  return {
    account,
    control,
    told,
    /** What the purchase told of. */
    bought: told(),
    now: () => subscriptionOf(account, id),
    change: (act: (changeset: Changeset) => void) => account.change(act),
  };
}

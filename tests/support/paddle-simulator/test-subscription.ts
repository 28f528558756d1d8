import type { PaddleSimulatorOptions } from '#simulators/paddle/catalog.ts';
import { getSubscription } from '#simulators/paddle/lifecycle/subscriptions.ts';
import type { Changeset } from '#simulators/paddle/state.ts';
import { createTestAccount } from './test-account.ts';
import { MONTHLY } from './test-catalog.ts';

export const DAY_MS = 86_400_000;
export const RENEWALS_DECLINED_CARD = '4000 0027 6000 3184';

/** The events of a successful charge. */
export const CHARGE = [
  'transaction.created',
  'transaction.billed',
  'transaction.updated',
  'transaction.paid',
  'transaction.updated',
  'transaction.completed',
];
export const RENEWAL = ['subscription.updated', ...CHARGE];

/** Creates an account with a new subscription. */
export function createTestSubscription({
  priceId = MONTHLY,
  cardNumber = '4242 4242 4242 4242',
  ...options
}: Partial<PaddleSimulatorOptions> & { at?: string; priceId?: string; cardNumber?: string } = {}) {
  const { account, control, takeEventTypes } = createTestAccount(options);
  const [id = ''] = control.seed([
    { priceId, customerEmail: 'ayesha@example.com', customData: { user_id: 7 }, cardNumber },
  ]);
  return {
    account,
    control,
    takeEventTypes,
    /** The event types of the purchase. */
    bought: takeEventTypes(),
    now: () => getSubscription(account, id),
    change: (act: (changeset: Changeset) => void) => account.change(act),
  };
}

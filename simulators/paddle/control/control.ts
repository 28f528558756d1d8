import { type Account, makeInitialState } from '#simulators/paddle/account.ts';
import { startCheckout, submitPayment } from '#simulators/paddle/checkout/checkout-service.ts';
import { APPROVED_CARD } from '#simulators/paddle/lifecycle/cards.ts';
import { endSubscription, pauseSubscriptionNow } from '#simulators/paddle/lifecycle/changes/cancellation.ts';
import type { PaymentOutcome } from '#simulators/paddle/lifecycle/checkout.ts';
import { type DueAction, getNextDue } from '#simulators/paddle/lifecycle/renewals/due.ts';
import { renewSubscription } from '#simulators/paddle/lifecycle/renewals/renewal.ts';
import { getInternals, getSubscription } from '#simulators/paddle/lifecycle/subscriptions.ts';
import { type PresentedNotification, presentNotification } from '#simulators/paddle/rest/present.ts';
import { toPaddleTime } from '#simulators/paddle/state/paddle-time.ts';
import type { Scheduler } from '#simulators/paddle/state/scheduler.ts';
import type { State } from '#simulators/paddle/state/state.ts';
import { type ChaosChanges, type ChaosSwitches, noFaults } from '#simulators/paddle/webhooks/chaos.ts';
import type { Outbox } from '#simulators/paddle/webhooks/outbox.ts';
import type { CheckoutInput, SeededCheckout } from './control-input.ts';
import { type PastPurchase, seedHistory } from './seed-history.ts';

/** Controls the simulator in tests and the demo; `/_control` offers the same over HTTP. */
export interface PaddleControl {
  /** Clears everything but the catalog, resets the clock to the wall clock and removes all faults. */
  reset(): void;
  /** Creates subscriptions that were bought earlier and returns their IDs. */
  seed(checkouts: readonly SeededCheckout[]): string[];
  /** Replays past purchases on an account without customers, up to now. */
  seedHistory(purchases: readonly PastPurchase[]): void;
  /** Returns a copy of the account's state. */
  state(): State;
  now(): Date;
  /** Returns how far the clock is ahead of the wall clock. */
  getOffsetMs(): number;
  /** Returns the next renewal of any subscription; `null` when none will renew. */
  getNextRenewal(): { at: Date; customerEmail: string } | null;
  /** Advances the clock from action to action and returns the actions that ran. */
  advance(by: { ms: number } | { to: Date | string }, options?: { deliver?: boolean }): Promise<DueAction[]>;
  failNextPayment(options?: { subscriptionId?: string; times?: number }): void;
  /** Changes some fault switches, or turns all off with `null`. Returns all switches. */
  setChaos(changes: ChaosChanges | null): ChaosSwitches;
  notifications(): PresentedNotification[];
  /** Delivers webhooks until none is due. */
  flush(): Promise<void>;
  /** Completes a purchase as the overlay does. */
  completeCheckout(input: CheckoutInput): PaymentOutcome;
}

export function createControl(account: Account, scheduler: Scheduler, outbox: Outbox): PaddleControl {
  const completeCheckout: PaddleControl['completeCheckout'] = (input) => {
    account.runDueActions();
    const countryCode = input.countryCode ?? account.options.defaultCountry ?? 'US';
    const { id } = startCheckout(account, {
      items: [{ priceId: input.priceId, quantity: 1 }],
      customData: input.customData ?? null,
      countryCode,
    });
    const outcome = submitPayment(account, id, {
      email: input.customerEmail,
      countryCode,
      postalCode: null,
      card: {
        number: input.cardNumber ?? APPROVED_CARD,
        expiryMonth: 12,
        expiryYear: new Date(account.clock.nowMs()).getUTCFullYear() + 3,
        cardholderName: 'Test Customer',
      },
      isConfirmed: true,
    });
    return structuredClone(outcome);
  };

  return {
    reset() {
      account.state = makeInitialState(account.options);
      account.chaos = noFaults();
      account.notifyListeners();
    },
    seed: (checkouts) =>
      checkouts.map((checkout) => seedCheckout(account, completeCheckout(checkout), checkout)),
    seedHistory: (purchases) => seedHistory(account, completeCheckout, purchases),
    state: () => structuredClone(account.state),
    now: () => new Date(account.clock.nowMs()),
    getOffsetMs: () => account.state.offsetMs,
    getNextRenewal: () => findNextRenewal(account),
    async advance(by, { deliver = false } = {}) {
      const toMs = 'ms' in by ? account.clock.nowMs() + by.ms : new Date(by.to).getTime();
      return scheduler.advance(toMs, { deliver });
    },
    failNextPayment({ subscriptionId, times = 1 } = {}) {
      for (const [id, internals] of Object.entries(account.state.backstage)) {
        if (subscriptionId === undefined || id === subscriptionId) internals.failuresToCome = times;
      }
      account.notifyListeners();
    },
    setChaos(changes) {
      account.chaos = changes ? { ...account.chaos, ...changes } : noFaults();
      return structuredClone(account.chaos);
    },
    notifications: () =>
      account.state.notifications.map((notification) => presentNotification(account, notification)),
    flush: () => outbox.flush(),
    completeCheckout,
  };
}

function findNextRenewal({ state }: Account): { at: Date; customerEmail: string } | null {
  const renewal = getNextDue(state, 'renewal');
  if (renewal === null) return null;
  const customerId = state.subscriptions[renewal.subscriptionId]?.customer_id ?? '';
  return { at: new Date(renewal.atMs), customerEmail: state.customers[customerId]?.email ?? '' };
}

/** Brings a new subscription into the requested status through real transitions and returns its ID. */
function seedCheckout(account: Account, bought: PaymentOutcome, { status }: SeededCheckout): string {
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

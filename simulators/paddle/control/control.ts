import type { CountryCode } from '@paddle/paddle-node-sdk';
import { type Account, type ApiFault, type DueAction, getNextDue } from '#simulators/paddle/account.ts';
import { APPROVED_CARD } from '#simulators/paddle/lifecycle/cards.ts';
import { cancelSubscription, pauseSubscription } from '#simulators/paddle/lifecycle/changes.ts';
import { type PaymentOutcome, startCheckout, submitPayment } from '#simulators/paddle/lifecycle/checkout.ts';
import { endSubscription, pauseNow, renewSubscription } from '#simulators/paddle/lifecycle/renewals.ts';
import { getInternals, getSubscription } from '#simulators/paddle/lifecycle/subscriptions.ts';
import {
  makeEmptyState,
  type State,
  type StoredNotification,
  toPaddleTime,
} from '#simulators/paddle/state.ts';
import type { Outbox, Scheduler } from '#simulators/paddle/webhooks.ts';

/** A purchase without a browser. */
interface CheckoutInput {
  priceId: string;
  customerEmail: string;
  customData?: Record<string, unknown> | undefined;
  /** One of the test cards; by default the one that always succeeds. */
  cardNumber?: string | undefined;
  countryCode?: CountryCode | undefined;
}

/** A purchase and its current subscription status. */
interface SeededCheckout extends CheckoutInput {
  status?: 'active' | 'past_due' | 'paused' | 'canceled';
}

/** Controls the simulator in tests and the demo. */
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
  /** Replaces the faults of API calls. */
  setFaults(faults: readonly ApiFault[]): void;
  notifications(): StoredNotification[];
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
      account.state = makeEmptyState();
      account.faults = [];
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
    setFaults(faults) {
      account.faults = structuredClone([...faults]);
    },
    notifications: () => structuredClone(account.state.notifications),
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
    if (status === 'paused') pauseNow(changeset, subscription);
    if (status === 'canceled') endSubscription(changeset, subscription, toPaddleTime(changeset.nowMs));
  });
  if (status && subscription.status !== status) {
    throw new RangeError(`A subscription to this price starts as ${subscription.status}, not ${status}.`);
  }
  return subscription.id;
}

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
function seedHistory(
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
    if (kind === 'pause') pauseSubscription(changeset, subscription, 'next_billing_period');
  });
}

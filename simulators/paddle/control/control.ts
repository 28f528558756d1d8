import { type Account, freshState } from '#simulators/paddle/account.ts';
import { startCheckout, submitPayment } from '#simulators/paddle/checkout/checkout-service.ts';
import type { PaymentOutcome } from '#simulators/paddle/lifecycle/checkout.ts';
import type { Due } from '#simulators/paddle/lifecycle/renewals/due.ts';
import { presentNotification, type ShownNotification } from '#simulators/paddle/rest/present.ts';
import type { Scheduler } from '#simulators/paddle/state/scheduler.ts';
import type { State } from '#simulators/paddle/state/state.ts';
import { type ChaosChanges, type ChaosSwitches, calm } from '#simulators/paddle/webhooks/chaos.ts';
import type { Outbox } from '#simulators/paddle/webhooks/outbox.ts';
import type { CheckoutInput, SeededCheckout } from './control-input.ts';
import { seedCheckout } from './seed.ts';

/** What tests and the demo steer the stand-in by; `/_control` is the same over HTTP. */
export interface PaddleControl {
  /** Forgets everything but the catalog, puts the clock back to the wall's and lets nothing go wrong. */
  reset(): void;
  /** Makes subscriptions as if they had been bought before, and gives their ids. */
  seed(checkouts: readonly SeededCheckout[]): string[];
  /** A copy of all that the account holds. */
  state(): State;
  now(): Date;
  /** Moves the time on from event to event and gives what happened by itself. */
  advance(by: { ms: number } | { to: Date | string }, options?: { deliver?: boolean }): Promise<Due[]>;
  failNextPayment(options?: { subscriptionId?: string; times?: number }): void;
  /** Sets some switches, or all to calm with `null`. Gives how they all are. */
  chaos(changes: ChaosChanges | null): ChaosSwitches;
  notifications(): ShownNotification[];
  /** Delivers until nothing is due. */
  flush(): Promise<void>;
  /** Buys as the overlay does. */
  completeCheckout(input: CheckoutInput): PaymentOutcome;
}

export const WORKING_CARD = '4242424242424242';

export function createControl(account: Account, scheduler: Scheduler, outbox: Outbox): PaddleControl {
  const completeCheckout: PaddleControl['completeCheckout'] = (input) => {
    account.settle();
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
        number: input.cardNumber ?? WORKING_CARD,
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
      account.state = freshState(account.options);
      account.chaos = calm();
      account.changed();
    },
    seed: (checkouts) =>
      checkouts.map((checkout) => seedCheckout(account, completeCheckout(checkout), checkout)),
    state: () => structuredClone(account.state),
    now: () => new Date(account.clock.nowMs()),
    async advance(by, { deliver = false } = {}) {
      const toMs = 'ms' in by ? account.clock.nowMs() + by.ms : new Date(by.to).getTime();
      return scheduler.advance(toMs, { deliver });
    },
    failNextPayment({ subscriptionId, times = 1 } = {}) {
      for (const [id, backstage] of Object.entries(account.state.backstage)) {
        if (subscriptionId === undefined || id === subscriptionId) backstage.failuresToCome = times;
      }
      account.changed();
    },
    chaos(changes) {
      account.chaos = changes ? { ...account.chaos, ...changes } : calm();
      return structuredClone(account.chaos);
    },
    notifications: () => account.state.notifications.map((each) => presentNotification(account, each)),
    flush: () => outbox.flush(),
    completeCheckout,
  };
}

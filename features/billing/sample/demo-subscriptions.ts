import { DEMO_CUSTOMERS, type DemoSubscriptionState } from '#core/server/config/demo.ts';
import { addMilliseconds, type Clock, DAY } from '#core/server/platform/clock.ts';
import type { Database } from '#core/server/platform/database.ts';
import { HttpError } from '#core/server/platform/http-error.ts';
import type { TokenSecrets } from '#core/server/platform/token-secrets.ts';
import { findCustomerByEmail } from '#features/accounts/server/accounts.ts';
import { hasSubscriptions } from '#features/billing/server/billing.queries.ts';
import { startCheckout } from '#features/billing/server/checkout/checkout.ts';
import { DEMO_PLANS } from '#features/billing/server/checkout/plan-catalog.ts';
import type { OpenedPaddle } from '#features/billing/server/paddle/open-paddle.ts';

interface History {
  daysAgo: number;
  plan: 'intermediate' | 'pro';
  cardNumber?: string;
  change?: { kind: 'cancel' | 'pause'; daysAgo: number };
}

/** Accepts the first payment and declines the renewals. */
const RENEWALS_DECLINED_CARD = '4000002760003184';

/** With Paddle. Months have at most 31 days, so each history ends in its state, whatever the date of the first start is. */
const HISTORIES: Record<Exclude<DemoSubscriptionState, 'by_transfer' | null>, History> = {
  active: { daysAgo: 75, plan: 'pro' },
  canceled: { daysAgo: 40, plan: 'intermediate', change: { kind: 'cancel', daysAgo: 4 } },
  past_due: { daysAgo: 33, plan: 'intermediate', cardNumber: RENEWALS_DECLINED_CARD },
  paused: { daysAgo: 50, plan: 'pro', change: { kind: 'pause', daysAgo: 30 } },
};

/** A buyer whose checkout did not report the customer, so that an administrator must link the subscription. */
const UNLINKED_PURCHASE = { daysAgo: 2, plan: 'intermediate', email: 'bilal.ahmed@example.com' } as const;

interface SeedDependencies {
  database: Database;
  clock: Clock;
  tokenSecrets: TokenSecrets;
  simulator: Pick<NonNullable<OpenedPaddle['simulator']>, 'control'>;
}

/**
 * Creates the past subscriptions of the demo's customers in the simulator, at the first start only. Returns whether it did:
 * then reconciliation reads them into the database. It does not if another server that started at the same time has.
 */
export async function seedDemoSubscriptions({
  database,
  clock,
  tokenSecrets,
  simulator,
}: SeedDependencies): Promise<boolean> {
  if (Object.keys(simulator.control.state().customers).length > 0) return false;
  if (await hasSubscriptions(database.db)) return false;
  const purchases = await listPurchases({ database, clock, tokenSecrets }).catch(ignoreSubscribed);
  if (purchases === null) return false;
  const { daysAgo, plan, email } = UNLINKED_PURCHASE;
  simulator.control.seedHistory([...purchases, { daysAgo, priceId: getPriceId(plan), customerEmail: email }]);
  return true;
}

async function listPurchases({ database, clock, tokenSecrets }: Omit<SeedDependencies, 'simulator'>) {
  const purchases = [];
  for (const { email, subscription } of DEMO_CUSTOMERS) {
    const customer = await findCustomerByEmail(database.db, email);
    if (subscription === null || subscription === 'by_transfer' || !customer) continue;
    const { plan, ...history } = HISTORIES[subscription];
    const now = addMilliseconds(clock.now(), -history.daysAgo * DAY);
    const priceId = getPriceId(plan);
    const checkout = { userId: customer.id, priceId };
    const customData = await startCheckout(database.db, checkout, { tokenSecrets, now });
    purchases.push({ ...history, priceId, customerEmail: email, customData });
  }
  return purchases;
}

/** The customers have subscriptions that another server created since `hasSubscriptions`. */
function ignoreSubscribed(error: unknown): null {
  if (error instanceof HttpError && error.code === 'already_subscribed') return null;
  throw error;
}

function getPriceId(key: History['plan']): string {
  const plan = DEMO_PLANS.find((plan) => plan.key === key);
  if (!plan) throw new RangeError(`The demo has no plan ${key}.`);
  return plan.monthlyPriceId;
}

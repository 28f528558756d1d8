import {
  changeSubscription as changeEndpoint,
  listSubscriptions,
  readMySubscription,
  readSubscription,
} from '#contract/billing/subscriptions.ts';
import type { Dependencies } from '#server/dependencies.ts';
import { nothingSold } from '#server/domains/billing/billing.errors.ts';
import {
  findSubscriptionOf,
  listSubscriptionsOf,
  readPremiumSources,
} from '#server/domains/billing/billing.queries.ts';
import { plansOf } from '#server/domains/billing/checkout/plan-catalog.ts';
import type { Handle } from '#server/http/endpoints.ts';
import { notFound } from '#server/platform/http-error.ts';
import { createLimits } from '#server/platform/rate-limits/rate-limits.ts';
import { changeSubscription } from './change-subscription.ts';
import { managementLinks } from './management-links.ts';
import { presentMySubscription } from './present-my-subscription.ts';
import { presentSubscription } from './present-subscription.ts';

/** A customer's own subscriptions: what they are, and what is done with them. */
export function subscriptionsRoutes(handle: Handle, dependencies: Dependencies): void {
  const { config, database, clock, logger, billing, tokenSecret } = dependencies;
  const limits = createLimits(dependencies);

  handle(listSubscriptions, async ({ caller, allowForms }) => {
    allowForms();
    const rows = await listSubscriptionsOf(database.db, caller.userId);
    return { subscriptions: rows.map((row) => presentSubscription(row)) };
  });

  handle(readSubscription, async ({ caller, params, allowForms }) => {
    const row = await ownSubscription(caller.userId, params.id);
    allowForms();
    const asking = { db: database.db, limits, gateway: billing.paddle?.gateway };
    const links = await managementLinks(asking, row);
    return { subscription: presentSubscription(row, links ?? undefined) };
  });

  handle(changeEndpoint, async ({ caller, params, body }) => {
    await limits.count('subscriptionActionAccount', caller.userId);
    const row = await ownSubscription(caller.userId, params.id);
    if (!billing.paddle) throw nothingSold();
    const parts = { database, clock, logger, tokenSecret, gateway: billing.paddle.gateway };
    return { subscription: presentSubscription(await changeSubscription(parts, row, body.action)) };
  });

  handle(readMySubscription, async ({ caller: { userId } }) => {
    const subscriptions = await listSubscriptionsOf(database.db, userId);
    const grants = (await readPremiumSources(database.db, [userId])).get(userId)?.grants ?? [];
    return presentMySubscription({ subscriptions, grants }, plansOf(config), clock.now());
  });

  async function ownSubscription(userId: string, id: string) {
    const row = await findSubscriptionOf(database.db, userId, id);
    if (!row) throw notFound();
    return row;
  }
}

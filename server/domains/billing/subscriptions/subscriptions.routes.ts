import {
  changeSubscription as changeEndpoint,
  listSubscriptionPayments,
  listSubscriptions,
  readMySubscription,
  readReceipt,
  readSubscription,
} from '#contract/billing/subscriptions.ts';
import type { Dependencies } from '#server/dependencies.ts';
import { billingDisabled } from '#server/domains/billing/billing.errors.ts';
import {
  findCustomerSubscription,
  listCustomerSubscriptions,
  listSubscriptionPayments as listSubscriptionPaymentRows,
  readPremiumSources,
} from '#server/domains/billing/billing.queries.ts';
import { listPlans } from '#server/domains/billing/checkout/plan-catalog.ts';
import type { Handle } from '#server/http/endpoints.ts';
import { notFound } from '#server/platform/http-error.ts';
import { changeSubscription } from './change-subscription.ts';
import { getManagementLinks } from './management-links.ts';
import { getReceiptUrl, presentPayment } from './payments.ts';
import { presentMySubscription } from './present-my-subscription.ts';
import { presentSubscription } from './present-subscription.ts';

/** Lists, shows and changes the signed-in customer's subscriptions. */
export function subscriptionsRoutes(
  handle: Handle,
  {
    config,
    database,
    clock,
    logger,
    billing,
    tokenSecrets,
    rateLimits,
  }: Pick<
    Dependencies,
    'config' | 'database' | 'clock' | 'logger' | 'billing' | 'tokenSecrets' | 'rateLimits'
  >,
): void {
  handle(listSubscriptions, async ({ caller, allowForms }) => {
    allowForms();
    const rows = await listCustomerSubscriptions(database.db, caller.userId);
    return { subscriptions: rows.map((row) => presentSubscription(row)) };
  });

  handle(readSubscription, async ({ caller, params, allowForms }) => {
    const row = await findOwnSubscription(caller.userId, params.id);
    allowForms();
    const parts = { db: database.db, rateLimits, gateway: billing.paddle?.gateway };
    const links = await getManagementLinks(parts, row);
    return { subscription: presentSubscription(row, links ?? undefined) };
  });

  handle(changeEndpoint, async ({ caller, params, body }) => {
    await rateLimits.count('subscriptionActionAccount', caller.userId);
    const row = await findOwnSubscription(caller.userId, params.id);
    if (!billing.paddle) throw billingDisabled();
    const parts = { database, clock, logger, tokenSecrets, gateway: billing.paddle.gateway };
    return { subscription: presentSubscription(await changeSubscription(parts, row, body.action)) };
  });

  handle(listSubscriptionPayments, async ({ caller, params }) => {
    const { paddleId } = await findOwnSubscription(caller.userId, params.id);
    return { payments: (await listSubscriptionPaymentRows(database.db, paddleId)).flatMap(presentPayment) };
  });

  handle(readReceipt, async ({ caller, params: { id, paymentId } }) => {
    const row = await findOwnSubscription(caller.userId, id);
    if (!billing.paddle) throw billingDisabled();
    const parts = { db: database.db, rateLimits, gateway: billing.paddle.gateway };
    return { url: await getReceiptUrl(parts, row, paymentId) };
  });

  handle(readMySubscription, async ({ caller: { userId } }) => {
    const subscriptions = await listCustomerSubscriptions(database.db, userId);
    const grants = (await readPremiumSources(database.db, [userId])).get(userId)?.grants ?? [];
    return presentMySubscription({ subscriptions, grants }, listPlans(config), clock.now());
  });

  async function findOwnSubscription(userId: string, id: string) {
    const row = await findCustomerSubscription(database.db, userId, id);
    if (!row) throw notFound();
    return row;
  }
}

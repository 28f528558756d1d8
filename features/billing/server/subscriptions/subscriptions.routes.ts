import type { Handle } from '#core/server/http/endpoints.ts';
import { notFound } from '#core/server/platform/http-error.ts';
import type { Dependencies } from '#dependencies.ts';
import {
  changeSubscription as changeEndpoint,
  changePlan as changePlanEndpoint,
  listSubscriptionPayments,
  listSubscriptions,
  previewPlanChange as previewEndpoint,
  readMySubscription,
  readReceipt,
  readSubscription,
} from '#features/billing/contract/subscriptions.ts';
import { readPremiumSources } from '#features/billing/server/access/entitlement.ts';
import {
  createBankTransferProvider,
  findLocalSubscription,
} from '#features/billing/server/bank-transfer/local-subscriptions.ts';
import { billingDisabled, notForSale } from '#features/billing/server/billing.errors.ts';
import {
  findCustomerSubscription,
  listCustomerSubscriptions,
} from '#features/billing/server/billing.queries.ts';
import { findPlanPrice, listPlans } from '#features/billing/server/checkout/plan-catalog.ts';
import { createPaddleProvider } from '#features/billing/server/paddle/paddle-provider.ts';
import type { ProvidedSubscription } from '#features/billing/server/payment-provider.ts';
import { changePlan, previewPlanChange } from '#features/billing/server/plan-change/plan-change.ts';
import { presentMySubscription, presentSubscription } from './present-subscription.ts';

/** Lists, shows and changes the signed-in customer's subscriptions with every provider, and the plans of those with Paddle. */
export function subscriptionsRoutes(
  handle: Handle,
  dependencies: Pick<
    Dependencies,
    'config' | 'database' | 'clock' | 'logger' | 'billing' | 'tokenSecrets' | 'rateLimits'
  >,
): void {
  const { config, database, clock, logger, billing, tokenSecrets, rateLimits } = dependencies;
  const plans = listPlans(config);
  const providers = [createPaddleProvider(dependencies), createBankTransferProvider(dependencies)];

  handle(listSubscriptions, async ({ caller, allowForms }) => {
    allowForms();
    const subscriptions = [];
    for (const provider of providers)
      subscriptions.push(...(await provider.listSubscriptions(caller.userId)));
    return { subscriptions };
  });

  handle(readSubscription, async ({ caller, params, allowForms }) => {
    const subscription = await findOwnSubscription(caller.userId, params.id);
    allowForms();
    return { subscription: await subscription.present() };
  });

  handle(changeEndpoint, async ({ caller, params, body }) => {
    await rateLimits.count('subscriptionActionAccount', caller.userId);
    const subscription = await findOwnSubscription(caller.userId, params.id);
    return { subscription: await subscription.change(body.action) };
  });

  handle(previewEndpoint, async ({ caller: { userId }, params, query: { price_id: priceId } }) => {
    await rateLimits.count('planPreviewAccount', userId);
    const { row, plan, gateway } = await preparePlanChange(userId, params.id, priceId);
    return { preview: await previewPlanChange({ gateway, clock }, row, { priceId, plan }) };
  });

  handle(changePlanEndpoint, async ({ caller: { userId }, params, body: { price_id: priceId, basis } }) => {
    await rateLimits.count('subscriptionActionAccount', userId);
    const { row, gateway } = await preparePlanChange(userId, params.id, priceId);
    const parts = { database, clock, logger, tokenSecrets, gateway };
    return { subscription: presentSubscription(await changePlan(parts, row, { priceId, basis })) };
  });

  handle(listSubscriptionPayments, async ({ caller, params }) => {
    const subscription = await findOwnSubscription(caller.userId, params.id);
    return { payments: await subscription.listPayments() };
  });

  handle(readReceipt, async ({ caller, params: { id, paymentId } }) => {
    const subscription = await findOwnSubscription(caller.userId, id);
    return { url: await subscription.getReceiptUrl(paymentId) };
  });

  handle(readMySubscription, async ({ caller: { userId } }) => {
    const now = clock.now();
    const subscriptions = await listCustomerSubscriptions(database.db, [userId]);
    const sources = (await readPremiumSources(database.db, [userId])).get(userId);
    const { grants = [], periods = [] } = sources ?? {};
    const local = periods.length > 0 ? await findLocalSubscription(database.db, userId, now) : null;
    return presentMySubscription({ subscriptions, grants, periods, local }, plans, now);
  });

  async function findOwnSubscription(userId: string, id: string): Promise<ProvidedSubscription> {
    for (const provider of providers) {
      const subscription = await provider.findSubscription(userId, id);
      if (subscription) return subscription;
    }
    throw notFound();
  }

  /** Only the plans of the catalog are accepted. */
  async function preparePlanChange(userId: string, id: string, priceId: string) {
    const row = await findCustomerSubscription(database.db, userId, id);
    if (!row) throw notFound();
    if (!billing.paddle) throw billingDisabled();
    const plan = findPlanPrice(plans, priceId);
    if (!plan) throw notForSale();
    return { row, plan, gateway: billing.paddle.gateway };
  }
}

import {
  changePlan as changeEndpoint,
  previewPlanChange as previewEndpoint,
} from '#contract/billing/plan-change.ts';
import type { Dependencies } from '#server/dependencies.ts';
import { billingDisabled, notForSale } from '#server/domains/billing/billing.errors.ts';
import { findCustomerSubscription } from '#server/domains/billing/billing.queries.ts';
import { findPlanPrice, listPlans } from '#server/domains/billing/checkout/plan-catalog.ts';
import { presentSubscription } from '#server/domains/billing/subscriptions/present-subscription.ts';
import type { Handle } from '#server/http/endpoints.ts';
import { notFound } from '#server/platform/http-error.ts';
import { changePlan } from './change-plan.ts';
import { previewPlanChange } from './preview-plan-change.ts';

/** Previews and makes changes of the signed-in customer's plan. Only the plans of the catalog are accepted. */
export function planChangeRoutes(
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
  const plans = listPlans(config);

  handle(previewEndpoint, async ({ caller: { userId }, params, query: { price_id: priceId } }) => {
    await rateLimits.count('planPreviewAccount', userId);
    const { row, plan, gateway } = await prepare(userId, params.id, priceId);
    return { preview: await previewPlanChange({ gateway, clock }, row, { priceId, plan }) };
  });

  handle(changeEndpoint, async ({ caller: { userId }, params, body: { price_id: priceId, basis } }) => {
    await rateLimits.count('subscriptionActionAccount', userId);
    const { row, gateway } = await prepare(userId, params.id, priceId);
    const parts = { database, clock, logger, tokenSecrets, gateway };
    return { subscription: presentSubscription(await changePlan(parts, row, { priceId, basis })) };
  });

  async function prepare(userId: string, id: string, priceId: string) {
    const row = await findCustomerSubscription(database.db, userId, id);
    if (!row) throw notFound();
    if (!billing.paddle) throw billingDisabled();
    const plan = findPlanPrice(plans, priceId);
    if (!plan) throw notForSale();
    return { row, plan, gateway: billing.paddle.gateway };
  }
}

import type { Handle } from '#core/server/http/endpoints.ts';
import type { Dependencies, RouteDependencies } from '#dependencies.ts';
import { getCustomerEmail } from '#features/accounts/server/accounts.ts';
import { readPaddleProductData, startCheckout as startEndpoint } from '#features/billing/contract/pricing.ts';
import { adminCustomersRoutes } from './admin/customers.admin.routes.ts';
import { adminProblemsRoutes } from './admin/problems.admin.routes.ts';
import { adminRevenueRoutes } from './admin/revenue.admin.routes.ts';
import { ordersRoutes } from './bank-transfer/orders.routes.ts';
import { adminTransfersRoutes } from './bank-transfer/transfers.admin.routes.ts';
import { notForSale } from './billing.errors.ts';
import { chartToolsRoutes } from './chart-tools/chart-tools.routes.ts';
import { createBankTransferCheck } from './checkout/bank-transfer-check.ts';
import { startCheckout } from './checkout/checkout.ts';
import { findPlanPrice, getPlanCatalog, listPlans } from './checkout/plan-catalog.ts';
import { createPlansCheck } from './checkout/plans-check.ts';
import { subscriptionsRoutes } from './subscriptions/subscriptions.routes.ts';
import { webhookRoutes } from './webhooks/webhook.routes.ts';

export async function registerBilling(dependencies: RouteDependencies): Promise<void> {
  const { api, handle, config, clock, checks } = dependencies;
  checks.register(
    createPlansCheck(config, clock, dependencies.billing.paddle),
    createBankTransferCheck(config),
  );
  pricingRoutes(handle, dependencies);
  subscriptionsRoutes(handle, dependencies);
  chartToolsRoutes(dependencies);
  adminCustomersRoutes(handle, dependencies);
  adminProblemsRoutes(handle, dependencies);
  adminRevenueRoutes(handle, dependencies);
  ordersRoutes(dependencies);
  adminTransfersRoutes(dependencies);
  await webhookRoutes(api, dependencies);
}

/** Returns the plan catalog and prepares checkouts. */
function pricingRoutes(
  handle: Handle,
  {
    config,
    database,
    clock,
    tokenSecrets,
  }: Pick<Dependencies, 'config' | 'database' | 'clock' | 'tokenSecrets'>,
): void {
  const plans = listPlans(config);

  handle(readPaddleProductData, () => getPlanCatalog(config));

  handle(startEndpoint, async ({ caller: { userId }, body: { price_id: priceId } }) => {
    if (!findPlanPrice(plans, priceId)) throw notForSale();
    const email = await getCustomerEmail(database.db, userId);
    const signing = { tokenSecrets, now: clock.now() };
    const customData = await startCheckout(database.db, { userId, priceId }, signing);
    return { custom_data: customData, customer_email: email };
  });
}

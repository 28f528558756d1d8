import type { RouteDependencies } from '#server/dependencies.ts';
import { adminCustomersRoutes } from './admin/customers.admin.routes.ts';
import { adminProblemsRoutes } from './admin/problems.admin.routes.ts';
import { chartToolsRoutes } from './chart-tools/chart-tools.routes.ts';
import { pricingRoutes } from './checkout/pricing.routes.ts';
import { subscriptionsRoutes } from './subscriptions/subscriptions.routes.ts';
import { webhookRoutes } from './webhooks/webhook.routes.ts';

export async function registerBilling(dependencies: RouteDependencies): Promise<void> {
  const { api, handle } = dependencies;
  pricingRoutes(handle, dependencies);
  subscriptionsRoutes(handle, dependencies);
  chartToolsRoutes(dependencies);
  adminCustomersRoutes(handle, dependencies);
  adminProblemsRoutes(handle, dependencies);
  await webhookRoutes(api, dependencies);
}

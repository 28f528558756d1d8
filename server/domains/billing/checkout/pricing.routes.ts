import { readPaddleProductData, startCheckout as startEndpoint } from '#contract/billing/pricing.ts';
import type { Dependencies } from '#server/dependencies.ts';
import { getCustomerEmail } from '#server/domains/accounts/accounts.ts';
import { notForSale } from '#server/domains/billing/billing.errors.ts';
import type { Handle } from '#server/http/endpoints.ts';
import { startCheckout } from './checkout.ts';
import { findPlanPrice, getPlanCatalog, listPlans } from './plan-catalog.ts';

/** Returns the plan catalog and prepares checkouts. */
export function pricingRoutes(
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

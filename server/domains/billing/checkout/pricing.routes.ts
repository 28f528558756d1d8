import { readPaddleProductData, startCheckout as startEndpoint } from '#contract/billing/pricing.ts';
import type { Dependencies } from '#server/dependencies.ts';
import { getCustomerEmail } from '#server/domains/accounts/accounts.ts';
import type { Handle } from '#server/http/endpoints.ts';
import { HttpError } from '#server/platform/http-error.ts';
import { getPlanCatalog, listPlans } from './plan-catalog.ts';
import { startCheckout } from './start-checkout.ts';

/** Also rejects prices that are no longer sold; reloading the page fetches the current plans. */
const notForSale = () =>
  new HttpError({
    status: 400,
    code: 'not_for_sale',
    body: { price_id: ['This price is not for sale. Please reload the page.'] },
  });

/** Returns the plan catalog and prepares checkouts. */
export function pricingRoutes(
  handle: Handle,
  {
    config,
    database,
    clock,
    tokenSecret,
  }: Pick<Dependencies, 'config' | 'database' | 'clock' | 'tokenSecret'>,
): void {
  const prices = new Set(
    listPlans(config).flatMap(({ monthlyPriceId, yearlyPriceId }) => [monthlyPriceId, yearlyPriceId]),
  );

  handle(readPaddleProductData, () => getPlanCatalog(config));

  handle(startEndpoint, async ({ caller: { userId }, body: { price_id: priceId } }) => {
    if (!prices.has(priceId)) throw notForSale();
    const email = await getCustomerEmail(database.db, userId);
    const signing = { tokenSecret, now: clock.now() };
    const customData = await startCheckout(database.db, { userId, priceId }, signing);
    return { custom_data: customData, customer_email: email };
  });
}

import { DEMO_PLANS } from '#server/domains/billing/billing.ts';

/** The demo's plans as Paddle products and prices. */
export const demoCatalog = DEMO_PLANS.map(
  ({ productId, displayName, monthlyPriceId, monthlyAmount, yearlyPriceId, yearlyAmount }) => ({
    id: productId,
    name: displayName,
    prices: [
      toPrice(monthlyPriceId, 'Monthly', 'month', monthlyAmount),
      toPrice(yearlyPriceId, 'Yearly', 'year', yearlyAmount),
    ],
  }),
);

function toPrice(id: `pri_${string}`, name: string, interval: 'month' | 'year', amount: string) {
  return { id, name, interval, amount, currency: 'USD' as const };
}

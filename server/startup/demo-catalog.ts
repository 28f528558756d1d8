import { DEMO_PLANS } from '#server/domains/billing/billing.ts';

/** The demo's plans as products and prices of Paddle's. */
export const demoCatalog = DEMO_PLANS.map(
  ({ productId, displayName, monthlyPriceId, monthlyAmount, yearlyPriceId, yearlyAmount }) => ({
    id: productId,
    name: displayName,
    prices: [
      price(monthlyPriceId, 'Monthly', 'month', monthlyAmount),
      price(yearlyPriceId, 'Yearly', 'year', yearlyAmount),
    ],
  }),
);

function price(id: `pri_${string}`, name: string, interval: 'month' | 'year', amount: string) {
  return { id, name, interval, amount, currency: 'USD' as const };
}

import type { BillingInterval, Subscription } from '#contract/billing/subscriptions.ts';

type Price = Pick<Subscription['product'], 'price' | 'currency'>;

export const INTERVAL_NAMES: Record<BillingInterval, string> = { month: 'Monthly', year: 'Yearly' };

/** `$1,200.00`; of other currencies than the US dollar the code: `PKR 8,400.00`. */
export function formatPrice({ price, currency }: Price): string {
  // The figures come as they are to be shown, but for the commas.
  const figures = price.replace(/\B(?<!\.\d*)(?=(\d{3})+(?!\d))/g, ',');
  return currency === 'USD' ? `$${figures}` : `${currency} ${figures}`;
}

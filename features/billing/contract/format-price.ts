import type { BillingInterval } from './subscriptions.ts';

interface Price {
  /** In the currency's major unit, for example `30.00`. */
  price: string;
  currency: string;
}

export const INTERVAL_NAMES: Record<BillingInterval, string> = { month: 'Monthly', year: 'Yearly' };

/** Formats a price as `$1,200.00`, or with the currency code if it is not in US dollars: `PKR 8,400.00`. */
export function formatPrice({ price, currency }: Price): string {
  // The API formats the decimals; only the commas are missing.
  const figures = price.replace(/\B(?<!\.\d*)(?=(\d{3})+(?!\d))/g, ',');
  return currency === 'USD' ? `$${figures}` : `${currency} ${figures}`;
}

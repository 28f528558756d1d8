/** A price in rupees: a decimal string with exactly two decimals, for example `'1234.50'`. Never a float. */
export type Price = string;

/** The difference that rounding can make, in paisa: the exchange rounds previous closes, and we factors. */
export const TICK = 1;

/** Converts a price to paisa: `'1234.50'` → 123450. With at most 12 digits, every result is a safe integer. */
export function toPaisa(price: Price): number {
  if (price.at(-3) === '.') return Math.round(Number(price) * 100);
  const [whole = '0', decimals = ''] = price.split('.');
  return Number(whole) * 100 + Number(decimals.padEnd(2, '0').slice(0, 2));
}

/** Converts paisa to a price: 123450 → `'1234.50'`. */
export function toPrice(paisa: number): Price {
  const digits = String(paisa).padStart(3, '0');
  return `${digits.slice(0, -2)}.${digits.slice(-2)}`;
}

/** Formats a price with `Rs. ` and two decimals: `'1234.5'` → `'Rs. 1234.50'`. */
export function formatRupees(price: Price): string {
  const [whole = '0', decimals = ''] = price.split('.');
  return `Rs. ${whole}.${decimals.padEnd(2, '0')}`;
}

/** Formats the difference between two prices in percent of the first one: `+5.10%`. */
export function formatChange(from: Price, to: Price): string {
  const percent = ((toPaisa(to) - toPaisa(from)) / toPaisa(from)) * 100;
  const sign = percent > 0 ? '+' : percent < 0 ? '−' : '';
  return `${sign}${Math.abs(percent).toFixed(2)}%`;
}

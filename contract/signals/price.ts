/** A price in rupees: a decimal string with exactly two decimals, for example `'1234.50'`. Never a float. */
export type Price = string;

/** The price in paisa, exactly: `'1234.50'` → 123450. Prices have at most 12 digits, so every result is a safe integer. */
export function toPaisa(price: Price): number {
  const [whole = '0', decimals = ''] = price.split('.');
  return Number(whole) * 100 + Number(decimals.padEnd(2, '0').slice(0, 2));
}

/** `'1234.5'` → `'Rs. 1234.50'` (spec §2: 'Rs. ' with two decimals). */
export function formatRupees(price: Price): string {
  const [whole = '0', decimals = ''] = price.split('.');
  return `Rs. ${whole}.${decimals.padEnd(2, '0')}`;
}

import type Big from 'big.js';

/** Formats an amount exactly, with at least two decimals: `25.00`, `1.75`, `2.3855376`. */
export function formatRupees(amount: Big): string {
  const exact = amount.toFixed();
  const decimals = exact.split('.')[1]?.length ?? 0;
  return decimals < 2 ? amount.toFixed(2) : exact;
}

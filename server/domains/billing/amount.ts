/**
 * An amount in a currency's smallest unit, as Paddle counts, in the currency's own units: `30.00` for 3000 cents, `4500`
 * for 4500 yen.
 */
export function amountInUnits(smallest: string, currency: string): string {
  const digits = fractionDigits(currency);
  if (digits === 0) return smallest;
  const [, sign = '', number = ''] = /^(-?)(\d+)$/.exec(smallest) ?? [];
  const padded = number.padStart(digits + 1, '0');
  return `${sign}${padded.slice(0, -digits)}.${padded.slice(-digits)}`;
}

/** Not all have hundredths: yen have none, dinars of Kuwait have thousandths. */
function fractionDigits(currency: string): number {
  const { maximumFractionDigits } = new Intl.NumberFormat('en', {
    style: 'currency',
    currency,
  }).resolvedOptions();
  return maximumFractionDigits ?? 2;
}

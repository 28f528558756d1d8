/** Converts an amount from a currency's smallest unit to its major unit: 3000 cents to `30.00`, 4500 yen to `4500`. */
export function toMajorUnits(amount: string, currency: string): string {
  const digits = FRACTION_DIGITS[currency] ?? 2;
  if (digits === 0) return amount;
  const [, sign = '', number = ''] = /^(-?)(\d+)$/.exec(amount) ?? [];
  const padded = number.padStart(digits + 1, '0');
  return `${sign}${padded.slice(0, -digits)}.${padded.slice(-digits)}`;
}

/**
 * The ISO 4217 fraction digits, which Paddle uses. `Intl` returns the digits usual in cash, which are fewer for some
 * currencies.
 */
const FRACTION_DIGITS: Record<string, number> = Object.fromEntries([
  ...toDigitsByCode('BIF CLP DJF GNF ISK JPY KMF KRW PYG RWF UGX VND VUV XAF XOF XPF', 0),
  ...toDigitsByCode('BHD IQD JOD KWD LYD OMR TND', 3),
]);

function toDigitsByCode(list: string, digits: number): [string, number][] {
  return list.split(' ').map((code) => [code, digits]);
}

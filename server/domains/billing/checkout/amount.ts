/**
 * An amount in a currency's smallest unit, as Paddle counts, in the currency's own units: `30.00` for 3000 cents, `4500`
 * for 4500 yen.
 */
export function toMajorUnits(smallest: string, currency: string): string {
  const digits = FRACTION_DIGITS[currency] ?? 2;
  if (digits === 0) return smallest;
  const [, sign = '', number = ''] = /^(-?)(\d+)$/.exec(smallest) ?? [];
  const padded = number.padStart(digits + 1, '0');
  return `${sign}${padded.slice(0, -digits)}.${padded.slice(-digits)}`;
}

/** By ISO 4217, as Paddle counts; `Intl` says how many are usual in cash, which is fewer for some. */
const FRACTION_DIGITS: Record<string, number> = Object.fromEntries([
  ...codes('BIF CLP DJF GNF ISK JPY KMF KRW PYG RWF UGX VND VUV XAF XOF XPF', 0),
  ...codes('BHD IQD JOD KWD LYD OMR TND', 3),
]);

function codes(list: string, digits: number): [string, number][] {
  return list.split(' ').map((code) => [code, digits]);
}

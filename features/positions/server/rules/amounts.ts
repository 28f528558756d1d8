/** Whole paisa: exact up to Rs. 90 trillion. */
export type Paisa = number;

/** A positive fraction in lowest terms. */
export interface Ratio {
  numerator: number;
  denominator: number;
}

/** Converts a decimal such as `23.855376` to a fraction; `scale` divides it further: 100 for a percentage. */
export function parseRatio(decimal: string, scale = 1): Ratio {
  const [whole = '0', digits = ''] = decimal.split('.');
  return toRatio(Number(whole + digits), 10 ** digits.length * scale);
}

export function toRatio(numerator: number, denominator: number): Ratio {
  const divisor = findDivisor(numerator, denominator);
  return { numerator: numerator / divisor, denominator: denominator / divisor };
}

function findDivisor(a: number, b: number): number {
  return b === 0 ? a : findDivisor(b, a % b);
}

export const addOne = ({ numerator, denominator }: Ratio): Ratio => ({
  numerator: numerator + denominator,
  denominator,
});

/** Divides one decimal by another: `parseQuotient('1', '4.29')` is 100/429. */
export function parseQuotient(dividend: string, divisor: string): Ratio {
  const [a, b] = [parseRatio(dividend), parseRatio(divisor)];
  return toRatio(a.numerator * b.denominator, a.denominator * b.numerator);
}

/** Multiplies by a fraction and rounds down. */
export function multiplyDown(value: number, { numerator, denominator }: Ratio): number {
  const product = value * numerator;
  // The quotient of safe integers has no rounding error that reaches the next integer.
  if (Number.isSafeInteger(product)) return Math.floor(product / denominator);
  return Number((BigInt(value) * BigInt(numerator)) / BigInt(denominator));
}

/** Multiplies by a fraction and rounds half away from zero. */
export function multiply(value: number, { numerator, denominator }: Ratio): number {
  const product = Math.abs(value) * numerator;
  const doubled = 2 * product + denominator;
  const rounded = Number.isSafeInteger(doubled)
    ? Math.floor(doubled / (2 * denominator))
    : Number(
        (2n * BigInt(Math.abs(value)) * BigInt(numerator) + BigInt(denominator)) / (2n * BigInt(denominator)),
      );
  return value < 0 ? -rounded : rounded;
}

/** Returns the part of an amount that belongs to some of its shares, rounded half away from zero. */
export const prorate = (amount: Paisa, part: number, whole: number): Paisa =>
  part === whole ? amount : multiply(amount, { numerator: part, denominator: whole });

/** Converts rupees with up to two decimals to paisa. */
export function toPaisa(rupees: string): Paisa {
  const [whole = '0', digits = ''] = rupees.split('.');
  return Number(whole + digits.slice(0, 2).padEnd(2, '0'));
}

/** Multiplies shares by a price of any number of decimals. */
export const toAmount = (shares: number, price: string): Paisa => multiply(shares * 100, parseRatio(price));

/** Formats paisa as rupees with two decimals: `-1234.50`. */
export function formatAmount(paisa: Paisa): string {
  const digits = String(Math.abs(paisa)).padStart(3, '0');
  return `${paisa < 0 ? '-' : ''}${digits.slice(0, -2)}.${digits.slice(-2)}`;
}

export const formatOptional = (paisa: Paisa | null): string | null =>
  paisa === null ? null : formatAmount(paisa);

const FRACTION_DECIMALS = 6;

/** Formats a return: `0.125000` is 12.5 %. */
export function formatFraction(fraction: number | null): string | null {
  if (fraction === null || !Number.isFinite(fraction)) return null;
  const text = fraction.toFixed(FRACTION_DECIMALS);
  return Number(text) === 0 ? (0).toFixed(FRACTION_DECIMALS) : text;
}

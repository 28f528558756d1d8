/** A numerator and a denominator. */
export type Fraction = [numerator: bigint, denominator: bigint];

export function parseFraction(text: string): Fraction {
  const [whole = '0', decimals = ''] = text.split('.');
  return [BigInt(whole + decimals), 10n ** BigInt(decimals.length)];
}

export const add = ([a, b]: Fraction, [c, d]: Fraction): Fraction =>
  b === d ? [a + c, b] : [a * d + c * b, b * d];
export const subtract = ([a, b]: Fraction, [c, d]: Fraction): Fraction =>
  b === d ? [a - c, b] : [a * d - c * b, b * d];
export const divide = ([a, b]: Fraction, [c, d]: Fraction): Fraction => [a * d, b * c];

/** Returns a number below, at or above zero. Denominators are positive. */
export const compare = ([a, b]: Fraction, [c, d]: Fraction): number =>
  Number(a * d > c * b) - Number(a * d < c * b);

/** Multiplies paisa and rounds half up, at least to one. */
export function multiply(price: number, factor: string): number {
  const [numerator, denominator] = parseFraction(factor);
  const rounded = (2n * BigInt(price) * numerator + denominator) / (2n * denominator);
  return rounded < 1n ? 1 : Number(rounded);
}

/** Rounds half away from zero. */
export function round([a, b]: Fraction, decimals: number): string {
  const isNegative = a < 0n !== b < 0n && a !== 0n;
  const [numerator, denominator] = [a < 0n ? -a : a, b < 0n ? -b : b];
  const scale = 10n ** BigInt(decimals);
  const units = (2n * numerator * scale + denominator) / (2n * denominator);
  const digits = units.toString().padStart(decimals + 1, '0');
  const text = `${digits.slice(0, -decimals)}.${digits.slice(-decimals)}`;
  return isNegative && units > 0n ? `-${text}` : text;
}

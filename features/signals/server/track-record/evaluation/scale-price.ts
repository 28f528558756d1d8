import Big from 'big.js';
import type { LocalDate } from '#core/contract/dates.ts';
import type { EvaluatedAdjustment } from './evaluation.ts';

/** Multiplies a price by the factor of an adjustment and rounds half up to paisa, at least to one. */
export const scalePrice = (price: number, factor: string): number =>
  Math.max(1, Number(new Big(factor).times(price).round(0, Big.roundHalfUp)));

/** Brings a price into the prices of a later date. */
export function bringForward(
  price: number,
  adjustments: readonly EvaluatedAdjustment[],
  { after, until }: { after: LocalDate; until: LocalDate },
): number {
  let scaled = price;
  for (const { exDate, factor } of adjustments) {
    if (exDate > after && exDate <= until) scaled = scalePrice(scaled, factor);
  }
  return scaled;
}

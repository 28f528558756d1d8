import type { LocalDate } from '#core/contract/dates.ts';
import { type Price, toPaisa, toPrice } from './price.ts';

/** The lowest and the highest price at which the exchange accepts orders on a trading day. */
export interface PriceLimits {
  lower: Price;
  upper: Price;
}

/** The limits are at least Re 1 away from the last close. */
const MIN_DISTANCE_PAISA = 100;
/** Since this date the limit is 10 %, before it was 7.5 %. */
const WIDER_LIMITS_SINCE = '2024-07-22';

/**
 * Calculates the price limits of a trading day from the close before it: 10 % or Re 1 of it, whichever is higher, rounded half up
 * to the paisa. The lower limit is at least one paisa.
 */
export function calculatePriceLimits(close: Price, date: LocalDate): PriceLimits {
  const { lower, upper } = calculatePaisaLimits(toPaisa(close), date);
  return { lower: toPrice(lower), upper: toPrice(upper) };
}

/** `calculatePriceLimits` with all prices in paisa. */
export function calculatePaisaLimits(close: number, date: LocalDate): { lower: number; upper: number } {
  const perMille = date >= WIDER_LIMITS_SINCE ? 100 : 75;
  return {
    lower: Math.max(1, Math.min(roundPerMille(close * (1000 - perMille)), close - MIN_DISTANCE_PAISA)),
    upper: Math.max(roundPerMille(close * (1000 + perMille)), close + MIN_DISTANCE_PAISA),
  };
}

/** Divides by 1,000 and rounds half up. With at most 12 digits of paisa, all numbers are safe integers. */
const roundPerMille = (amount: number) => Math.floor((amount + 500) / 1000);

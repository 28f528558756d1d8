import { type Price, toPaisa, toPrice } from './price.ts';

/** The lowest and the highest price at which the exchange accepts orders on a trading day. */
export interface PriceLimits {
  lower: Price;
  upper: Price;
}

/** The limits are at least Re 1 away from the last close. */
const MIN_DISTANCE_PAISA = 100;

/**
 * Calculates the price limits of the trading day after a close: 10 % or Re 1 of it, whichever is higher, rounded half up to the
 * paisa. The lower limit is at least one paisa.
 */
export function calculatePriceLimits(close: Price): PriceLimits {
  const paisa = toPaisa(close);
  if (paisa <= MIN_DISTANCE_PAISA * 10) {
    const lower = Math.max(paisa - MIN_DISTANCE_PAISA, 1);
    return { lower: toPrice(lower), upper: toPrice(paisa + MIN_DISTANCE_PAISA) };
  }
  return { lower: toPrice(roundTenths(paisa * 9)), upper: toPrice(roundTenths(paisa * 11)) };
}

/** Divides by ten and rounds half up, in whole numbers. */
const roundTenths = (tenths: number) => Math.floor((tenths + 5) / 10);

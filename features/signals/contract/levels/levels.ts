import { type Price, toPaisa } from './price.ts';

export type OrderType = 'buy' | 'sell';

/** The price levels of a signal. Targets are in the order in which the price would reach them. */
export interface Levels {
  order_type: OrderType;
  entry_price: Price;
  stop_loss: Price;
  target_points: readonly Price[];
}

/** Returns the gain at `price` in paisa; negative for a loss. */
export function calculateGain(levels: Pick<Levels, 'order_type' | 'entry_price'>, price: Price): number {
  const distance = toPaisa(price) - toPaisa(levels.entry_price);
  return levels.order_type === 'buy' ? distance : -distance;
}

/** A distance is near if it is at most one of so many parts of the published risk. */
const PARTS_OF_RISK = 4;

/** Returns whether a distance in paisa is near for a signal with the published levels. */
export const isNear = (published: Pick<Levels, 'entry_price' | 'stop_loss'>, distance: number): boolean =>
  Math.abs(distance) * PARTS_OF_RISK <=
  Math.abs(toPaisa(published.entry_price) - toPaisa(published.stop_loss));

/**
 * Returns the reward-to-risk ratio at `target`, for example 2.5. Returns `null` if nothing is at risk because
 * the stop is at the entry price or past it.
 */
export function calculateRewardToRisk(levels: Levels, target: Price): number | null {
  const risk = -calculateGain(levels, levels.stop_loss);
  return risk > 0 ? calculateGain(levels, target) / risk : null;
}

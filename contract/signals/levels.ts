import type { FieldErrors } from '#contract/field-errors.ts';
import { formatRupees, type Price, toPaisa } from './price.ts';

export type OrderType = 'buy' | 'sell';

/** The prices of one signal: where to enter, where to give up, and the targets in the order they would be reached. */
export interface Levels {
  order_type: OrderType;
  entry_price: Price;
  stop_loss: Price;
  target_points: readonly Price[];
}

/**
 * What is wrong with a signal's levels, by field; an empty object when nothing is.
 *
 * The stop lies on the losing side of the entry and the targets on the winning side, each further than the one before.
 * `published` is the signal as it stands when this is an edit: then the stop may have moved past the entry toward
 * profit (a trailing stop), short of the last target, as long as entry and order type stay as they were published.
 */
export function validateLevels(levels: Levels, published?: Levels): FieldErrors {
  const errors: FieldErrors = {};
  const stop = validateStopLoss(levels, published);
  if (stop) errors.stop_loss = [stop];
  const target = validateTargets(levels);
  if (target) errors.target_points = [target];
  return errors;
}

function validateStopLoss(levels: Levels, published: Levels | undefined): string | null {
  const { order_type, entry_price } = levels;
  if (calculateGain(levels, levels.stop_loss) < 0) return null;
  if (published && isTrailed(levels, published)) {
    const last = levels.target_points.at(-1);
    if (last === undefined || calculateGain(levels, levels.stop_loss) < calculateGain(levels, last))
      return null;
    return `Stop loss must stay ${order_type === 'buy' ? 'below' : 'above'} the last target (${formatRupees(last)}).`;
  }
  const side = order_type === 'buy' ? 'below' : 'above';
  const rule = `Stop loss must be ${side} the entry price (${formatRupees(entry_price)}) for a ${order_type} order`;
  const wasTrailed = published !== undefined && calculateGain(published, published.stop_loss) >= 0;
  return wasTrailed
    ? `${rule}, or move on toward profit from ${formatRupees(published.stop_loss)}.`
    : `${rule}.`;
}

function isTrailed(levels: Levels, published: Levels): boolean {
  return (
    levels.order_type === published.order_type &&
    toPaisa(levels.entry_price) === toPaisa(published.entry_price) &&
    calculateGain(levels, levels.stop_loss) >= calculateGain(levels, published.stop_loss)
  );
}

function validateTargets(levels: Levels): string | null {
  const side = levels.order_type === 'buy' ? 'above' : 'below';
  let previous = { name: 'the entry price', price: levels.entry_price };
  for (const [index, price] of levels.target_points.entries()) {
    const name = `TP${index + 1}`;
    if (calculateGain(levels, price) <= calculateGain(levels, previous.price)) {
      return `${name} must be ${side} ${previous.name} (${formatRupees(previous.price)}) for a ${levels.order_type} order.`;
    }
    previous = { name, price };
  }
  return null;
}

/** How far `price` lies from the entry toward profit, in paisa; negative on the losing side. */
export function calculateGain(levels: Pick<Levels, 'order_type' | 'entry_price'>, price: Price): number {
  const distance = toPaisa(price) - toPaisa(levels.entry_price);
  return levels.order_type === 'buy' ? distance : -distance;
}

/**
 * What the trade could win up to `target` for each rupee at risk, for example 2.5; `null` when nothing is at risk any
 * more because the stop has moved to the entry or past it.
 */
export function calculateRewardToRisk(levels: Levels, target: Price): number | null {
  const risk = -calculateGain(levels, levels.stop_loss);
  return risk > 0 ? calculateGain(levels, target) / risk : null;
}

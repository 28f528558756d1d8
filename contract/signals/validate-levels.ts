import type { FieldErrors } from '#contract/field-errors.ts';
import { calculateGain, type Levels } from './levels.ts';
import { formatRupees, toPaisa } from './price.ts';

/**
 * Validates a signal's levels and returns the errors by field, or an empty object.
 *
 * The stop loss is on the losing side of the entry price. The targets are on the winning side, each further
 * than the one before. For an edit, `published` is the current signal: the stop may then trail past the entry
 * toward profit, up to the last target, as long as the entry price and the order type do not change.
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
    ? `${rule}, or move further toward profit from ${formatRupees(published.stop_loss)}.`
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

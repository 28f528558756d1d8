import type { FieldErrors } from '#core/contract/api/field-errors.ts';
import { calculateGain, type Levels } from './levels.ts';
import { formatRupees, toPaisa } from './price.ts';

/**
 * Validates the levels of a new signal and returns the errors by field, or an empty object.
 *
 * The stop loss is on the losing side of the entry price. The targets are on the winning side, each further than the one before.
 */
export function validateLevels(levels: Levels): FieldErrors {
  const errors: FieldErrors = {};
  const { order_type, entry_price, stop_loss } = levels;
  if (calculateGain(levels, stop_loss) >= 0) {
    const side = order_type === 'buy' ? 'below' : 'above';
    errors.stop_loss = [
      `Stop loss must be ${side} the entry price (${formatRupees(entry_price)}) for a ${order_type} order.`,
    ];
  }
  const target = findWrongTarget(levels);
  if (target) errors.target_points = [target.message];
  return errors;
}

/** Returns the first target that is not further than the one before, or `null`. */
export function findWrongTarget(levels: Levels): { index: number; message: string } | null {
  const side = levels.order_type === 'buy' ? 'above' : 'below';
  let previous = { name: 'the entry price', price: levels.entry_price };
  for (const [index, price] of levels.target_points.entries()) {
    const name = `TP${index + 1}`;
    if (calculateGain(levels, price) <= calculateGain(levels, previous.price)) {
      const limit = `${previous.name} (${formatRupees(previous.price)})`;
      return { index, message: `${name} must be ${side} ${limit} for a ${levels.order_type} order.` };
    }
    previous = { name, price };
  }
  return null;
}

/** What a change of a published signal is validated against. */
export interface PublishedLevels extends Levels {
  symbol: string;
  call_status: 'in_progress' | 'closed';
}

/**
 * Validates a change of a published signal. Only the stop loss may change: toward profit, short of the last target, while the
 * signal is in progress.
 */
export function validateLevelChange(edited: PublishedLevels, current: PublishedLevels): FieldErrors {
  const errors: FieldErrors = {};
  const reject = (field: string, name: string) => {
    errors[field] = [
      `The ${name} of a published signal cannot change. Void and republish the signal instead.`,
    ];
  };
  if (edited.symbol !== current.symbol) reject('symbol', 'stock');
  if (edited.order_type !== current.order_type) reject('order_type', 'order type');
  if (toPaisa(edited.entry_price) !== toPaisa(current.entry_price)) reject('entry_price', 'entry price');
  if (String(edited.target_points.map(toPaisa)) !== String(current.target_points.map(toPaisa)))
    reject('target_points', 'targets');
  if (toPaisa(edited.stop_loss) !== toPaisa(current.stop_loss)) {
    const message = validateStopMove(edited, current);
    if (message) errors.stop_loss = [message];
  }
  return errors;
}

function validateStopMove(edited: PublishedLevels, current: PublishedLevels): string | null {
  if (edited.call_status === 'closed') return 'The stop loss of a closed signal cannot move.';
  const [side, limitSide] = current.order_type === 'buy' ? ['above', 'below'] : ['below', 'above'];
  const gain = calculateGain(current, edited.stop_loss);
  if (gain <= calculateGain(current, current.stop_loss))
    return `Stop loss can only move toward profit: ${side} ${formatRupees(current.stop_loss)}.`;
  const last = current.target_points.at(-1);
  if (last !== undefined && gain >= calculateGain(current, last))
    return `Stop loss must stay ${limitSide} the last target (${formatRupees(last)}).`;
  return null;
}

import { toPaisa } from '#contract/signals/price.ts';
import type { Values } from '#server/domains/imports/imports.ts';

/**
 * Returns the values of a bar as they are stored, and the reason why an administrator must confirm it. A day without trades has no range,
 * and the range of one that contradicts itself decides nothing, so both are close-only.
 */
export function completeBar(values: Values): { values: Values; doubt: string | null } {
  const outside = findOutside(values);
  const isDayWithoutTrades = isUntraded(values);
  if (outside === null && !isDayWithoutTrades) return { values, doubt: null };
  const doubt = isDayWithoutTrades ? null : `${outside} If you confirm the row, only its close is stored.`;
  return { values: { ...values, open: null, high: null, low: null }, doubt };
}

/** Returns a sentence about an open or a close that is outside the high and the low, as the weighted close of a thin share can be. */
function findOutside({ open = null, high = null, low = null, close = null }: Values): string | null {
  if (high === null || low === null || toPaisa(low) > toPaisa(high)) return null;
  for (const [part, price] of [
    ['open', open],
    ['close', close],
  ] as const) {
    if (price === null) continue;
    if (toPaisa(price) > toPaisa(high)) return `The ${part} ${price} is above the high ${high}.`;
    if (toPaisa(price) < toPaisa(low)) return `The ${part} ${price} is below the low ${low}.`;
  }
  return null;
}

/**
 * The exchange repeats the previous close of a share without trades, or with too few to make a close. The other prices of such a row are
 * zeros or those of an earlier day. With a volume, a close outside the range can also be a mistake.
 */
function isUntraded(values: Values): boolean {
  const { volume = null, close, previousClose } = values;
  if (close === null || close !== previousClose) return false;
  return volume === '0' || (volume === null && findOutside(values) !== null);
}

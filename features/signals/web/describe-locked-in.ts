import { calculateGain, type Levels } from '#features/signals/contract/levels/levels.ts';
import { toPaisa } from '#features/signals/contract/levels/price.ts';
import type { LevelChange } from '#features/signals/contract/signal.ts';
import { TARGET_FIELD } from './public/price-levels/describe-levels.ts';

/**
 * Describes a stop that has moved to the entry price or past it: `Stop above entry: +0.39 % locked in`. It is true only for
 * those who entered. If the entry, the order or the symbol has changed since publication, the price at which they entered is not
 * known, and no gain is stated. Returns `null` while the trade is at risk.
 */
export function describeLockedIn(levels: Levels, changes: readonly LevelChange[]): string | null {
  const gain = calculateGain(levels, levels.stop_loss);
  if (gain < 0) return null;
  const side = gain === 0 ? 'at' : levels.order_type === 'buy' ? 'above' : 'below';
  return `Stop ${side} entry: ${describeGain(levels, gain, changes)}`;
}

function describeGain(levels: Levels, gain: number, changes: readonly LevelChange[]): string {
  if (changes.some(({ field }) => field !== 'stop_loss' && !field.startsWith(TARGET_FIELD)))
    return 'the result depends on the entry price, which has changed';
  if (gain === 0) return 'no gain or loss locked in';
  const percent = ((gain / toPaisa(levels.entry_price)) * 100).toFixed(2);
  return percent === '0.00' ? 'breakeven, less than 0.01 % locked in' : `+${percent} % locked in`;
}

import { calculateGain, calculateRewardToRisk, type Levels } from '#contract/signals/levels.ts';
import { formatChange, type Price, toPaisa } from '#contract/signals/price.ts';
import type { LevelChange } from '#contract/signals/signal.ts';

/** One price of a signal with its labels. */
export interface Level {
  kind: 'stop' | 'entry' | 'target';
  /** The name in the API's list of changes. */
  field: string;
  /** `Stop loss`, `Entry`, `TP1` … */
  name: string;
  price: Price;
  /** The difference from the entry price, for example `+5.10%`; empty for the entry. */
  change: string;
  /** The result of closing at this price. */
  outcome: 'gain' | 'loss' | 'even';
  /** The reward-to-risk ratio of a target; `null` for other levels and if nothing is at risk. */
  ratio: number | null;
}

export const TARGET_FIELD = 'target_points.';

/** Returns the stop loss, the entry and the targets, in this order. */
export function listLevels(levels: Levels): Level[] {
  const level = (kind: Level['kind'], field: string, name: string, price: Price): Level => ({
    kind,
    field,
    name,
    price,
    change: kind === 'entry' ? '' : formatChange(levels.entry_price, price),
    outcome: toOutcome(calculateGain(levels, price)),
    ratio: kind === 'target' ? calculateRewardToRisk(levels, price) : null,
  });
  return [
    level('stop', 'stop_loss', 'Stop loss', levels.stop_loss),
    level('entry', 'entry_price', 'Entry', levels.entry_price),
    ...levels.target_points.map((price, index) =>
      level('target', `${TARGET_FIELD}${index}`, `TP${index + 1}`, price),
    ),
  ];
}

/** Formats the reward-to-risk ratio of the last target: `2.82 to 1`, or `–` if there is none. */
export function describeRatio(levels: Levels): string {
  const last = levels.target_points.at(-1);
  const ratio = last === undefined ? null : calculateRewardToRisk(levels, last);
  return ratio === null ? '–' : `${ratio.toFixed(2)} to 1`;
}

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

function toOutcome(distance: number): Level['outcome'] {
  if (distance === 0) return 'even';
  return distance > 0 ? 'gain' : 'loss';
}

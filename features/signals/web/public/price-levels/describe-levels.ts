import {
  calculateGain,
  calculateRewardToRisk,
  type Levels,
} from '#features/signals/contract/levels/levels.ts';
import { formatChange, type Price } from '#features/signals/contract/levels/price.ts';

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

/** Describes the reward-to-risk ratio of the last target: `2.82 to 1`, or `–` if there is none. */
export function describeRatio(levels: Levels): string {
  const last = levels.target_points.at(-1);
  const ratio = last && calculateRewardToRisk(levels, last)?.toFixed(2);
  return ratio ? `${ratio} to 1` : '–';
}

function toOutcome(distance: number): Level['outcome'] {
  if (distance === 0) return 'even';
  return distance > 0 ? 'gain' : 'loss';
}

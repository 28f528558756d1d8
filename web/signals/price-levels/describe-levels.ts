import { calculateGain, calculateRewardToRisk, type Levels } from '#contract/signals/levels.ts';
import { formatRupees, type Price, toPaisa } from '#contract/signals/price.ts';

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
 * those who entered. Returns `null` while the trade is at risk.
 */
export function describeLockedIn(levels: Levels): string | null {
  const gain = calculateGain(levels, levels.stop_loss);
  if (gain < 0) return null;
  if (gain === 0) return 'Stop at entry: no gain or loss locked in';
  const percent = (gain / toPaisa(levels.entry_price)) * 100;
  return `Stop ${levels.order_type === 'buy' ? 'above' : 'below'} entry: +${percent.toFixed(2)} % locked in`;
}

/** Describes the levels at publication as text for screen readers, and the current stop if it has moved. */
export function describeLevels(levels: Levels, currentStop: Price = levels.stop_loss): string {
  const parts = listLevels(levels).map(({ name, price, change }) =>
    change === ''
      ? `${name} ${formatRupees(price)}`
      : `${name} ${formatRupees(price)} (${change} from entry)`,
  );
  const order = levels.order_type === 'buy' ? 'Buy' : 'Sell';
  const description = `${order}. ${parts.join(', ')}. Reward to risk: ${describeRatio(levels)}.`;
  if (toPaisa(currentStop) === toPaisa(levels.stop_loss)) return description;
  return `At publication: ${description} Stop loss now ${formatRupees(currentStop)}.`;
}

function toOutcome(distance: number): Level['outcome'] {
  if (distance === 0) return 'even';
  return distance > 0 ? 'gain' : 'loss';
}

function formatChange(from: Price, to: Price): string {
  const percent = ((toPaisa(to) - toPaisa(from)) / toPaisa(from)) * 100;
  const sign = percent > 0 ? '+' : percent < 0 ? '−' : '';
  return `${sign}${Math.abs(percent).toFixed(2)}%`;
}

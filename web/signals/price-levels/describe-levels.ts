import { calculateGain, calculateRewardToRisk, type Levels } from '#contract/signals/levels.ts';
import { formatRupees, type Price, toPaisa } from '#contract/signals/price.ts';

/** One price of a signal with its labels. */
export interface Level {
  kind: 'stop' | 'entry' | 'target';
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

/** Returns the stop loss, the entry and the targets, in this order. */
export function listLevels(levels: Levels): Level[] {
  const level = (kind: Level['kind'], name: string, price: Price): Level => ({
    kind,
    name,
    price,
    change: kind === 'entry' ? '' : formatChange(levels.entry_price, price),
    outcome: toOutcome(calculateGain(levels, price)),
    ratio: kind === 'target' ? calculateRewardToRisk(levels, price) : null,
  });
  return [
    level('stop', 'Stop loss', levels.stop_loss),
    level('entry', 'Entry', levels.entry_price),
    ...levels.target_points.map((price, index) => level('target', `TP${index + 1}`, price)),
  ];
}

/** Formats the reward-to-risk ratio of the last target: `2.82 to 1`, or `no risk left` if the stop is at or past the entry. */
export function describeRatio(levels: Levels): string {
  const last = levels.target_points.at(-1);
  const ratio = last === undefined ? null : calculateRewardToRisk(levels, last);
  return ratio === null ? 'no risk left' : `${ratio.toFixed(2)} to 1`;
}

/** Describes the levels as text for screen readers. */
export function describeLevels(levels: Levels): string {
  const parts = listLevels(levels).map(({ name, price, change }) =>
    change === ''
      ? `${name} ${formatRupees(price)}`
      : `${name} ${formatRupees(price)} (${change} from entry)`,
  );
  const order = levels.order_type === 'buy' ? 'Buy' : 'Sell';
  const isRiskless = calculateGain(levels, levels.stop_loss) >= 0;
  const reason = isRiskless ? ', the stop is at the entry or past it' : '';
  return `${order}. ${parts.join(', ')}. Reward to risk: ${describeRatio(levels)}${reason}.`;
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

import type { LocalDate } from '#contract/dates.ts';
import { calculateGain, type Levels } from '#contract/signals/levels.ts';
import type { PriceStatus } from '#contract/signals/signal-types.ts';
import type { CachedClose } from '#server/domains/prices/prices.ts';

interface PricedSignal {
  levels: Levels;
  /** The trading day of the publication or of the last change of the levels: from its close on, closes count. */
  levelsSince: LocalDate;
  /** In progress and not expired. The outcome of other signals is known. */
  isOpen: boolean;
}

/**
 * Returns what the last close means for a signal, or `null`.
 *
 * - `not_comparable`: the ex-date of a split, bonus or right is after the levels were set.
 * - `stop_passed`: the close is at the stop loss or past it.
 * - `entry_missed`: the close is at the first target or past it, so that the move to it is over.
 *
 * Only for open signals, and never from a close that is older than the levels: that says nothing about the outcome.
 */
export function getPriceStatus(
  { levels, levelsSince, isOpen }: PricedSignal,
  { date, close, adjustedOn }: CachedClose,
): PriceStatus | null {
  if (adjustedOn !== null && adjustedOn > levelsSince) return 'not_comparable';
  if (!isOpen || date < levelsSince) return null;
  const gain = calculateGain(levels, close);
  if (gain <= calculateGain(levels, levels.stop_loss)) return 'stop_passed';
  const [firstTarget] = levels.target_points;
  return firstTarget !== undefined && gain >= calculateGain(levels, firstTarget) ? 'entry_missed' : null;
}

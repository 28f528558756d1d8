import { toPaisa } from '#contract/signals/price.ts';
import type { Level } from './describe-levels.ts';

export interface PlacedLevel extends Level {
  /** Where the price lies on the scale. */
  x: number;
  /** Where its label stands: at `x`, or moved aside from its neighbours. */
  labelX: number;
}

export const WIDTH = 320;
const MARGIN = 18;
const LABEL_GAP = 33;

/** Places levels on a scale of prices that grows to the right, true to scale; only labels are moved apart. */
export function placeLevels(levels: readonly Level[]): PlacedLevel[] {
  const prices = levels.map((level) => toPaisa(level.price));
  const lowest = Math.min(...prices);
  const span = Math.max(...prices) - lowest;
  const placed = levels
    .map((level) => {
      const share = span === 0 ? 0.5 : (toPaisa(level.price) - lowest) / span;
      const x = MARGIN + share * (WIDTH - 2 * MARGIN);
      return { ...level, x, labelX: x };
    })
    .sort((a, b) => a.x - b.x);
  spreadLabels(placed);
  return placed;
}

/** Pushes labels to the right until none touches its neighbour, then back from the right edge. */
function spreadLabels(placed: PlacedLevel[]): void {
  let smallest = MARGIN;
  for (const level of placed) {
    level.labelX = Math.max(level.labelX, smallest);
    smallest = level.labelX + LABEL_GAP;
  }
  let largest = WIDTH - MARGIN;
  for (const level of placed.toReversed()) {
    level.labelX = Math.min(level.labelX, largest);
    largest = level.labelX - LABEL_GAP;
  }
}

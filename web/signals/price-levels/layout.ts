import { type Price, toPaisa } from '#contract/signals/price.ts';
import type { Level } from './describe-levels.ts';

export interface PlacedLevel extends Level {
  /** The position of the price on the scale. */
  x: number;
  /** The position of the label: `x`, or next to it if labels would overlap. */
  labelX: number;
}

export const WIDTH = 320;
const MARGIN = 18;
const LABEL_GAP = 33;
/** The place of a price beyond all levels. */
const EDGE = 5;

/** Positions levels on a linear price scale from left to right. Only overlapping labels are moved apart. */
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

/** Returns the position of another price on the scale of placed levels, within the drawing. */
export function placePrice(placed: readonly PlacedLevel[], price: Price): number {
  const [first, last] = [placed[0], placed.at(-1)];
  if (!first || !last || first.price === last.price) return WIDTH / 2;
  const from = toPaisa(first.price);
  const share = (toPaisa(price) - from) / (toPaisa(last.price) - from);
  const x = first.x + share * (last.x - first.x);
  return Math.min(Math.max(x, EDGE), WIDTH - EDGE);
}

/** Moves labels to the right until none overlap, then back from the right edge. */
function spreadLabels(placed: PlacedLevel[]): void {
  let minX = MARGIN;
  for (const level of placed) {
    level.labelX = Math.max(level.labelX, minX);
    minX = level.labelX + LABEL_GAP;
  }
  let maxX = WIDTH - MARGIN;
  for (const level of placed.toReversed()) {
    level.labelX = Math.min(level.labelX, maxX);
    maxX = level.labelX - LABEL_GAP;
  }
}

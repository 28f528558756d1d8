import { type Price, toPaisa, toPrice } from '#features/signals/contract/levels/price.ts';

/** The width and the height of a sketch, whatever its size on the page. */
export const SKETCH_SIZE = 100;

/**
 * Returns the points of a line through closes, in order, as SVG expects them: the first at the left edge, the last at the right
 * edge, the highest close at the top and the lowest at the bottom.
 */
export function sketchCloses(rows: readonly { close: Price }[]): {
  points: string;
  lowest: Price;
  highest: Price;
} {
  const closes = rows.map(({ close }) => toPaisa(close));
  const [lowest, highest] = [Math.min(...closes), Math.max(...closes)];
  const points = closes.map((close, index) => {
    const x = (index / Math.max(1, closes.length - 1)) * SKETCH_SIZE;
    const share = highest === lowest ? 0.5 : (highest - close) / (highest - lowest);
    return `${round(x)},${round(share * SKETCH_SIZE)}`;
  });
  return { points: points.join(' '), lowest: toPrice(lowest), highest: toPrice(highest) };
}

const round = (coordinate: number) => Math.round(coordinate * 10) / 10;

import { type Price, toPaisa, toPrice } from '#contract/signals/price.ts';
import type { Elements } from '#web/ui/elements.ts';
import {
  describePrices,
  formatPeriod,
  PERIODS,
  type PriceOverview,
  type PriceRow,
} from './summarize-bars.ts';

interface PriceSketchProps {
  symbol: string;
  overview: PriceOverview;
  /** What covers the line. */
  children?: Elements;
}

/** The closes of the range as a line, which needs no scripts. It fills the place of the chart that replaces it, with its legend. */
export function PriceSketch({ symbol, overview, children }: PriceSketchProps) {
  const period = PERIODS[overview.range];
  const rows = overview.rows.toReversed();
  const { points, lowest, highest } = sketchCloses(rows);
  const [first, last] = [rows.at(0), rows.at(-1)];
  return (
    <figure className="flex flex-col">
      <p className="mb-1 flex min-h-10 items-end text-xs text-muted sm:min-h-5" aria-hidden="true">
        {`Closes by ${period}`}
      </p>
      <div className="relative min-h-80 grow overflow-hidden rounded-box border border-line bg-surface sm:min-h-96">
        <div className="absolute inset-x-3 top-14 bottom-12 border-y border-line">
          <svg
            role="img"
            aria-label={describePrices('Closes', symbol, overview.range, rows)}
            viewBox={`0 0 ${SKETCH_SIZE} ${SKETCH_SIZE}`}
            preserveAspectRatio="none"
            className="absolute size-full overflow-visible"
          >
            <polyline
              points={points}
              fill="none"
              vectorEffect="non-scaling-stroke"
              strokeLinejoin="round"
              className="stroke-accent stroke-2"
            />
          </svg>
        </div>
        <div aria-hidden="true" className="figures text-xs text-muted" translate="no">
          <span className="absolute top-8 end-3">{highest}</span>
          <div className="absolute inset-x-3 bottom-2 text-end">
            <span>{lowest}</span>
            <div className="mt-1 flex justify-between">
              {first && <span>{formatPeriod(first, period)}</span>}
              {last && <span>{formatPeriod(last, period)}</span>}
            </div>
          </div>
        </div>
        {children}
      </div>
    </figure>
  );
}

/** The width and the height of a sketch, whatever its size on the page. */
const SKETCH_SIZE = 100;

/**
 * Returns the points of a line through closes, in order, as SVG expects them: the first at the left edge, the last at the right
 * edge, the highest close at the top and the lowest at the bottom.
 */
export function sketchCloses(rows: readonly Pick<PriceRow, 'close'>[]): {
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

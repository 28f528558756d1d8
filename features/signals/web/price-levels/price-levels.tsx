import type { Levels } from '#features/signals/contract/levels/levels.ts';
import { type Price, toPaisa } from '#features/signals/contract/levels/price.ts';
import { describeLevels } from '#features/signals/web/public/price-levels/describe-drawing.ts';
import { type Level, listLevels } from '#features/signals/web/public/price-levels/describe-levels.ts';

const HEIGHT = 46;
const LINE_Y = 13;
const LABEL_Y = 42;

interface PriceLevelsProps {
  /** The levels at publication. */
  levels: Levels;
  /** Drawn as an additional mark if it differs from the stop at publication. */
  currentStop?: Price;
  /** Drawn as a mark above the scale, at its end if it is beyond all levels. The text next to the drawing states it. */
  lastClose?: Price | undefined;
}

/**
 * The prices of a signal on a linear scale, lowest on the left, with risk and reward at publication as lengths. Stop, entry
 * and targets differ by shape and color. Screen readers get a description.
 */
export function PriceLevels({ levels, currentStop = levels.stop_loss, lastClose }: PriceLevelsProps) {
  const placed = placeLevels([...listLevels(levels), ...listMovedStop(levels, currentStop)]);
  const entry = placed.find((level) => level.kind === 'entry');
  // The stop at publication, wherever the current stop is drawn.
  const stop = placed.find(({ kind, name }) => kind === 'stop' && name !== MOVED_STOP);
  const last = placed.filter((level) => level.kind === 'target').at(levels.order_type === 'buy' ? -1 : 0);
  if (!entry || !stop || !last) return null;
  return (
    <svg
      viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
      role="img"
      aria-label={describeLevels(levels, currentStop)}
      className="block h-auto w-full max-w-md"
    >
      <path d={`M0 ${LINE_Y}H${WIDTH}`} className="stroke-line" />
      <Range from={entry.x} to={last.x} className="stroke-gain" />
      <Range from={entry.x} to={stop.x} className="stroke-loss" />
      <path d={placed.map(drawLeader).join('')} className="fill-none stroke-line-strong" />
      {placed.map((level) => (
        <LevelMark key={level.name} level={level} />
      ))}
      {lastClose && (
        <path
          d="M-4 -7h8l-4 7z"
          transform={`translate(${round(placePrice(placed, lastClose))} 7)`}
          className="fill-muted"
        />
      )}
    </svg>
  );
}

const MOVED_STOP = 'Now';

function listMovedStop(levels: Levels, currentStop: Price): Level[] {
  const [stop] = listLevels({ ...levels, stop_loss: currentStop });
  const hasMoved = toPaisa(currentStop) !== toPaisa(levels.stop_loss);
  return stop && hasMoved ? [{ ...stop, name: MOVED_STOP }] : [];
}

function Range({ from, to, className }: { from: number; to: number; className: string }) {
  return <path d={`M${round(from)} ${LINE_Y}H${round(to)}`} strokeWidth="4" className={className} />;
}

/** A line from the mark of a level to its label. */
const drawLeader = ({ x, labelX }: PlacedLevel) =>
  `M${round(x)} ${LINE_Y + 8}L${round(labelX)} ${LABEL_Y - 11}`;

/** A list has hundreds of drawings: more decimals cannot be seen. */
const round = (position: number) => Math.round(position * 10) / 10;

function LevelMark({ level }: { level: PlacedLevel }) {
  const { x, labelX, kind, name, outcome } = level;
  const fill = kind === 'stop' && outcome === 'gain' ? FILLS.target : FILLS[kind];
  return (
    <>
      <path
        d={SHAPES[kind]}
        transform={`translate(${round(x)} ${LINE_Y})`}
        className={`stroke-surface ${fill}`}
      />
      <text x={round(labelX)} y={LABEL_Y} textAnchor="middle" fontSize="11" className={`font-medium ${fill}`}>
        {name === 'Stop loss' ? 'Stop' : name}
      </text>
    </>
  );
}

/** A bar for the stop, a square for the entry, a triangle for a target. */
const SHAPES: Record<Level['kind'], string> = {
  stop: 'M-2.5 -9h5v18h-5z',
  entry: 'M-5.5 -5.5h11v11h-11z',
  target: 'M0 -7.5 7 6H-7z',
};

const FILLS: Record<Level['kind'], string> = { stop: 'fill-loss', entry: 'fill-ink', target: 'fill-gain' };

interface PlacedLevel extends Level {
  /** The position of the price on the scale. */
  x: number;
  /** The position of the label: `x`, or next to it if labels would overlap. */
  labelX: number;
}

const WIDTH = 320;
const MARGIN = 18;
const LABEL_GAP = 33;
/** The place of a price beyond all levels. */
const EDGE = 5;

/** Positions levels on a linear price scale from left to right. Only overlapping labels are moved apart. */
function placeLevels(levels: readonly Level[]): PlacedLevel[] {
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
function placePrice(placed: readonly PlacedLevel[], price: Price): number {
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

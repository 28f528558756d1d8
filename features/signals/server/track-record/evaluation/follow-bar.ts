import type { OrderKind } from './evaluation.ts';

/** Levels and ranges as if every signal were a buy: the prices of a sell have the opposite sign. */
export interface Levels {
  entry: number;
  stop: number;
  targets: readonly number[];
}

export interface Range {
  open: number;
  high: number;
  low: number;
  close: number;
  /** The low of the day, also of a part of it. */
  lowOfDay: number;
}

/**
 * How a bar begins: with the first price of a day or of the orders, at which all orders that it is beyond are filled; after another bar
 * of the same day, when targets and limit entries are filled at their own prices; at any of its prices, if the signal was published
 * while it was formed; or either of the last two, if it is not the first one that may contain the publication.
 */
export type Opening = 'first' | 'continued' | 'anywhere' | 'continued_or_anywhere';

/** The position before and after a bar: pending, ended, or open with the number of targets that were hit. */
export type PositionState = number;
export const PENDING: PositionState = -1;
export const ENDED: PositionState = -2;

export type Happening =
  | { kind: 'fill'; price: number; at: 'entry' | 'open' }
  | { kind: 'target'; price: number; at: 'level' | 'open' }
  | { kind: 'stop'; price: number; at: 'level' | 'open' | 'low' };

/** What may happen within a bar on at least one price path. */
export interface Continuation {
  to: PositionState;
  happenings: readonly Happening[];
}

/** Whether a path has touched the low and the high of the bar, as each path must. */
interface Seen {
  low: boolean;
  high: boolean;
}

/**
 * Lists what may happen to a position over all price paths that run continuously from the open of a bar to its close within the low and
 * the high, and touch both. In each state, the path moves freely between two prices at which the state may or must change: a stop loss
 * is hit at its price, and a target or an entry may be filled at its price and is filled a paisa beyond it.
 */
export function listContinuations(
  from: PositionState,
  bar: Range,
  levels: Levels,
  { kind, opening }: { kind: OrderKind; opening: Opening },
): Continuation[] {
  const { low, high, close, lowOfDay } = bar;
  const { entry, stop, targets } = levels;
  const found: Continuation[] = [];
  const canEnd = (seen: Seen) => seen.low && seen.high;
  const isContinued = opening !== 'first';
  const canStart = opening === 'anywhere' || (opening === 'continued_or_anywhere' && from === PENDING);

  function begin(price: number, seen: Seen, isStart: boolean): void {
    if (from !== PENDING) {
      beginOpen(from, price, seen, []);
      return;
    }
    // The price at the publication decides the kind of a touch. Where that is not known, both are possible.
    const isEither = kind === 'touch' && !isStart;
    if (price < entry && (kind === 'limit' || isEither))
      enter({ price, fillPrice: isContinued ? entry : price, at: 'open' }, seen);
    if (price > entry && (kind === 'stop' || isEither)) enter({ price, fillPrice: price, at: 'open' }, seen);
    if (price >= entry && kind !== 'stop') waitAbove(seen);
    if (price <= entry && kind !== 'limit') waitBelow(seen);
  }

  function waitAbove(seen: Seen): void {
    const after = { low: seen.low || low >= entry, high: true };
    if (close >= entry && canEnd(after)) found.push({ to: PENDING, happenings: [] });
    if (low <= entry) enter({ price: entry, fillPrice: entry, at: 'entry' }, after);
  }

  function waitBelow(seen: Seen): void {
    const after = { low: true, high: seen.high || high <= entry };
    if (close <= entry && canEnd(after)) found.push({ to: PENDING, happenings: [] });
    if (high >= entry) enter({ price: entry, fillPrice: entry, at: 'entry' }, after);
  }

  function enter(
    { price, fillPrice, at }: { price: number; fillPrice: number; at: 'entry' | 'open' },
    seen: Seen,
  ): void {
    const fill: Happening = { kind: 'fill', price: fillPrice, at };
    if (price > stop) {
      beginOpen(0, price, seen, [fill]);
      return;
    }
    // The stop is hit by the next price, which is at most as low as the day.
    found.push({ to: ENDED, happenings: [fill, { kind: 'stop', price, at: 'open' }] });
    if (lowOfDay < price)
      found.push({ to: ENDED, happenings: [fill, { kind: 'stop', price: lowOfDay, at: 'low' }] });
  }

  function beginOpen(hit: number, price: number, seen: Seen, before: readonly Happening[]): void {
    if (price <= stop) {
      found.push({ to: ENDED, happenings: [...before, { kind: 'stop', price, at: 'open' }] });
      return;
    }
    const happenings = [...before];
    let targetsHit = hit;
    for (let target = targets[hit]; target !== undefined && price > target; target = targets[targetsHit]) {
      happenings.push({ kind: 'target', price: isContinued ? target : price, at: 'open' });
      targetsHit += 1;
    }
    hold(targetsHit, seen, happenings);
  }

  function hold(hit: number, seen: Seen, happenings: readonly Happening[]): void {
    const target = targets[hit];
    if (target === undefined) {
      found.push({ to: ENDED, happenings });
      return;
    }
    const after = { low: seen.low || low > stop, high: seen.high || high <= target };
    if (low <= stop)
      found.push({ to: ENDED, happenings: [...happenings, { kind: 'stop', price: stop, at: 'level' }] });
    if (close > stop && close <= target && canEnd(after)) found.push({ to: hit, happenings });
    if (high >= target)
      hold(hit + 1, { ...after, high: after.high || high === target }, [
        ...happenings,
        { kind: 'target', price: target, at: 'level' },
      ]);
  }

  if (canStart) for (const price of listStarts(bar, levels)) begin(price, { low: true, high: true }, true);
  if (opening !== 'anywhere') begin(bar.open, { low: bar.open === low, high: bar.open === high }, false);
  return found.length < 2 ? found : [...new Map(found.map((each) => [JSON.stringify(each), each])).values()];
}

/** Between two of these prices, a result changes in proportion to the price at which a path starts, so they contain its bounds. */
function listStarts({ low, high }: Range, { entry, stop, targets }: Levels): number[] {
  const critical = [entry, stop, ...targets].flatMap((level) => [level - 1, level, level + 1]);
  return [...new Set([low, high, ...critical])].filter((price) => price >= low && price <= high);
}

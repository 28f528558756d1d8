/** What happens to a position on a path. A target closes one part, a stop all that are open. */
export interface PathEvent {
  event: 'fill' | 'target' | 'stop';
  price: number;
}

export interface Prices {
  open: number;
  high: number;
  low: number;
  close: number;
  /** 11: the worst price of the day for a position, which follows at the earliest. */
  worstOfDay: number;
}

interface Terms {
  entry: number;
  stop: number;
  targets: readonly number[];
  isBuy: boolean;
  kind: 'limit' | 'stop' | 'touch';
  opening: 'first' | 'continued' | 'anywhere' | 'continued_or_anywhere';
}

/** A point of a path: where the price is, what it has touched, and what has happened in this bar. */
interface Point {
  at: number;
  hasSeenLow: boolean;
  hasSeenHigh: boolean;
  events: readonly PathEvent[];
  /** The number of targets hit, `null` before the fill. */
  hits: number | null;
  isEnded: boolean;
  /** On which side of the entry the price has been since the order was placed: for an order of unknown kind. */
  side: 'above' | 'below' | null;
}

/**
 * Walks all paths of a bar over a grid, from price to neighboring price, and lists the different sequences of events. `hits` is the
 * number of targets hit before, `null` for a pending entry.
 */
export function listBarPaths(hits: number | null, bar: Prices, terms: Terms): PathEvent[][] {
  const { entry, stop, targets, isBuy, kind, opening } = terms;
  const { open, high, low, close } = bar;
  const isInside = (price: number) => price >= low && price <= high;
  const around = [entry, stop, ...targets].flatMap((price) => [price - 1, price, price + 1]);
  const grid = [...new Set([open, high, low, close, ...around])].filter(isInside).sort((a, b) => a - b);
  /** Whether one price earns more than another. */
  const isBetter = (a: number, b: number) => (isBuy ? a > b : a < b);
  const isStopped = (price: number) => !isBetter(price, stop);

  const isLater = opening !== 'first';
  const isStart = opening === 'anywhere' || (opening === 'continued_or_anywhere' && hits === null);
  const starts = [
    ...(isStart ? grid.map((price) => ({ price, isAnywhere: true })) : []),
    ...(opening === 'anywhere' ? [] : [{ price: open, isAnywhere: false }]),
  ];
  const queue: Point[] = [];
  const visited = new Set<string>();
  const endings = new Map<string, PathEvent[]>();

  for (const { price, isAnywhere } of starts) {
    const start: Point = {
      at: grid.indexOf(price),
      hasSeenLow: isAnywhere || price === low,
      hasSeenHigh: isAnywhere || price === high,
      events: [],
      hits,
      isEnded: false,
      side: null,
    };
    for (const point of begin(start, price, isAnywhere)) visit(point);
  }
  for (let point = queue.pop(); point; point = queue.pop()) {
    if (point.hasSeenLow && point.hasSeenHigh && grid[point.at] === close)
      endings.set(JSON.stringify(point.events), [...point.events]);
    for (const at of [point.at - 1, point.at + 1]) {
      const price = grid[at];
      if (price === undefined) continue;
      visit({
        ...point,
        at,
        hasSeenLow: point.hasSeenLow || price === low,
        hasSeenHigh: point.hasSeenHigh || price === high,
      });
    }
  }
  return [...endings.values()];

  /** Fills what the first price is beyond. Orders that it is at are left to the walk. */
  function begin(point: Point, price: number, isAnywhere: boolean): Point[] {
    if (point.hits !== null) return beginOpen(point, price);
    const isCheaper = isBetter(entry, price);
    const isDearer = isBetter(price, entry);
    const waiting = [point];
    // 8: the kind of a touch is that of the first price after the publication; without it, both are followed.
    const isBoth = kind === 'touch' && !isAnywhere;
    if (!(isCheaper && (kind === 'limit' || isBoth)) && !(isDearer && (kind === 'stop' || isBoth)))
      return waiting;
    const fillPrice = isCheaper && isLater ? entry : price;
    const fill = { ...point, hits: 0, events: [{ event: 'fill' as const, price: fillPrice }] };
    const filled = isStopped(price) ? stopAfterFill(fill, price) : beginOpen(fill, price);
    return isBoth ? [...waiting, ...filled] : filled;
  }

  function stopAfterFill(point: Point, price: number): Point[] {
    return [price, bar.worstOfDay].map((each) => ({
      ...point,
      isEnded: true,
      events: [...point.events, { event: 'stop' as const, price: each }],
    }));
  }

  function beginOpen(point: Point, price: number): Point[] {
    if (isStopped(price))
      return [{ ...point, isEnded: true, events: [...point.events, { event: 'stop', price }] }];
    const reached = targets.slice(point.hits ?? 0).filter((target) => isBetter(price, target));
    const exits = reached.map(
      (target): PathEvent => ({
        event: 'target',
        price: isLater ? target : price,
      }),
    );
    const total = (point.hits ?? 0) + reached.length;
    return [
      { ...point, hits: total, isEnded: total === targets.length, events: [...point.events, ...exits] },
    ];
  }

  /** Adds a point, unless a path cannot be there without an event, and the points after the events that may happen there. */
  function visit(point: Point): void {
    const price = grid[point.at] as number;
    if (point.isEnded) {
      remember(point);
      return;
    }
    if (point.hits === null) {
      const side = price > entry ? 'above' : price < entry ? 'below' : point.side;
      const isCrossed = point.side !== null && side !== point.side;
      const isLimitThrough = isBetter(entry, price);
      const isStopThrough = isBetter(price, entry);
      const isImpossible = { touch: isCrossed, limit: isLimitThrough, stop: isStopThrough }[kind];
      if (isImpossible) return;
      if (price === entry) {
        const filled = { ...point, hits: 0, events: [...point.events, { event: 'fill' as const, price }] };
        if (isStopped(price)) for (const stopped of stopAfterFill(filled, price)) visit(stopped);
        else visit(filled);
      }
      remember({ ...point, side });
      return;
    }
    if (isStopped(price)) {
      const stopped: PathEvent = { event: 'stop', price: stop };
      remember({ ...point, isEnded: true, events: [...point.events, stopped] });
      return;
    }
    const target = targets[point.hits] as number;
    if (isBetter(price, target)) return;
    if (price === target) {
      const total = point.hits + 1;
      const events = [...point.events, { event: 'target' as const, price }];
      visit({ ...point, hits: total, isEnded: total === targets.length, events });
    }
    remember(point);
  }

  function remember(point: Point): void {
    const { at, hasSeenLow, hasSeenHigh, events, isEnded, side } = point;
    const key = `${at}|${hasSeenLow}|${hasSeenHigh}|${isEnded}|${side}|${events.map((each) => each.event + each.price)}`;
    if (visited.has(key)) return;
    visited.add(key);
    queue.push(point);
  }
}

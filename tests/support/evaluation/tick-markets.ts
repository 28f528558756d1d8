import { addDays } from '#core/contract/dates.ts';
import type {
  EvaluatedBar,
  EvaluatedSignal,
} from '#features/signals/server/track-record/evaluation/evaluation.ts';
import { createRandom } from './random-histories.ts';

export interface TickHistory {
  signal: EvaluatedSignal;
  bars: EvaluatedBar[];
  pricesUntil: string;
  /** The result in R of orders that were placed at the publication and filled by each trade. */
  trueR: number;
}

const DAYS = 24;
const TICKS = 200;
/** Several ticks are in one minute. */
const TICK_SECONDS = 23;
const START = '2026-01-05';
const SESSION_START = 5 * 3_600;

interface Tick {
  at: number;
  day: number;
  price: number;
  isOpen: boolean;
}

/**
 * Makes a random walk by the trade, a signal in it, and what an operator can import of it: the bars of the days, for some the intraday
 * prices. A jumpy market opens far from the last close, and jumps within the day where its intraday prices show it.
 */
export function makeTickHistory(seed: number, { isJumpy }: { isJumpy: boolean }): TickHistory {
  const random = createRandom(seed);
  const pick = (from: number, to: number) => from + Math.floor(random() * (to - from + 1));
  const chance = (share: number) => random() < share;
  const hasIntraday = chance(0.4);

  const days: Tick[][] = [];
  let price = pick(90_00, 110_00);
  for (let day = 0; day < DAYS; day += 1) {
    // A day without trades.
    if (chance(0.08)) {
      days.push([]);
      continue;
    }
    price += isJumpy && chance(0.5) ? pick(-40, 40) : pick(-2, 2);
    const ticks: Tick[] = [];
    for (let index = 0; index < TICKS; index += 1) {
      if (index > 0) price += isJumpy && hasIntraday && chance(0.05) ? pick(-15, 15) : pick(-1, 1);
      const at = toSeconds(addDays(START, day)) + index * TICK_SECONDS;
      ticks.push({ at, day, price, isOpen: index === 0 });
    }
    days.push(ticks);
  }

  const firstDay = pick(2, 6);
  const firstTicks = days[firstDay] ?? [];
  const isPublishedInSession = firstTicks.length > 0 && chance(0.5);
  const publication = pick(0, TICKS - 2);
  const publishedAt = isPublishedInSession
    ? (firstTicks[publication]?.at ?? 0) + pick(0, TICK_SECONDS - 1)
    : toSeconds(addDays(START, firstDay)) - 3_600;
  const before = days.flat().filter(({ at }) => at <= publishedAt);
  const after = days.flat().filter(({ at }) => at > publishedAt);
  const reference = before.at(-1)?.price ?? price;
  const isBuy = chance(0.5);
  const sign = isBuy ? 1 : -1;
  const entry = reference + pick(-12, 12);
  const risk = pick(2, 25);
  const targets: number[] = [];
  for (let level = entry, count = pick(1, 4); count > 0; count -= 1) {
    level += sign * pick(2, 25);
    targets.push(level);
  }
  const [lastEntry, limit] = [firstDay + pick(0, 4), firstDay + pick(5, 14)];
  const signal: EvaluatedSignal = {
    side: isBuy ? 'buy' : 'sell',
    entry,
    stop: entry - sign * risk,
    targets,
    firstDate: addDays(START, firstDay),
    isPublishedInSession,
    publishedAt,
    lastEntryDate: addDays(START, lastEntry),
    timeLimit: { date: addDays(START, limit), reason: 'time' },
    closedOn: null,
    stopMoves: [],
  };
  const gain = trade(after, { signal, reference, lastEntry, limit, isFilledAtTouch: () => chance(0.5) });
  return {
    signal,
    bars: toBars(days, hasIntraday),
    pricesUntil: addDays(START, DAYS + 25),
    trueR: gain / targets.length / risk,
  };
}

/** How an operator can make a day better than it was, without a close that is not its own. */
export const TAMPERINGS = ['left_out', 'untraded', 'close_only', 'limit_locked', 'withheld'] as const;

/**
 * Leaves out or replaces a bar after the first day that is not the last one, or doubles all prices from it on, of which the operator
 * does not store the adjustment. Returns `null` if the bar does not change the last close, which nothing would show.
 */
export function tamper(
  { signal, bars }: Pick<TickHistory, 'signal' | 'bars'>,
  kind: (typeof TAMPERINGS)[number],
  seed: number,
): EvaluatedBar[] | null {
  const first = bars.findIndex(({ date }) => date > signal.firstDate);
  const index = first + Math.floor(createRandom(seed)() * (bars.length - 1 - first));
  const [before, bar, next] = bars.slice(index - 1, index + 2);
  if (!before || !bar || !next || Math.abs(bar.close - before.close) <= 1) return null;
  if (kind === 'withheld') return bars.map((each, at) => (at < index ? each : double(each)));
  const { close } = before;
  const { intraday, ...day } = bar;
  const locked = Math.round(close * 1.1);
  const replaced = {
    left_out: [],
    untraded: [{ ...day, open: close, high: close, low: close, close, volume: 0 }],
    close_only: [{ ...day, open: null, high: null, low: null, close }],
    limit_locked: [{ ...day, open: locked, high: locked, low: locked, close: locked }],
  }[kind];
  return [...bars.slice(0, index), ...replaced, ...bars.slice(index + 1)];
}

const double = (bar: EvaluatedBar): EvaluatedBar => ({
  ...bar,
  ...doublePrices({ open: bar.open ?? 0, high: bar.high ?? 0, low: bar.low ?? 0, close: bar.close }),
  // Of the ex-date too: the exchange has adjusted it.
  previousClose: bar.previousClose === null ? null : bar.previousClose * 2,
  ...(bar.intraday ? { intraday: bar.intraday.map((part) => ({ ...part, ...doublePrices(part) })) } : {}),
});

const doublePrices = ({
  open,
  high,
  low,
  close,
}: {
  open: number;
  high: number;
  low: number;
  close: number;
}) => ({
  open: open * 2,
  high: high * 2,
  low: low * 2,
  close: close * 2,
});

const toSeconds = (date: string) => Date.parse(`${date}T00:00:00Z`) / 1000 + SESSION_START;

function toBars(days: readonly Tick[][], hasIntraday: boolean): EvaluatedBar[] {
  let previousClose: number | null = null;
  return days.flatMap((ticks, day) => {
    if (ticks.length === 0) return [];
    const prices = ticks.map(({ price }) => price);
    const bar = {
      date: addDays(START, day),
      open: prices[0] ?? 0,
      high: Math.max(...prices),
      low: Math.min(...prices),
      close: prices.at(-1) ?? 0,
      previousClose,
      volume: 1000,
      ...(hasIntraday
        ? {
            intraday: ticks.map(({ at, price }) => ({
              at,
              open: price,
              high: price,
              low: price,
              close: price,
            })),
          }
        : {}),
    };
    previousClose = bar.close;
    return [bar];
  });
}

interface Trade {
  signal: EvaluatedSignal;
  /** The last price before the publication: it decides the kind of the order. */
  reference: number;
  /** The last days of the entry and of the position. */
  lastEntry: number;
  limit: number;
  isFilledAtTouch: () => boolean;
}

/** Returns the gain in paisa over all parts of the orders that a trader has placed, trade by trade. */
function trade(
  ticks: readonly Tick[],
  { signal, reference, lastEntry, limit, isFilledAtTouch }: Trade,
): number {
  const sign = signal.side === 'buy' ? 1 : -1;
  const [entry, stop] = [sign * signal.entry, sign * signal.stop];
  const open = signal.targets.map((target) => sign * target);
  const isLimit = sign * reference >= entry;
  let fill: number | null = null;
  let gain = 0;
  for (const [index, { day, price: traded, isOpen }] of ticks.entries()) {
    const price = sign * traded;
    let isNew = false;
    if (fill === null) {
      if (day > lastEntry) return 0;
      const isBeyond = isLimit ? price < entry : price > entry;
      // A trade at its price triggers a stop order; a limit order may be filled by it.
      if (!isBeyond && !(price === entry && (!isLimit || isFilledAtTouch()))) continue;
      // A resting limit order is filled at its price, at the open at that of all.
      fill = isLimit && !isOpen ? entry : price;
      isNew = true;
    }
    if (price <= stop) {
      const next = sign * (ticks[index + 1]?.price ?? traded);
      return gain + open.length * ((isNew ? Math.min(price, next) : price) - fill);
    }
    while (open.length > 0) {
      const target = open[0] as number;
      if (price < target || (price === target && !isFilledAtTouch())) break;
      gain += (isOpen ? price : target) - fill;
      open.shift();
    }
    if (open.length === 0) return gain;
    const isLastOfDay = ticks[index + 1]?.day !== day;
    if (isLastOfDay && day >= limit) return gain + open.length * (price - fill);
  }
  return fill === null ? 0 : Number.NaN;
}

import { addDays } from '#core/contract/dates.ts';
import type {
  EvaluatedAdjustment,
  EvaluatedBar,
  EvaluatedSignal,
} from '#features/signals/server/track-record/evaluation/evaluation.ts';

export interface History {
  signal: EvaluatedSignal;
  bars: EvaluatedBar[];
  /** Those that are stored. */
  adjustments: (EvaluatedAdjustment & { isConfirmed: boolean })[];
  pricesUntil: string;
  /** Every day is a trading day. */
  addTradingDays: typeof addDays;
}

/** Returns a function with a sequence of numbers from 0 to below 1 that the seed determines (mulberry32). */
export function createRandom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let value = Math.imul(state ^ (state >>> 15), 1 | state);
    value = (value + Math.imul(value ^ (value >>> 7), 61 | value)) ^ value;
    return ((value ^ (value >>> 14)) >>> 0) / 2 ** 32;
  };
}

const makeFlatBar = (date: string, price: number): EvaluatedBar => ({
  date,
  open: price,
  high: price,
  low: price,
  close: price,
  previousClose: null,
  volume: 1000,
});

const FACTORS = ['0.800000000000', '0.500000000000', '0.333333333333', '0.909090909091', '0.961538461538'];

/** Makes a history that the seed determines, with few different prices, so that levels are often reached exactly. */
export function makeHistory(seed: number): History {
  const random = createRandom(seed);
  const pick = (from: number, to: number) => from + Math.floor(random() * (to - from + 1));
  const chance = (share: number) => random() < share;
  const isPenny = chance(0.15);
  const tick = isPenny || pick(1, 3) === 1 ? 1 : 50;
  const base = isPenny ? pick(9, 95) : pick(40, 400) * 50;
  const at = (steps: number) => Math.max(1, base + steps * tick);
  const start = chance(0.2) ? '2024-07-10' : '2026-01-05';
  const date = (day: number) => addDays(start, day);

  const sign = chance(0.5) ? 1 : -1;
  const entry = pick(-2, 2);
  const stop = entry - sign * pick(1, 5);
  const targets: number[] = [];
  for (let count = pick(1, 6), steps = entry; count > 0; count -= 1) {
    steps += sign * pick(1, 4);
    targets.push(at(steps));
  }
  const firstDay = pick(0, 6);
  const isIntraday = chance(0.2);
  const signal: EvaluatedSignal = {
    side: sign > 0 ? 'buy' : 'sell',
    entry: at(entry),
    stop: at(stop),
    targets,
    firstDate: date(firstDay),
    isPublishedInSession: false,
    publishedAt: 0,
    lastEntryDate: date(firstDay + (isIntraday ? 0 : pick(0, 8))),
    timeLimit: isIntraday
      ? { date: date(firstDay), reason: 'session_end' }
      : { date: date(firstDay + pick(3, 40)), reason: 'time' },
    closedOn: chance(0.3) ? date(firstDay + pick(0, 20)) : null,
    stopMoves: Array.from({ length: chance(0.4) ? pick(1, 3) : 0 }, () => firstDay + pick(0, 15))
      .sort((a, b) => a - b)
      .map((day) => ({
        appliesFrom: date(day),
        stop: chance(0.3) ? at(entry) : at(stop + sign * pick(-2, 7)),
      })),
  };

  signal.isPublishedInSession = chance(0.4);
  signal.publishedAt = toSeconds(signal.firstDate, signal.isPublishedInSession ? 6 : 2) + pick(0, 59);

  /** What the exchange does. */
  const actions: EvaluatedAdjustment[] = Array.from({ length: chance(0.3) ? pick(1, 3) : 0 }, () =>
    pick(0, 20),
  )
    .sort((a, b) => a - b)
    .map((day) => ({
      exDate: date(day),
      ...(chance(0.3)
        ? { factor: '1', dividend: `${pick(1, 3 * tick)}.${pick(0, 9)}` }
        : { factor: FACTORS[pick(0, FACTORS.length - 1)] ?? '1' }),
    }));

  /** Whether the source of the prices gives previous closes: always, sometimes, never, or others than those of the bars. */
  const source = chance(0.55) ? 'always' : chance(0.4) ? 'sometimes' : chance(0.6) ? 'never' : 'others';
  const bars: EvaluatedBar[] = [];
  let price = pick(-3, 3);
  const oldDay = firstDay - pick(29, 32);
  if (chance(0.2)) bars.push(makeFlatBar(date(oldDay), at(pick(-4, 4))));
  const isSuspended = chance(0.1);
  for (let day = isSuspended ? firstDay : 0; day < pick(4, 45); day += 1) {
    if (chance(source === 'always' ? 0.1 : 0.03)) continue;
    if (chance(0.01)) day += pick(18, 24);
    const open = price + (chance(0.3) ? pick(-5, 5) : pick(-1, 1));
    const close = open + pick(-3, 3);
    const high = Math.max(open, close) + pick(0, 3);
    const low = Math.min(open, close) - pick(0, 3);
    const isFlat = chance(0.08);
    const limit = Math.round(base * (chance(0.5) ? 1.1 : 0.9));
    const flatPrice = chance(0.5) ? limit : at(close);
    const isCloseOnly = chance(0.05);
    const isUntraded = chance(0.05);
    bars.push({
      date: date(day),
      open: isCloseOnly && chance(0.5) ? null : isFlat ? flatPrice : at(open),
      high: isCloseOnly ? null : isFlat ? flatPrice : at(high),
      low: isCloseOnly ? null : isFlat ? flatPrice : at(low),
      close: isFlat ? flatPrice : at(close),
      previousClose: makePreviousClose(date(day)),
      volume: isUntraded ? 0 : chance(0.1) ? null : 1000,
      ...(chance(0.15) ? { intraday: makeIntraday(date(day), { open, high, low, close }) } : {}),
    });
    price = close - Math.sign(close) * pick(0, 1);
  }
  const last = bars.at(-1)?.date ?? date(0);
  const pricesUntil = chance(0.8) ? last : addDays(last, pick(1, 25));
  // Some are withheld, some are not confirmed, and some dividends are stored late.
  const adjustments: History['adjustments'] = actions
    .filter(() => !chance(0.2))
    .map((each) =>
      each.dividend === undefined
        ? { ...each, isConfirmed: !chance(0.2) }
        : {
            ...each,
            isConfirmed: true,
            recordedOn: addDays(each.exDate, chance(0.3) ? pick(-4, 3) : -pick(9, 40)),
          },
    );
  // Some are invented.
  if (chance(0.1))
    adjustments.push({ exDate: date(pick(0, 20)), factor: FACTORS[pick(0, 4)] ?? '1', isConfirmed: false });
  adjustments.sort((a, b) => (a.exDate < b.exDate ? -1 : Number(a.exDate > b.exDate)));
  return { signal, bars, adjustments, pricesUntil, addTradingDays: addDays };

  /**
   * Makes the close of the last bar with trades as of a day, rarely that of the last bar or a paisa or two away from it. After days without
   * a bar, and after bars that decide nothing, it is often that of a bar that is not there.
   */
  function makePreviousClose(day: string): number | null {
    if (source === 'never' || (source === 'sometimes' && chance(0.7)) || chance(0.02)) return null;
    if (source === 'others') return base;
    const before = bars.at(-1);
    const last = chance(0.05) ? before : bars.findLast(({ volume }) => volume !== 0);
    if (!last) return chance(0.5) ? base : null;
    const isDoubtful =
      before?.volume === 0 ||
      before?.high === null ||
      before?.high === before?.low ||
      before?.date !== addDays(day, -1);
    if (chance(isDoubtful ? 0.1 : 0.002)) return at(pick(-4, 4));
    const isPaid = chance(0.5);
    const previous = actions
      .filter(({ exDate }) => exDate > last.date && exDate <= day)
      .reduce((close, { factor, dividend = '0' }) => {
        const paid = isPaid ? Math.round(close - Number(dividend)) : close;
        return Math.max(1, Math.round(Math.max(1, paid) * Number(factor)));
      }, last.close);
    return chance(0.03) ? Math.max(1, previous + pick(-2, 2)) : previous;
  }

  /** Makes bars of a day whose prices stay within its range; rarely without its high or low. */
  function makeIntraday(day: string, range: { open: number; high: number; low: number; close: number }) {
    const within = () => pick(range.low, range.high);
    const turns = chance(0.5) ? [range.high, range.low] : [range.low, range.high];
    const corners = [range.open, within(), ...turns, within(), range.close].filter(() => !chance(0.05));
    let previous = corners[0] ?? range.open;
    // Seconds, or a few minutes, around the hour of the publication, or the whole session.
    const [first, step] = chance(0.3)
      ? [toSeconds(day, 6) - pick(20, 100), pick(1, 60)]
      : [toSeconds(day, 5), 1_200];
    return corners.map((corner, index) => {
      const from = chance(0.5) ? previous : corner;
      previous = corner;
      return {
        at: first + index * step,
        open: at(from),
        high: at(Math.max(from, corner)),
        low: at(Math.min(from, corner)),
        close: at(corner),
      };
    });
  }
}

const toSeconds = (date: string, hour: number) => Date.parse(`${date}T00:00:00Z`) / 1000 + hour * 3_600;

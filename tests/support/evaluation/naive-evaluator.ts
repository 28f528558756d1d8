import type {
  EvaluatedAdjustment,
  EvaluatedBar,
  EvaluatedSignal,
} from '#features/signals/server/track-record/evaluation/evaluation.ts';
import { listBarPaths, type PathEvent, type Prices } from './bar-paths.ts';
import {
  add,
  compare,
  divide,
  type Fraction,
  multiply,
  parseFraction,
  round,
  subtract,
} from './fractions.ts';

/** One price path, as far as the position is concerned. */
interface Path {
  fill: { date: string; price: number } | null;
  isFilledWorse: boolean;
  /** One exit for each part; `null` for one that is open. */
  parts: ({ date: string; price: number; reason: string } | null)[];
  dividends: { date: string; amount: string; parts: number }[];
  ended: { date: string; state: string; reason: string } | null;
  /** Of the entry, as far as it has been decided. */
  kind: 'limit' | 'stop' | 'touch';
}

/**
 * A second implementation of docs/evaluation.md, written from that page and sharing no code with the evaluator. It is slow and
 * simple on purpose: it lists every path of every bar over a grid of the prices that matter, remembers all of them until the end,
 * calculates the levels again for every bar, writes out the rules of buys and sells, and calculates with fractions. The numbers in
 * comments are those of the rules.
 */
export function evaluateNaively(
  signal: EvaluatedSignal,
  allBars: readonly EvaluatedBar[],
  adjustments: readonly EvaluatedAdjustment[],
  {
    pricesUntil,
    addTradingDays,
  }: { pricesUntil: string; addTradingDays: (date: string, count: number) => string },
) {
  const isBuy = signal.side === 'buy';
  const earliest = Date.parse(signal.firstDate) - 30 * 24 * 3_600_000;
  const bars = allBars.filter(({ date }) => Date.parse(date) >= earliest);
  const counted = bars.filter(({ date }) => date >= signal.firstDate);
  const scale = (price: number, after: string, until: string) => {
    let scaled = price;
    for (const { exDate, factor } of adjustments)
      if (exDate > after && exDate <= until) scaled = multiply(scaled, factor);
    return scaled;
  };

  // 8
  const wasTraded = ({ volume }: EvaluatedBar) => volume !== 0;
  /** The last close before a bar, or before a date, in the prices of a date. */
  const getLastClose = (before: string, inPricesOf: string) => {
    const prior = bars.filter((bar) => bar.date < before && wasTraded(bar)).at(-1);
    return prior ? scale(prior.close, prior.date, inPricesOf) : null;
  };
  let reference: number | null = null;
  const [first] = counted;
  if (!signal.isPublishedInSession) reference = getLastClose(signal.firstDate, signal.firstDate);
  else if (first?.date === signal.firstDate) {
    const last = (listIntraday(first) ?? []).filter((part) => getMinutes(part, signal) < 0).at(-1);
    if (last) reference = last.close;
  }
  let kind: 'limit' | 'stop' | 'touch' = 'touch';
  if (reference !== null && isBuy) kind = reference >= signal.entry ? 'limit' : 'stop';
  if (reference !== null && !isBuy) kind = reference <= signal.entry ? 'limit' : 'stop';
  if (first && first.date === signal.firstDate) {
    const during = (listIntraday(first) ?? []).filter((part) => getMinutes(part, signal) === 0);
    const kinds = during.flatMap(({ high, low }) =>
      [high, low].map((price) => (isBuy ? price >= signal.entry : price <= signal.entry)),
    );
    if (kinds.some((isLimit) => isLimit !== (kind === 'limit'))) kind = 'touch';
  }

  // 5 and 21
  function getLevels(date: string) {
    let { entry, stop } = signal;
    let targets = [...signal.targets];
    let movedPastEntryOn: string | null = null;
    const days = [
      ...adjustments.map(({ exDate }) => exDate),
      ...signal.stopMoves.map((move) => move.appliesFrom),
    ];
    for (const day of [...new Set(days)].sort()) {
      if (day > date) break;
      for (const each of adjustments) {
        if (each.exDate !== day || day <= signal.firstDate) continue;
        entry = multiply(entry, each.factor);
        stop = multiply(stop, each.factor);
        targets = targets.map((target) => multiply(target, each.factor));
      }
      for (const each of signal.stopMoves) {
        if (each.appliesFrom !== day) continue;
        if (isBuy ? each.stop <= stop : each.stop >= stop) continue;
        stop = each.stop;
        if (isBuy ? stop >= entry : stop <= entry) movedPastEntryOn ??= day;
      }
    }
    return { entry, stop, targets, movedPastEntryOn };
  }

  // 14 and 15
  function getUse(bar: EvaluatedBar): 'all' | 'close' | 'none' | 'untraded' {
    if (bar.volume === 0) return 'untraded';
    if (bar.open === null || bar.high === null || bar.low === null) return 'close';
    if (bar.open !== bar.high || bar.high !== bar.low || bar.low !== bar.close) return 'all';
    const previous = bar.previousClose ?? getLastClose(bar.date, bar.date);
    if (previous === null) return 'none';
    const percent = bar.date < '2024-07-22' ? 7.5 : 10;
    // In tenths of a percent, so that all numbers are whole.
    const down = Math.round((previous * (1000 - percent * 10)) / 1000);
    const up = Math.round((previous * (1000 + percent * 10)) / 1000);
    const isWithin =
      bar.close < Math.max(up, previous + 100) && bar.close > Math.max(1, Math.min(down, previous - 100));
    return isWithin ? 'all' : 'none';
  }

  // 17
  let end = signal.timeLimit.date;
  let endReason: string = signal.timeLimit.reason;
  if (signal.closedOn !== null && signal.closedOn < end) {
    end = signal.closedOn;
    endReason = 'manual';
  }
  const isCloseFirst = signal.closedOn !== null && signal.closedOn < signal.lastEntryDate;
  const lastPending = isCloseFirst ? (signal.closedOn as string) : signal.lastEntryDate;

  // 28 and 29
  /**
   * Whether the previous close of a bar is the last close before it; `null` if one of them is missing. Dividends count only if they were
   * recorded before the first day on which a bar can be missing.
   */
  function isContinued(next: EvaluatedBar, firstDay: string): boolean | null {
    const prior = bars.filter((bar) => bar.date < next.date && wasTraded(bar)).at(-1);
    const previous = next.previousClose;
    if (!prior || previous === null) return null;
    const counting = adjustments.filter(({ recordedOn = '' }) => recordedOn < firstDay);
    return listCloses(prior, next.date, counting).some((close) => Math.abs(close - previous) <= 1);
  }
  /** Whether the source of the prices gives previous closes. */
  const isGiven = (next: EvaluatedBar) =>
    bars.some((bar) => bar.date < next.date && bar.previousClose !== null);
  const hasLastClose = (next: EvaluatedBar) => getLastClose(next.date, next.date) !== null;
  // 28
  function hadNoTrades(missing: string[], next: EvaluatedBar): boolean {
    const continued = isContinued(next, missing[0] ?? '');
    if (continued === false) return false;
    if (continued || missing.length >= 20) return true;
    if (hasLastClose(next) && isGiven(next)) return false;
    return addTradingDays(next.date, 20) <= pricesUntil;
  }
  // 29
  function isConfirmed(bar: EvaluatedBar, next: EvaluatedBar | undefined): 'yes' | 'no' | 'not yet' {
    if (getUse(bar) === 'all') return 'yes';
    const until = next ? next.date : addTradingDays(pricesUntil, 1);
    const isLong = listDays(addTradingDays(bar.date, 1), until).length >= 20;
    if (!next) return isLong ? 'yes' : 'not yet';
    const continued = isContinued(next, bar.date);
    if (continued === false) return 'no';
    return continued || isLong || !hasLastClose(next) || !isGiven(next) ? 'yes' : 'no';
  }
  /** The trading days from one until before a date. */
  function listDays(from: string, before: string): string[] {
    const days: string[] = [];
    for (let day = from; day < before; day = addTradingDays(day, 1)) days.push(day);
    return days;
  }
  let nextDay = signal.firstDate;
  let used = 0;
  let hasGap = false;
  let isNotYet = false;
  let notConfirmed: EvaluatedBar | null = null;
  /** The bar after twenty days without one, if the evaluation does not reach it. */
  let afterLongGap: string | null = null;
  for (const [index, bar] of counted.entries()) {
    const missing = listDays(nextDay, bar.date);
    const confirmed = isConfirmed(bar, counted[index + 1]);
    hasGap = confirmed === 'no' || (missing.length > 0 && !hadNoTrades(missing, bar));
    isNotYet = confirmed === 'not yet';
    if (hasGap || (isNotYet && missing.length > 0)) {
      if (missing.length >= 20) afterLongGap = bar.date;
      break;
    }
    used += 1;
    if (isNotYet) notConfirmed = bar;
    else nextDay = addTradingDays(bar.date, 1);
  }
  const usedBars = counted.slice(0, used);
  const isWaited = hasGap || isNotYet || listDays(nextDay, addTradingDays(pricesUntil, 1)).length < 20;
  const dayBefore = new Date(Date.parse(nextDay) - 24 * 3_600_000).toISOString().slice(0, 10);
  const certainUntil = isWaited && nextDay <= pricesUntil ? dayBefore : pricesUntil;

  let paths: Path[] = [
    {
      fill: null,
      isFilledWorse: false,
      parts: signal.targets.map(() => null),
      dividends: [],
      ended: null,
      kind,
    },
  ];
  const isPending = (path: Path) => path.fill === null && path.ended === null;
  const isOpen = (path: Path) => path.fill !== null && path.ended === null;
  const exitAll = (path: Path, date: string, price: number, reason: string): Path => ({
    ...path,
    parts: path.parts.map((part) => part ?? { date, price, reason }),
    ended: { date, state: 'closed', reason },
  });
  let isMeasurable = true;
  let isFirstTargetTraded = false;
  let appliedUntil = signal.firstDate;
  let lastTraded: EvaluatedBar | null = null;

  // 18
  function expire(hasBars: boolean): void {
    paths = paths.map((path) => {
      if (!isPending(path)) return path;
      if (!hasBars) return { ...path, ended: { date: lastPending, state: 'expired', reason: 'no_prices' } };
      const ended = isCloseFirst
        ? { state: 'canceled', reason: 'closed' }
        : { state: 'expired', reason: 'validity' };
      return { ...path, ended: { date: lastPending, ...ended } };
    });
  }

  /** 18 and 22: dividends that open sells pay, and entries that a moved stop cancels. */
  function apply(until: string): void {
    for (const { exDate, dividend } of adjustments) {
      if (dividend === undefined || isBuy || exDate <= appliedUntil || exDate > until) continue;
      paths = paths.map((path) => {
        const parts = path.parts.filter((part) => part === null).length;
        return isOpen(path)
          ? { ...path, dividends: [...path.dividends, { date: exDate, amount: dividend, parts }] }
          : path;
      });
    }
    const moved = getLevels(until).movedPastEntryOn;
    if (moved !== null)
      paths = paths.map((path) =>
        isPending(path) ? { ...path, ended: { date: moved, state: 'canceled', reason: 'stop_moved' } } : path,
      );
    if (until > appliedUntil) appliedUntil = until;
  }

  // 19
  function endWithoutTrades(until: string, isReached: boolean): void {
    if (lastTraded === null || !paths.some(isOpen)) return;
    const date = addTradingDays(lastTraded.date, 20);
    if (isReached ? date > until : date >= until) return;
    apply(date);
    const close = scale(lastTraded.close, lastTraded.date, date);
    const { stop } = getLevels(date);
    const price = isBuy ? Math.min(stop, close) : Math.max(stop, close);
    paths = paths.map((path) => (isOpen(path) ? exitAll(path, date, price, 'trading_ended') : path));
  }

  /** 18 */
  function cancelBefore(day: string): void {
    if (day <= lastPending && paths.some(isPending)) apply(day);
  }

  let seen = 0;
  let dayAfterLast = signal.firstDate;
  for (const bar of usedBars) {
    const { date } = bar;
    cancelBefore(dayAfterLast);
    dayAfterLast = addTradingDays(date, 1);
    if (date > lastPending) expire(seen > 0);
    endWithoutTrades(date, false);
    if (paths.every(({ ended }) => ended)) break;
    seen += 1;
    apply(date);
    const use = getUse(bar);
    if (use === 'all') {
      const isPublicationDay = signal.isPublishedInSession && date === signal.firstDate;
      const intraday = listIntraday(bar);
      const isWhole = intraday === null;
      const during = (intraday ?? []).filter((part) => getMinutes(part, signal) === 0);
      const after = (intraday ?? []).filter((part) => getMinutes(part, signal) > 0);
      const closes = (isWhole && isPublicationDay ? [bar] : during).map(({ close }) => ({
        high: close,
        low: close,
      }));
      const traded = [...closes, ...(isWhole ? (isPublicationDay ? [] : [bar]) : after)];
      const [target = 0] = getLevels(date).targets;
      if (traded.some(({ high, low }) => (isBuy ? (high ?? 0) >= target : (low ?? target) <= target)))
        isFirstTargetTraded = true;
      if (isWhole) follow(bar, date, isPublicationDay ? 'anywhere' : 'first', bar);
      for (const [index, part] of during.entries())
        follow(part, date, index === 0 ? 'anywhere' : 'continued_or_anywhere', bar);
      for (const [index, part] of after.entries())
        follow(part, date, index > 0 || during.length > 0 || isPublicationDay ? 'continued' : 'first', bar);
      // 12
      const isStart = during.length > 0 || (isWhole && isPublicationDay);
      if (isStart || !isMeasurable) isMeasurable = agree(paths, bar);
    }
    if (use !== 'untraded') lastTraded = bar;
    if (date >= end && (use === 'all' || use === 'close') && bar !== notConfirmed)
      paths = paths.map((path) => (isOpen(path) ? exitAll(path, date, bar.close, endReason) : path));
  }
  if (nextDay <= pricesUntil) cancelBefore(nextDay);
  if (certainUntil >= lastPending) expire(seen > 0);
  if (afterLongGap !== null) endWithoutTrades(afterLongGap, false);
  endWithoutTrades(certainUntil, true);

  function follow(
    bar: { open: number | null; high: number | null; low: number | null; close: number },
    date: string,
    opening: 'first' | 'continued' | 'anywhere' | 'continued_or_anywhere',
    day: EvaluatedBar,
  ): void {
    const { open, high, low, close } = bar;
    if (open === null || high === null || low === null) return;
    const worstOfDay = (isBuy ? day.low : day.high) ?? close;
    const prices: Prices = { open, high, low, close, worstOfDay };
    const levels = getLevels(date);
    const listed = new Map<string, PathEvent[][]>();
    const next = new Map<string, Path>();
    for (const path of paths) {
      const hits = isPending(path) ? null : path.parts.filter((part) => part !== null).length;
      const key = path.ended ? 'ended' : `${hits}${path.kind}`;
      const continuations =
        key === 'ended'
          ? [[]]
          : (listed.get(key) ?? listBarPaths(hits, prices, { ...levels, isBuy, kind: path.kind, opening }));
      listed.set(key, continuations);
      for (const events of continuations) {
        const isDecided = bar === day || opening === 'first' || opening === 'continued';
        const one = continueOn(path, date, events);
        const continued = isDecided ? decideKind(one, prices.close, levels.entry) : one;
        next.set(JSON.stringify(continued), continued);
      }
    }
    paths = [...next.values()];
  }

  /** 8: an entry that waits above its price is a limit order for a buy, and a stop order for a sell. */
  function decideKind(path: Path, close: number, entry: number): Path {
    if (path.kind !== 'touch' || close === entry) return path;
    return { ...path, kind: close > entry === isBuy ? 'limit' : 'stop' };
  }

  function continueOn(path: Path, date: string, events: readonly PathEvent[]): Path {
    const { entry, stop } = getLevels(date);
    let continued = path;
    for (const { event, price } of events) {
      if (event === 'fill') {
        const isFilledWorse = isBuy ? price > entry : price < entry;
        continued = { ...continued, fill: { date, price }, isFilledWorse };
      } else if (event === 'stop') {
        // 20
        const isBreakeven = stop === entry && price === stop && !continued.isFilledWorse;
        continued = exitAll(continued, date, price, isBreakeven ? 'breakeven' : 'stop');
      } else {
        const open = continued.parts.indexOf(null);
        const parts = continued.parts.with(open, { date, price, reason: 'target' });
        const ended = parts.includes(null) ? null : { date, state: 'closed', reason: 'target' };
        continued = { ...continued, parts, ended };
      }
    }
    return continued;
  }

  // 23
  function getGain(path: Path, mark: EvaluatedBar | undefined): Fraction {
    let total: Fraction = [0n, 1n];
    if (path.fill === null) return total;
    const basis = perShare(path.fill.price, path.fill.date);
    for (const part of path.parts) {
      const exit = part ?? { price: mark?.close ?? 0, date: mark?.date ?? '' };
      const price = perShare(exit.price, exit.date);
      total = add(total, isBuy ? subtract(price, basis) : subtract(basis, price));
    }
    for (const { date, amount, parts } of path.dividends) {
      const [numerator, denominator] = parseFraction(amount);
      // Paid on the shares before an adjustment of the same date.
      const perOne = divide(
        [numerator, denominator],
        getFactor((exDate) => exDate < date),
      );
      total = subtract(total, [perOne[0] * BigInt(parts), perOne[1]]);
    }
    return divide(total, [BigInt(path.parts.length), 1n]);
  }

  function getFactor(isApplied: (exDate: string) => boolean): Fraction {
    let factor: Fraction = [1n, 1n];
    for (const each of adjustments) {
      if (each.exDate <= signal.firstDate || !isApplied(each.exDate)) continue;
      const [numerator, denominator] = parseFraction(each.factor);
      factor = [factor[0] * numerator, factor[1] * denominator];
    }
    return factor;
  }

  function perShare(price: number, date: string): Fraction {
    return divide(
      [BigInt(price), 1n],
      getFactor((exDate) => exDate <= date),
    );
  }

  /** 12: whether all paths have led to the same position at the same result. */
  function agree(all: readonly Path[], bar: EvaluatedBar): boolean {
    const keys = all.map((path) => {
      if (path.ended) return 'ended';
      return isPending(path) ? 'pending' : `${path.parts.filter((part) => part !== null).length}`;
    });
    if (new Set(keys).size > 1) return false;
    const [one, ...others] = all.map((path) => getGain(path, bar));
    return others.every((gain) => compare(gain, one as Fraction) === 0);
  }

  const risk: Fraction = [BigInt(Math.abs(signal.entry - signal.stop)), 1n];
  const last = usedBars.slice(0, seen).filter(wasTraded).at(-1);
  const lastBar = usedBars[seen - 1];
  const results = paths.map((path) => ({ path, gain: getGain(path, last) }));
  const lowest = results.reduce((a, b) => (compare(b.gain, a.gain) < 0 ? b : a)).gain;
  const highest = results.reduce((a, b) => (compare(b.gain, a.gain) > 0 ? b : a)).gain;
  const live = results.filter(({ path }) => !path.ended);
  const waitingReason = hasGap && seen === used ? 'prices_missing' : null;
  const describe = ({ path, gain }: (typeof results)[number]) => {
    const isFilled = path.fill !== null;
    const { fill } = path;
    const lastExit = path.parts.reduce((date, part) => (part && part.date > date ? part.date : date), '');
    const until = path.ended ? lastExit : (lastBar?.date ?? '');
    return {
      state: path.ended?.state ?? (isFilled ? 'open' : 'pending'),
      reason:
        path.ended?.reason ?? waitingReason ?? (!isFilled && isFirstTargetTraded ? 'entry_missed' : null),
      fill,
      parts: path.parts.filter((part) => part !== null),
      targetsHit: path.parts.filter((part) => part?.reason === 'target').length,
      r: isFilled ? round(divide(gain, risk), 4) : null,
      percent: fill ? round(divide([gain[0] * 100n, gain[1]], perShare(fill.price, fill.date)), 2) : null,
      barsHeld: fill ? counted.filter(({ date }) => date > fill.date && date <= until).length : null,
    };
  };
  // 2
  const findFirst = (list: typeof results, isWorse: boolean) => {
    const gain = list.map((each) => each.gain).reduce((a, b) => (compare(b, a) < 0 === isWorse ? b : a));
    return list
      .filter((each) => compare(each.gain, gain) === 0)
      .map((each) => ({ ...each, key: getKey(each.path) }))
      .reduce((a, b) => (compareKeys(b.key, a.key) < 0 ? b : a));
  };
  function getKey({ fill, parts }: Path): (string | number)[] {
    if (fill === null) return [1];
    const price = (each: number) => (isBuy ? each : -each);
    const exits = parts.map(
      (part) => part ?? { date: last?.date ?? '', price: last?.close ?? 0, reason: '' },
    );
    return [
      0,
      fill.date,
      price(fill.price),
      ...exits.flatMap((exit) => [exit.date, price(exit.price), getRank(exit.reason)]),
    ];
  }
  const getResult = ({ path, gain }: (typeof results)[number]) => ({
    r: round(divide(gain, risk), 4),
    fill: path.fill,
    parts: path.parts.filter((part) => part !== null),
  });
  const worst = findFirst(results, true);
  const bounds = { worst: getResult(worst), best: getResult(findFirst(results, false)) };
  if (live.length > 0)
    return {
      isMeasurable,
      bounds,
      endedOn: null,
      shown: describe(findFirst(live, true)),
      paths: paths.length,
    };
  const endedOn = paths.map(({ ended }) => ended?.date ?? '').reduce((a, b) => (a > b ? a : b));
  if (!isMeasurable && compare(lowest, highest) !== 0)
    return { isMeasurable: false, bounds, endedOn, shown: NOT_MEASURABLE, paths: paths.length };
  return { isMeasurable: true, bounds, endedOn, shown: describe(worst), paths: paths.length };
}

/** 28: a close in the prices of a later date, and the same less the cash dividends until then. */
export function listCloses(
  { date, close }: EvaluatedBar,
  until: string,
  adjustments: readonly EvaluatedAdjustment[],
): [close: number, paid: number] {
  let [plain, paid] = [close, close];
  const later = adjustments.filter(({ exDate }) => exDate > date && exDate <= until);
  for (const day of new Set(later.map(({ exDate }) => exDate))) {
    const ofDay = later.filter(({ exDate }) => exDate === day);
    for (const { dividend } of ofDay) paid = Math.max(1, Math.round(paid - Number(dividend ?? 0)));
    for (const { factor } of ofDay) {
      plain = multiply(plain, factor);
      paid = multiply(paid, factor);
    }
  }
  return [plain, paid];
}

function compareKeys(a: readonly (string | number)[], b: readonly (string | number)[]): number {
  for (const [index, one] of a.entries()) {
    const other = b[index];
    if (other === undefined || one === other) continue;
    return one < other ? -1 : 1;
  }
  return 0;
}

/** 2: exits on one date at one price. Others are between them. */
const getRank = (reason: string) =>
  ['stop', 'breakeven'].includes(reason) ? 0 : reason === 'target' ? 2 : 1;

const NOT_MEASURABLE = {
  state: 'not_measurable',
  reason: null,
  fill: null,
  parts: [],
  targetsHit: 0,
  r: null,
  percent: null,
  barsHeld: null,
};

/** 13: intraday prices that contain the high and the low of the day. */
function listIntraday({ high, low, intraday = [] }: EvaluatedBar) {
  const isComplete = intraday.some((part) => part.high === high) && intraday.some((part) => part.low === low);
  const isWithin = intraday.every((part) => part.high <= (high ?? 0) && part.low >= (low ?? 0));
  return isComplete && isWithin ? intraday : null;
}

/** 13: minutes from the minute of the publication to that of a price. */
const getMinutes = ({ at }: { at: number }, { publishedAt }: EvaluatedSignal) =>
  Math.floor(at / 60) - Math.floor(publishedAt / 60);

import type {
  EvaluatedAdjustment,
  EvaluatedBar,
  EvaluatedSignal,
} from '#server/domains/track-record/evaluation/evaluation.ts';

/**
 * A second implementation of docs/evaluation.md, written from that page and sharing no code with the evaluator. It is slow and
 * simple on purpose: it calculates the levels again for every bar, follows each part of a position on its own, writes out the
 * rules of buys and sells, and calculates with fractions. The numbers in comments are those of the rules.
 */
export function evaluateNaively(
  signal: EvaluatedSignal,
  allBars: readonly EvaluatedBar[],
  adjustments: readonly EvaluatedAdjustment[],
  pricesUntil: string,
) {
  // 2
  const earliest = Date.parse(signal.firstDate) - 30 * 24 * 3_600_000;
  const bars = allBars.filter(({ date }) => Date.parse(date) >= earliest);
  const isBuy = signal.side === 'buy';
  const counted = bars.filter(({ date }) => date >= signal.firstDate);

  // 7
  const before = bars.filter(({ date }) => date < signal.firstDate).at(-1);
  let reference: number | null = null;
  if (before) {
    reference = before.close;
    for (const each of adjustments)
      if (each.exDate > before.date && each.exDate <= signal.firstDate)
        reference = multiply(reference, each.factor);
  }
  let kind = 'touch';
  if (reference !== null && isBuy) kind = reference >= signal.entry ? 'limit' : 'stop';
  if (reference !== null && !isBuy) kind = reference <= signal.entry ? 'limit' : 'stop';

  // 3 and 21
  function getLevels(date: string) {
    let { entry, stop } = signal;
    let targets = [...signal.targets];
    let isMovedPastEntry = false;
    const days = new Set([
      ...adjustments.map(({ exDate }) => exDate),
      ...signal.stopMoves.map(({ appliesFrom }) => appliesFrom),
    ]);
    for (const day of [...days].sort()) {
      if (day > date) break;
      for (const each of adjustments) {
        if (each.exDate !== day || day <= signal.firstDate) continue;
        entry = multiply(entry, each.factor);
        stop = multiply(stop, each.factor);
        targets = targets.map((target) => multiply(target, each.factor));
      }
      for (const each of signal.stopMoves) {
        if (each.appliesFrom !== day) continue;
        if (isBuy ? each.stop > stop : each.stop < stop) stop = each.stop;
        if (isBuy ? stop >= entry : stop <= entry) isMovedPastEntry = true;
      }
    }
    return { entry, stop, targets, isMovedPastEntry };
  }

  // 9 and 10
  function canTrade(bar: EvaluatedBar): boolean {
    if (bar.volume === 0) return false;
    if (bar.open === null || bar.high === null || bar.low === null) return true;
    if (bar.open !== bar.high || bar.high !== bar.low || bar.low !== bar.close) return true;
    let previous = bar.previousClose;
    const prior = bars[bars.indexOf(bar) - 1];
    if (previous === null && prior) {
      previous = prior.close;
      for (const each of adjustments)
        if (each.exDate > prior.date && each.exDate <= bar.date) previous = multiply(previous, each.factor);
    }
    if (previous === null) return false;
    const percent = bar.date < '2024-07-22' ? 7.5 : 10;
    // In tenths of a percent, so that all numbers are whole.
    const down = Math.round((previous * (1000 - percent * 10)) / 1000);
    const up = Math.round((previous * (1000 + percent * 10)) / 1000);
    return bar.close < Math.max(up, previous + 100) && bar.close > Math.min(down, previous - 100);
  }

  function hasRange(bar: EvaluatedBar): bar is EvaluatedBar & { open: number; high: number; low: number } {
    return bar.open !== null && bar.high !== null && bar.low !== null;
  }

  // 16
  let end = signal.timeLimit.date;
  let endReason: string = signal.timeLimit.reason;
  if (signal.closedOn !== null && signal.closedOn < end) {
    end = signal.closedOn;
    endReason = 'manual';
  }

  // 8, 12 and 15
  let fill: { date: string; price: number } | null = null;
  let entryBarExit: { date: string; price: number; reason: string } | null = null;
  let isUnproven = false;
  let ended: { state: string; reason: string } | null = null;
  let seen = 0;
  const lastDay =
    signal.closedOn !== null && signal.closedOn < signal.lastEntryDate
      ? signal.closedOn
      : signal.lastEntryDate;
  for (const bar of counted) {
    if (bar.date > lastDay) break;
    const { entry, stop, isMovedPastEntry } = getLevels(bar.date);
    if (isMovedPastEntry) {
      ended = { state: 'canceled', reason: 'stop_moved' };
      break;
    }
    seen += 1;
    if (!hasRange(bar) || !canTrade(bar)) continue;
    isUnproven = false;
    const { open, high, low, close, date } = bar;
    const isTouched = low <= entry && entry <= high;
    const isLimitReached = isBuy ? low <= entry : high >= entry;
    const isStopReached = isBuy ? high >= entry : low <= entry;
    const isReached = kind === 'touch' ? isTouched : kind === 'limit' ? isLimitReached : isStopReached;
    if (!isReached) continue;
    const isStopLossHit = isBuy ? low <= stop : high >= stop;
    const stopReason = stop === entry ? 'breakeven' : 'stop';

    if (signal.isPublishedInSession && date === signal.firstDate) {
      const isCloseAtOrBelow = isBuy ? close <= entry : close >= entry;
      const isCloseAtOrAbove = isBuy ? close >= entry : close <= entry;
      if (isStopLossHit) {
        fill = { date, price: entry };
        entryBarExit = { date, price: stop, reason: stopReason };
      } else if (kind === 'limit' && isCloseAtOrBelow) {
        fill = { date, price: entry };
      } else if (kind === 'stop' && isCloseAtOrAbove && end !== date) {
        fill = { date, price: close };
      } else {
        isUnproven = true;
      }
      if (fill) break;
      continue;
    }

    let price = entry;
    if (kind === 'limit') price = isBuy ? Math.min(open, entry) : Math.max(open, entry);
    if (kind === 'stop') price = isBuy ? Math.max(open, entry) : Math.min(open, entry);
    fill = { date, price };
    if (isStopLossHit) {
      const isFilledBeyondStop = isBuy ? price <= stop : price >= stop;
      const worst = isBuy ? low : high;
      entryBarExit = { date, price: isFilledBeyondStop ? worst : stop, reason: stopReason };
    }
    break;
  }

  // 17, 18 and 19
  if (fill === null) {
    const isOver = pricesUntil >= lastDay || counted.some(({ date }) => date > lastDay);
    if (!ended && isOver) {
      if (isUnproven) ended = { state: 'expired', reason: 'unproven' };
      else if (seen === 0) ended = { state: 'expired', reason: 'no_prices' };
      else if (lastDay === signal.lastEntryDate) ended = { state: 'expired', reason: 'validity' };
      else ended = { state: 'canceled', reason: 'closed' };
    }
    const { state, reason } = ended ?? { state: 'pending', reason: null };
    return { state, reason, fill, parts: [], targetsHit: 0, r: null, percent: null, markR: null };
  }

  // 13, 14, 16 and 20
  const { date: fillDate } = fill;
  const parts = signal.targets.map((_, index) => {
    if (entryBarExit) return entryBarExit;
    for (const bar of counted) {
      if (bar.date < fillDate || !canTrade(bar)) continue;
      const { date, close } = bar;
      if (date > fillDate && hasRange(bar)) {
        const { stop, targets, entry } = getLevels(date);
        const target = targets[index] as number;
        const stopReason = stop === entry ? 'breakeven' : 'stop';
        const { open, high, low } = bar;
        if (isBuy) {
          if (open <= stop) return { date, price: open, reason: stopReason };
          if (open >= target) return { date, price: open, reason: 'target' };
          if (low <= stop) return { date, price: stop, reason: stopReason };
          if (high >= target) return { date, price: target, reason: 'target' };
        } else {
          if (open >= stop) return { date, price: open, reason: stopReason };
          if (open <= target) return { date, price: open, reason: 'target' };
          if (high >= stop) return { date, price: stop, reason: stopReason };
          if (low <= target) return { date, price: target, reason: 'target' };
        }
      }
      if (date >= end) return { date, price: close, reason: endReason };
    }
    return null;
  });

  // 22 and 23
  const last = counted.at(-1) as EvaluatedBar;
  const isOpen = parts.includes(null);
  let total: Fraction = [0n, 1n];
  const basis = perShare(fill.price, fill.date);
  for (const part of parts) {
    const exit = part ? perShare(part.price, part.date) : perShare(last.close, last.date);
    total = add(total, isBuy ? subtract(exit, basis) : subtract(basis, exit));
  }
  const gain = divide(total, [BigInt(parts.length), 1n]);
  const r = round(divide(gain, [BigInt(Math.abs(signal.entry - signal.stop)), 1n]), 4);
  const percent = round(divide([gain[0] * 100n, gain[1]], basis), 2);
  const lastExit = parts.reduce<(typeof parts)[number]>(
    (latest, part) =>
      part && (!latest || part.date > latest.date || part.reason !== 'target') ? part : latest,
    null,
  );
  return {
    state: isOpen ? 'open' : 'closed',
    reason: isOpen ? null : (lastExit?.reason ?? null),
    fill,
    parts: parts.filter((part) => part !== null),
    targetsHit: parts.filter((part) => part?.reason === 'target').length,
    r: isOpen ? null : r,
    percent: isOpen ? null : percent,
    markR: isOpen ? r : null,
  };

  function perShare(price: number, date: string): Fraction {
    let result: Fraction = [BigInt(price), 1n];
    for (const each of adjustments)
      if (each.exDate > signal.firstDate && each.exDate <= date)
        result = divide(result, parseFraction(each.factor));
    return result;
  }
}

type Fraction = [numerator: bigint, denominator: bigint];

function parseFraction(text: string): Fraction {
  const [whole = '0', decimals = ''] = text.split('.');
  return [BigInt(whole + decimals), 10n ** BigInt(decimals.length)];
}

const add = ([a, b]: Fraction, [c, d]: Fraction): Fraction => [a * d + c * b, b * d];
const subtract = ([a, b]: Fraction, [c, d]: Fraction): Fraction => [a * d - c * b, b * d];
const divide = ([a, b]: Fraction, [c, d]: Fraction): Fraction => [a * d, b * c];

/** Multiplies paisa and rounds half up, at least to one. */
function multiply(price: number, factor: string): number {
  const [numerator, denominator] = parseFraction(factor);
  const rounded = (2n * BigInt(price) * numerator + denominator) / (2n * denominator);
  return rounded < 1n ? 1 : Number(rounded);
}

/** Rounds half away from zero. */
function round([a, b]: Fraction, decimals: number): string {
  const isNegative = a < 0n !== b < 0n && a !== 0n;
  const [numerator, denominator] = [a < 0n ? -a : a, b < 0n ? -b : b];
  const scale = 10n ** BigInt(decimals);
  const units = (2n * numerator * scale + denominator) / (2n * denominator);
  const digits = units.toString().padStart(decimals + 1, '0');
  const text = `${digits.slice(0, -decimals)}.${digits.slice(-decimals)}`;
  return isNegative && units > 0n ? `-${text}` : text;
}

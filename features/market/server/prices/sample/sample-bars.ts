import type { LocalDate } from '#core/contract/dates.ts';
import type { PastClosure } from '#features/corporate-actions/server/corporate-actions.ts';
import {
  listChanges,
  type ShareChange,
} from '#features/market/server/prices/adjustments/record-adjustments.ts';

/** An invented bar, in paisa. */
export interface SampleBar {
  date: LocalDate;
  open: number;
  high: number;
  low: number;
  close: number;
  /** Adjusted for the payout of an ex-date, as the exchange publishes it; `null` on the first day. */
  previousClose: number | null;
  volume: number;
  suffix: string | null;
}

const DAILY_MOVE = 0.012;
const WICK = 0.006;
/** After the samples, large enough that signals reach their stops and targets within days. */
const LATER_MOVE = 0.03;
/** During a signal, so that a wick does not hit another level. */
const SMALL_WICK = 0.0002;

/**
 * Makes the bars of a symbol on trading days, newest first, which pass through the anchors and fall by the payouts. Between the
 * anchors the prices move straight, before and after them as the symbol and the date determine. All this is calculated in
 * today's shares and then converted to prices as traded.
 */
export function makeSampleBars(
  symbol: string,
  days: readonly LocalDate[],
  tradedAnchors: readonly PriceAnchor[],
  steps: readonly PayoutStep[] = [],
): SampleBar[] {
  const anchors = tradedAnchors.map(({ daysAgo, price }) => ({
    daysAgo,
    price: fromTraded(price, getTradingDay(daysAgo), steps),
  }));
  const walk = makeWalk(symbol, days);
  const getPrice = (daysAgo: number) => interpolate(anchors, walk, daysAgo);
  const [oldest, newest] = [anchors.at(0)?.daysAgo ?? 0, anchors.at(-1)?.daysAgo ?? 0];
  return days.map((date, index) => {
    const [open, close] = [getPrice(index + 1), getPrice(index)];
    const passed = anchors.flatMap(({ daysAgo, price }) =>
      daysAgo >= index && daysAgo <= index + 1 ? [price] : [],
    );
    const wick = index < oldest && index + 1 > newest ? SMALL_WICK : WICK;
    const high = Math.max(open, close, ...passed) * (1 + wick * hash(symbol, date, 'high'));
    const low = Math.min(open, close, ...passed) * (1 - wick * hash(symbol, date, 'low'));
    const toStored = (price: number) => toPaisa(toTraded(price, index, steps));
    const suffixes = steps.flatMap((step) => (step.daysAgo === index ? (step.suffix ?? []) : []));
    return {
      date,
      open: toStored(open),
      high: toStored(high),
      low: toStored(low),
      close: toStored(close),
      previousClose: index === days.length - 1 ? null : toStored(open),
      volume: makeVolume(symbol, date),
      suffix: suffixes.length > 0 ? suffixes.join(' ') : null,
    };
  });
}

/**
 * Continues the prices of a symbol on trading days, newest first, after a close in paisa. They move as the symbol and the date determine
 * and fall by the payouts. Returns the bars by date.
 */
export function continueSampleBars(
  symbol: string,
  days: readonly LocalDate[],
  lastClose: number,
  steps: readonly PayoutStep[] = [],
): SampleBar[] {
  let before = lastClose;
  return days
    .map((date, daysAgo) => ({ date, stepsOfDay: steps.filter((step) => step.daysAgo === daysAgo) }))
    .toReversed()
    .map(({ date, stepsOfDay }) => {
      const random = (name: string) => hash(symbol, date, name);
      const move = (name: string, size: number) => Math.exp((random(name) - 0.5) * 2 * size);
      const adjusted = stepsOfDay.reduceRight(
        (price, { factor, amount }) => (price - amount) / factor,
        before / 100,
      );
      const open = adjusted * move('open', WICK);
      const close = adjusted * move('move', LATER_MOVE);
      const suffixes = stepsOfDay.flatMap(({ suffix }) => suffix ?? []);
      const bar = {
        date,
        open: toPaisa(open),
        high: toPaisa(Math.max(open, close) * (1 + WICK * random('high'))),
        low: toPaisa(Math.min(open, close) * (1 - WICK * random('low'))),
        close: toPaisa(close),
        previousClose: toPaisa(adjusted),
        volume: makeVolume(symbol, date),
        suffix: suffixes.length > 0 ? suffixes.join(' ') : null,
      };
      before = bar.close;
      return bar;
    });
}

const makeVolume = (symbol: string, date: LocalDate) =>
  Math.round(50_000 + 2_000_000 * hash(symbol, date, 'volume') ** 2);

/** Returns the trading day of a time, both in trading days before the end of the last one. */
const getTradingDay = (daysAgo: number) => Math.max(0, Math.ceil(daysAgo) - 1);

const toPaisa = (rupees: number) => Math.max(1, Math.round(rupees * 100));

/** Returns the logarithm of a random walk at the close of each day, and of the day before the first. */
function makeWalk(symbol: string, days: readonly LocalDate[]): number[] {
  const walk = Array<number>(days.length + 1).fill(0);
  for (let index = days.length - 1; index >= 0; index -= 1) {
    const move = (hash(symbol, days[index] ?? '', 'move') - 0.5) * 2 * DAILY_MOVE;
    walk[index] = (walk[index + 1] ?? 0) + move;
  }
  return walk;
}

function interpolate(anchors: readonly PriceAnchor[], walk: readonly number[], daysAgo: number): number {
  const before = anchors.findLast((anchor) => anchor.daysAgo >= daysAgo);
  const after = anchors.find((anchor) => anchor.daysAgo <= daysAgo);
  if (before && after) {
    if (before.daysAgo === after.daysAgo) return after.price;
    const share = (before.daysAgo - daysAgo) / (before.daysAgo - after.daysAgo);
    return before.price + share * (after.price - before.price);
  }
  const nearest = before ?? after ?? { daysAgo: 0, price: 100 };
  return nearest.price * Math.exp(getWalk(walk, daysAgo) - getWalk(walk, nearest.daysAgo));
}

function getWalk(walk: readonly number[], daysAgo: number): number {
  const floor = Math.min(Math.floor(daysAgo), walk.length - 1);
  const [close = 0, open = close] = [walk[floor], walk[floor + 1]];
  return close + (daysAgo - floor) * (open - close);
}

/** Returns a number from 0 to below 1 that the texts determine (FNV-1a). */
function hash(...texts: string[]): number {
  let value = 0x811c9dc5;
  for (const character of texts.join('|')) {
    value = Math.imul(value ^ (character.codePointAt(0) ?? 0), 0x01000193);
  }
  // FNV alone changes the high bits little for texts that differ at the end.
  value = Math.imul(value ^ (value >>> 15), 0x2c1b3c6d);
  return ((value ^ (value >>> 13)) >>> 0) / 2 ** 32;
}

/** The step of a price at an ex-date: the price before is `factor` times the price after, plus `amount`. */
export interface PayoutStep {
  /** The number of trading days from the ex-date to the last one. */
  daysAgo: number;
  factor: number;
  amount: number;
  /** The exchange's mark of the day. */
  suffix: 'XD' | 'XB' | 'XR' | null;
}

/** Returns the steps of a company's closures on these days, which are newest first; the newest step first. */
export function listPayoutSteps(
  closures: readonly PastClosure[],
  days: readonly LocalDate[],
): readonly PayoutStep[] {
  const steps = closures.flatMap((closure): PayoutStep[] => {
    const daysAgo = days.indexOf(closure.exDate);
    if (daysAgo === -1) return [];
    const changes = listChanges(closure).map(({ change }) => ({ daysAgo, ...toStep(change) }));
    if (closure.rupeesPerShare === null) return changes;
    // Cash is paid for the shares held before the others are given.
    return [...changes, { daysAgo, factor: 1, amount: Number(closure.rupeesPerShare), suffix: 'XD' }];
  });
  return steps.sort((a, b) => a.daysAgo - b.daysAgo);
}

function toStep(change: ShareChange): Omit<PayoutStep, 'daysAgo'> {
  switch (change.kind) {
    case 'bonus':
      return { factor: 1 + Number(change.percent) / 100, amount: 0, suffix: 'XB' };
    case 'split':
      return { factor: Number(change.newShares) / Number(change.oldShares), amount: 0, suffix: null };
    case 'right': {
      const share = Number(change.percent) / 100;
      return { factor: 1 + share, amount: -share * Number(change.subscriptionPrice), suffix: 'XR' };
    }
  }
}

/** Converts a price in today's shares, without payouts since, to the price as traded on a day. */
const toTraded = (price: number, daysAgo: number, steps: readonly PayoutStep[]): number =>
  steps
    .filter((step) => step.daysAgo < daysAgo)
    .reduce((traded, { factor, amount }) => factor * traded + amount, price);

/** The inverse of `toTraded`. */
const fromTraded = (price: number, daysAgo: number, steps: readonly PayoutStep[]): number =>
  steps
    .filter((step) => step.daysAgo < daysAgo)
    .reduceRight((traded, { factor, amount }) => (traded - amount) / factor, price);

/** A price at a time, in trading days before the end of the last one: 0 is the last close, 1 the one before. */
export interface PriceAnchor {
  daysAgo: number;
  price: number;
}

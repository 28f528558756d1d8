import type { PriceAnchor } from '#features/market/server/prices/prices.ts';
import { intradaySignals } from './intraday-signals.ts';
import { investmentSignals } from './investment-signals.ts';
import type { SampleSignal } from './sample-signal.ts';
import { swingSignals } from './swing-signals.ts';

export type { SampleSignal } from './sample-signal.ts';

/** Signals of real companies with invented prices, over about ten weeks. */
export const sampleSignals: SampleSignal[] = [...intradaySignals, ...swingSignals, ...investmentSignals];

/** Lists the prices that the sample signals need, by symbol. */
export const listSampleAnchors = (): { symbol: string; anchors: PriceAnchor[] }[] =>
  sampleSignals.map((sample) => ({ symbol: sample.signal.symbol, anchors: makeSignalAnchors(sample) }));

/** How far a price passes a level, or stays away from it. */
const MARGIN = 0.002;

/**
 * Returns the prices at which a sample signal is published, changed and closed, oldest first. Straight lines between them
 * hit the levels of its outcome and no others.
 */
export function makeSignalAnchors({ signal, published, changes, outcome }: SampleSignal): PriceAnchor[] {
  const sign = signal.order_type === 'buy' ? 1 : -1;
  const entry = Number(signal.entry_price);
  const [first = entry, second] = signal.target_points.map(Number);
  const last = Number(signal.target_points.at(-1));
  const pass = (level: number) => level * (1 + sign * MARGIN);
  const fallBelow = (level: number) => level * (1 - sign * MARGIN);
  const approach = (share: number) => entry + share * (first - entry);
  // A signal of the current day is published near the last close.
  if (published === null) return [{ daysAgo: 0, price: fallBelow(entry) }];
  const at = (index: number) => changes.at(index)?.daysAgo ?? 0;
  const between = second === undefined ? approach(0.6) : (first + second) / 2;
  const later: Record<SampleSignal['outcome'], PriceAnchor[]> = {
    'last target': [
      { daysAgo: at(0), price: between },
      { daysAgo: at(-1), price: last },
    ],
    stop: [{ daysAgo: at(-1), price: Number(signal.stop_loss) }],
    'trailed stop': [
      { daysAgo: at(0), price: approach(0.6) },
      { daysAgo: at(1), price: second === undefined ? pass(pass(first)) : between },
      { daysAgo: at(2), price: first },
    ],
    analyst: [{ daysAgo: at(-1), price: approach(0.45) }],
    open: [{ daysAgo: 0, price: approach(0.3) }],
    'open, trailed': [
      { daysAgo: at(0), price: pass(first) },
      { daysAgo: 0, price: approach(0.7) },
    ],
  };
  // The price goes beyond the entry price from either side, so that it is filled for certain.
  const crossed = [
    { daysAgo: published, price: fallBelow(entry) },
    { daysAgo: published - 0.02, price: pass(entry) },
  ];
  return [...crossed, ...later[outcome]];
}

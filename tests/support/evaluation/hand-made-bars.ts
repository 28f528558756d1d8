import { addDays } from '#core/contract/dates.ts';
import { evaluateSignal } from '#features/signals/server/track-record/evaluation/evaluate-signal.ts';
import type {
  EvaluatedAdjustment,
  EvaluatedBar,
  EvaluatedSignal,
  Evaluation,
} from '#features/signals/server/track-record/evaluation/evaluation.ts';

/** A buy at Rs. 100, stop 95, targets 110 and 120: 1 R is Rs. 5. Monday 2 November 2026 is the first day. */
export const BUY: EvaluatedSignal = {
  side: 'buy',
  entry: 100_00,
  stop: 95_00,
  targets: [110_00, 120_00],
  firstDate: '2026-11-02',
  isPublishedInSession: false,
  publishedAt: Date.parse('2026-11-02T03:00:00Z') / 1000,
  lastEntryDate: '2026-11-04',
  timeLimit: { date: '2026-11-30', reason: 'time' },
  closedOn: null,
  stopMoves: [],
};
/** The mirror image: a sell at Rs. 100, stop 105, targets 90 and 80. */
export const SELL: EvaluatedSignal = { ...BUY, side: 'sell', stop: 105_00, targets: [90_00, 80_00] };

/** Prices in rupees: open, high, low, close. The first bar is of the day before, the second of the first day. */
export type Prices = [open: number, high: number, low: number, close: number];
const DATES = ['2026-10-30', '2026-11-02', '2026-11-03', '2026-11-04', '2026-11-05', '2026-11-06'];

export const toBar = ([open, high, low, close]: Prices, index: number): EvaluatedBar => ({
  date: DATES[index] ?? '',
  open: Math.round(open * 100),
  high: Math.round(high * 100),
  low: Math.round(low * 100),
  close: Math.round(close * 100),
  previousClose: null,
  volume: 1000,
});

export const toPrint = (price: number) => ({ open: price, high: price, low: price, close: price });

export const toBars = (prices: Prices[], orient = (each: Prices) => each) =>
  prices.map((each, index) => toBar(orient(each), index));
export const mirror = ([open, high, low, close]: Prices): Prices => [
  200 - open,
  200 - low,
  200 - high,
  200 - close,
];

export function evaluate(
  signal: EvaluatedSignal,
  bars: EvaluatedBar[],
  { adjustments = [], pricesUntil = bars.at(-1)?.date ?? DATES[0] ?? '' }: Options = {},
): Evaluation {
  return evaluateSignal(signal, bars, adjustments, { pricesUntil, addTradingDays: addDays });
}
interface Options {
  adjustments?: EvaluatedAdjustment[];
  pricesUntil?: string;
}

/** The fill and the exits in rupees: `100 → 2×110 target`. */
export function summarize({ fill, exits, state, reason, rMultiple }: Evaluation): string {
  const trades = exits.map(({ parts, price, reason: why }) => `${parts}×${price / 100} ${why}`);
  return [
    fill ? fill.price / 100 : '–',
    ...trades,
    [state, reason, rMultiple].filter(Boolean).join(' '),
  ].join(', ');
}

/** Above the entry, so that it is a limit order; at 99 it would be a stop order. */
export const LIMIT: Prices = [104, 105, 103, 104];
export const STOP: Prices = [97, 99, 96, 98];
/** Fills a limit order at 100. */
export const FILL: Prices = [102, 103, 99, 101];

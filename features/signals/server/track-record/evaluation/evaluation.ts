import Big from 'big.js';
import type { LocalDate } from '#core/contract/dates.ts';

/** A signal as published, with the dates that the trading calendar gives. Prices are paisa. */
export interface EvaluatedSignal {
  side: 'buy' | 'sell';
  entry: number;
  stop: number;
  /** In the order in which the price would reach them. */
  targets: readonly number[];
  /** The first trading day that counts. */
  firstDate: LocalDate;
  /** The first trading day had opened at publication. */
  isPublishedInSession: boolean;
  /** The time of publication in Unix seconds: earlier intraday prices do not count. */
  publishedAt: number;
  /** The last date on which the entry may be filled. */
  lastEntryDate: LocalDate;
  timeLimit: { date: LocalDate; reason: 'session_end' | 'time' };
  /** The trading day at whose close an administrator's closing takes effect. */
  closedOn: LocalDate | null;
  /** By date. The stop is in the prices of the date from which it applies. */
  stopMoves: readonly StopMove[];
}

interface StopMove {
  appliesFrom: LocalDate;
  stop: number;
}

/** A bar as traded, in paisa. */
export interface EvaluatedBar {
  date: LocalDate;
  open: number | null;
  high: number | null;
  low: number | null;
  close: number;
  previousClose: number | null;
  volume: number | null;
  /** Bars of any duration within the session, by time. */
  intraday?: readonly IntradayBar[];
}

export interface IntradayBar {
  /** In Unix seconds. */
  at: number;
  open: number;
  high: number;
  low: number;
  close: number;
}

/** A bar of a date on which an order was filled, as it is stored with the outcome. */
export type TradedBar = Pick<EvaluatedBar, 'date' | 'open' | 'high' | 'low' | 'close' | 'volume'> & {
  /** The SHA-256 of the intraday prices that can replace the bar; `null` without any. */
  intraday: string | null;
};

/**
 * A bonus, a right, a split or a cash dividend. The factor is the price after it divided by the price before it, 1 for a dividend. The
 * dividend is in paisa, of a share before the factor.
 */
export interface EvaluatedAdjustment {
  exDate: LocalDate;
  factor: string;
  dividend?: string;
  /** The date on which a cash dividend was first stored. */
  recordedOn?: LocalDate;
  /** It is not stored, but follows from a previous close. */
  isImplied?: true;
}

export interface EvaluationOptions {
  /** The last date for which prices of any symbol are stored. */
  pricesUntil: LocalDate;
  addTradingDays: (date: LocalDate, count: number) => LocalDate;
}

export type OrderKind = 'limit' | 'stop' | 'touch';

export type ExitReason =
  | 'target'
  | 'stop'
  | 'breakeven'
  | 'manual'
  | 'time'
  | 'session_end'
  | 'trading_ended';

export type EvaluationState = 'pending' | 'open' | 'closed' | 'expired' | 'canceled' | 'not_measurable';

/**
 * Why an evaluation ended: the last exit, or why the entry was not filled; `entry_missed` while it is pending and the first target was
 * traded, and `prices_missing` while it goes no further because of missing bars. Version 1 also had `unproven`.
 */
export type EvaluationReason =
  | ExitReason
  | 'validity'
  | 'unproven'
  | 'no_prices'
  | 'closed'
  | 'stop_moved'
  | 'entry_missed'
  | 'prices_missing';

export interface Exit {
  date: LocalDate;
  /** The price as traded on that date. */
  price: number;
  /** The number of parts, of as many as the signal has targets. */
  parts: number;
  reason: ExitReason;
}

/** What one price path earns. */
export interface PathResult {
  /** With four decimals; zero without a fill. */
  rMultiple: string;
  /** With two decimals; `null` without a fill. */
  percent: string | null;
  fill: { date: LocalDate; price: number } | null;
  exits: Exit[];
}

/** The worst over all price paths that the data allow. */
export interface Evaluation {
  /** `pending` or `open` while a path is. */
  state: EvaluationState;
  reason: EvaluationReason | null;
  orderKind: OrderKind;
  referenceClose: number | null;
  fill: { date: LocalDate; price: number } | null;
  exits: Exit[];
  targetsHit: number;
  /** The result of a closed signal, with four decimals. */
  rMultiple: string | null;
  /** The result of a closed signal, with two decimals. */
  percent: string | null;
  /** The worst and the best result over all paths; of the paths that are open, at the last close. */
  bounds: { worst: PathResult; best: PathResult };
  /** What happened before the publication on the first day can no longer make a difference. */
  isMeasurable: boolean;
  /** The last close of an open signal, and the result if the rest exited there. */
  mark: { date: LocalDate; price: number; rMultiple: string; percent: string } | null;
  /** The number of bars after that of the fill, until the last exit or the last bar. */
  barsHeld: number | null;
  /** The date on which the last path ended, if all have. */
  endedOn: LocalDate | null;
  /** The last date that it had to wait for until no bar was missing (rules 28 and 29); `null` if it did not. */
  waitedUntil: LocalDate | null;
  steps: EvaluationStep[];
}

/** One step of the explanation: what a bar, or several equal ones, meant for the signal. Prices are paisa. */
export type EvaluationStep =
  | {
      code: 'published';
      date: LocalDate;
      order_kind: OrderKind;
      reference_close: number | null;
      in_session: boolean;
    }
  | { code: 'waited' | 'held'; date: LocalDate; until: LocalDate; bars: number; low: number; high: number }
  | { code: UnusableReason; date: LocalDate; until: LocalDate; bars: number }
  | { code: 'filled'; date: LocalDate; price: number; at: 'entry' | 'open' | 'close' }
  | { code: 'unproven'; date: LocalDate; low: number; high: number; close: number }
  | { code: 'stop_hit'; date: LocalDate; level: number; price: number; at: 'level' | 'open' | 'low' }
  | { code: 'target_hit'; date: LocalDate; target: number; price: number; at: 'level' | 'open' }
  | {
      code: 'target_not_counted';
      date: LocalDate;
      target: number;
      because: 'entry_bar' | 'stop_in_same_bar' | 'published_in_session';
    }
  | { code: 'prices_missing'; date: LocalDate; last_close: number | null; previous_close: number | null }
  | { code: 'several_paths'; date: LocalDate; low: number; high: number }
  | { code: 'dividend_paid'; date: LocalDate; amount: string }
  | { code: 'dividend_subtracted'; date: LocalDate; amount: string; recorded_on: LocalDate | null }
  | { code: 'trading_ended'; date: LocalDate; price: number; last_close: number }
  | { code: 'not_measurable'; date: LocalDate; worst: string; best: string }
  | { code: 'stop_moved' | 'stop_move_ignored'; date: LocalDate; from: number; to: number }
  | {
      code: 'adjusted';
      date: LocalDate;
      factor: string;
      is_implied?: true;
      entry: number;
      stop: number;
      targets: number[];
    }
  | { code: 'exited_at_close'; date: LocalDate; price: number; reason: ExitReason }
  | { code: 'expired' | 'canceled'; date: LocalDate; reason: EvaluationReason };

export type UnusableReason = 'close_only' | 'untraded' | 'limit_locked';

/** Multiplies a price, less a dividend, by the factor of an adjustment and rounds half up to paisa, at least to one. */
export const scalePrice = (price: number, factor: string, dividend = '0'): number =>
  Math.max(1, Number(new Big(price).minus(dividend).times(factor).round(0, Big.roundHalfUp)));

/** Brings a price into the prices of a later date. */
export function bringForward(
  price: number,
  adjustments: readonly EvaluatedAdjustment[],
  { after, until }: { after: LocalDate; until: LocalDate },
): number {
  let scaled = price;
  for (const { exDate, factor } of adjustments) {
    if (exDate > after && exDate <= until) scaled = scalePrice(scaled, factor);
  }
  return scaled;
}

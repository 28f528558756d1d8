import type { LocalDate } from '#contract/dates.ts';

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
  /** The last date on which the entry may be filled. */
  lastEntryDate: LocalDate;
  timeLimit: { date: LocalDate; reason: 'session_end' | 'time' };
  /** The trading day at whose close an administrator's closing takes effect. */
  closedOn: LocalDate | null;
  /** By date. The stop is in the prices of the date from which it applies. */
  stopMoves: readonly StopMove[];
}

export interface StopMove {
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
}

/** A bonus, a right or a split. The factor is the price after it divided by the price before it. */
export interface EvaluatedAdjustment {
  exDate: LocalDate;
  factor: string;
}

export interface EvaluationOptions {
  /** The last date for which prices of any symbol are stored. */
  pricesUntil: LocalDate;
}

export type OrderKind = 'limit' | 'stop' | 'touch';

export type ExitReason = 'target' | 'stop' | 'breakeven' | 'manual' | 'time' | 'session_end';

export type EvaluationState = 'pending' | 'open' | 'closed' | 'expired' | 'canceled';

/** Why an evaluation ended: the last exit, or why the entry was not filled. */
export type EvaluationReason = ExitReason | 'validity' | 'unproven' | 'no_prices' | 'closed' | 'stop_moved';

export interface Exit {
  date: LocalDate;
  /** As traded on that date. */
  price: number;
  /** The number of parts, of as many as the signal has targets. */
  parts: number;
  reason: ExitReason;
}

export interface Evaluation {
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
  /** The last close of an open signal, and the result if the rest exited there. */
  mark: { date: LocalDate; price: number; rMultiple: string; percent: string } | null;
  /** The number of bars after that of the fill, until the last exit or the last bar. */
  barsHeld: number | null;
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
  | { code: 'stop_moved' | 'stop_move_ignored'; date: LocalDate; from: number; to: number }
  | { code: 'adjusted'; date: LocalDate; factor: string; entry: number; stop: number; targets: number[] }
  | { code: 'exited_at_close'; date: LocalDate; price: number; reason: ExitReason }
  | { code: 'expired' | 'canceled'; date: LocalDate; reason: EvaluationReason };

export type UnusableReason = 'close_only' | 'untraded' | 'limit_locked';

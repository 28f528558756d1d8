import type { LocalDate } from '#core/contract/dates.ts';
import type { ActionKind } from '#features/positions/contract/actions.ts';
import type { TradeKind } from '#features/positions/contract/trades.ts';
import type { Paisa, Ratio } from './amounts.ts';

/** A trade as the rules use it. */
export interface HistoryTrade {
  id: number;
  symbol: string;
  side: 'buy' | 'sell';
  kind: TradeKind;
  date: LocalDate;
  shares: number;
  /** The shares times the price, without costs. */
  amount: Paisa;
  costs: Paisa;
  signalId: string | null;
}

/** What a customer knows better about an action. */
export interface Correction {
  decision?: 'ignored' | 'taken' | 'lapsed' | undefined;
  /** The shares of a right that was taken, or those that were received of a bonus. */
  shares?: number | undefined;
  /** When a right was paid. */
  date?: LocalDate | undefined;
  /** What was paid for all shares of the right, and the costs. */
  amount?: Paisa | undefined;
  costs?: Paisa | undefined;
  ratio?: Ratio | undefined;
  cashInLieu?: Paisa | undefined;
  withholding?: Paisa | undefined;
  receivedOn?: LocalDate | undefined;
}

interface BaseAction {
  key: string;
  /** The source of the adjustment of prices by the same announcement. */
  adjustment?: string;
  kind: ActionKind;
  symbol: string;
  exDate: LocalDate;
  isExDateEstimated: boolean;
  description: string;
  correction: Correction | null;
  isOwn: boolean;
  /** The announcement before it was revised, oldest first. */
  earlier: readonly { bcFrom: LocalDate; payout: string }[];
}

/**
 * A corporate action. `ratio` is, for a split or a merger, the shares after it for one share; for a bonus or a right the new shares for one;
 * for cash the paisa for one.
 */
export type ShareAction = BaseAction &
  (
    | { kind: 'cash'; ratio: Ratio }
    | { kind: 'bonus'; ratio: Ratio; bcFrom: LocalDate }
    /** `price` is `null` if the premium was not announced. */
    | { kind: 'right'; ratio: Ratio; price: Paisa | null }
    | { kind: 'split'; ratio: Ratio }
    /** `ratio` is `null` if it is not known. */
    | { kind: 'merger'; ratio: Ratio | null; successor: string }
    | { kind: 'rename'; successor: string }
    | { kind: 'unclear' }
  );

/** A company that another symbol continues. */
export interface SymbolChange {
  kind: 'renamed' | 'merged';
  from: string;
  to: string;
  /** The first day of the new symbol; `null` if it is not known. */
  date: LocalDate | null;
}

/** The names of companies over time. */
export interface SymbolNames {
  /** Returns the newest name of a company, which identifies it. */
  resolve(symbol: string): string;
  /** Returns the name on a date of a company. */
  nameOn(id: string, date: LocalDate): string;
  /** Returns all names of a company. */
  listNames(id: string): readonly string[];
}

/** All that positions follow from. */
export interface History {
  trades: readonly HistoryTrade[];
  actions: readonly ShareAction[];
  names: SymbolNames;
  /** Later trades and actions do not count. */
  until: LocalDate;
}

/** The closes of symbols by date, in paisa as traded. */
export type PriceSeries = ReadonlyMap<string, readonly ClosePoint[]>;

export interface ClosePoint {
  date: LocalDate;
  close: Paisa;
}

/** The holding periods: within the session, days to weeks, months or longer. */
export const SIGNAL_TYPES = ['intraday', 'swing', 'investment'] as const;
export type SignalType = (typeof SIGNAL_TYPES)[number];

/**
 * The orders of a list of signals. `open_first`, `symbol` and `risk_type` (lowest first) list those in progress before those
 * that ended; `-created_at` and `-changed_at` list both together by time. Ties are newest first.
 */
export const SIGNAL_ORDERINGS = ['open_first', '-created_at', '-changed_at', 'symbol', 'risk_type'] as const;
export type SignalOrdering = (typeof SIGNAL_ORDERINGS)[number];
export const DEFAULT_SIGNAL_ORDERING: SignalOrdering = 'open_first';

/**
 * What the last close means for a signal in addition to its state. `stop_passed`: it is at the stop loss or past it. `not_comparable`: a
 * split, bonus or right has changed the price since the levels were set.
 */
export const PRICE_STATUSES = ['stop_passed', 'not_comparable'] as const;
export type PriceStatus = (typeof PRICE_STATUSES)[number];

export const SECTOR_MAX_LENGTH = 80;
export const SYMBOL_MAX_LENGTH = 20;

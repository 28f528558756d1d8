/** How long a signal is meant to be held: within the session, days to weeks, months and more. */
export const SIGNAL_TYPES = ['intraday', 'swing', 'investment'] as const;
export type SignalType = (typeof SIGNAL_TYPES)[number];

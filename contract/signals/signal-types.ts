/** The holding periods: within the session, days to weeks, months or longer. */
export const SIGNAL_TYPES = ['intraday', 'swing', 'investment'] as const;
export type SignalType = (typeof SIGNAL_TYPES)[number];

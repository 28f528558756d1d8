/**
 * The subject of a committed change. Cached responses list the topics that they depend on, so no topic may cover both
 * public and premium content: re-rendering a public page would reveal when premium content is published.
 *
 * - `alert-arrivals`: how fast alerts arrive, which is calculated every hour and not when premium content is published.
 * - `bank-transfers`: statements of the bank and what they pay for. No cached response depends on it.
 * - `signals`: intraday signals, which are public.
 * - `premium-signals`: swing and investment signals.
 * - `premium-states`: the states of swing and investment signals, by their evaluation and decisions about them.
 * - `ledger`: the public record, which shows that and when premium signals change, but not which (decision 57).
 * - `market`: the holidays and trading hours of the exchange, and the directory of companies with their statuses.
 * - `prices`: end-of-day prices, index values and adjustments.
 * - `track-record`: states of signals whose results are public, intraday signals among them.
 * - `clock`: the clock of a demo was advanced.
 */
export const CHANGE_TOPICS = [
  'alert-arrivals',
  'bank-transfers',
  'clock',
  'corporate-actions',
  'ledger',
  'market',
  'news',
  'premium-signals',
  'premium-states',
  'prices',
  'signals',
  'track-record',
] as const;
export type ChangeTopic = (typeof CHANGE_TOPICS)[number];

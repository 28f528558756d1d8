/**
 * The keys of the advisory locks of the database, in one list so that no number is used twice. They are arbitrary, but must stay the
 * same in every release: servers of two releases run side by side during an upgrade.
 */
export const ADVISORY_LOCKS = {
  /** Servers that start together migrate in turn. */
  migration: 8_250_317,
  /** Writers of articles update the same rows of counts, and would deadlock. */
  articles: 8_250_318,
  /** Imports and reverts start one after the other. */
  importStart: 8_250_319,
  /** One writer at a time extends the chain of the ledger. */
  ledgerChain: 8_250_324,
  /** The first statuses of a company that are entered simultaneously have no row to lock. */
  companyStatuses: 8_250_331,
  /** Orders of bank transfers get different amounts, and receipts numbers without gaps. */
  bankTransfers: 8_250_332,
  /** Shared by every connected server. The database releases it when the process ends, however that happens. */
  serverPresence: 8_250_330,
} as const;

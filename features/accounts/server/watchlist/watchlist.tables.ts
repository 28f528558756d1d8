import { index, pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core';
import { timestamptz } from '#core/server/platform/database/columns.ts';

/** The companies that customers watch. */
export const watchlistItems = pgTable(
  'watchlist_items',
  {
    userId: uuid('user_id').notNull(),
    symbol: text().notNull(),
    addedAt: timestamptz('added_at').notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.userId, table.symbol] }),
    index('watchlist_items_symbol_idx').on(table.symbol, table.userId),
  ],
);

/** The signals that customers marked as entered. */
export const enteredSignals = pgTable(
  'entered_signals',
  {
    userId: uuid('user_id').notNull(),
    signalId: uuid('signal_id').notNull(),
    enteredAt: timestamptz('entered_at').notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.userId, table.signalId] }),
    index('entered_signals_signal_idx').on(table.signalId, table.userId),
  ],
);

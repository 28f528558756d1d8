import { bigint, index, integer, pgTable, primaryKey, text, timestamp, uuid } from 'drizzle-orm/pg-core';
import { SIGNAL_TYPES } from '#contract/signals/signal-types.ts';
import { SIGNAL_EVENT_KINDS } from '#contract/signals/stream.ts';

const signalType = () => text('signal_type', { enum: SIGNAL_TYPES }).notNull();
const position = () => bigint({ mode: 'number' }).notNull();

/** The position of the last event of each type. A transaction that records an event locks its row until the commit. */
export const signalEventPositions = pgTable('signal_event_positions', {
  signalType: signalType().primaryKey(),
  position: position(),
});

/**
 * The changes of the lists of signals, for the stream. The positions of one type have no gaps and are in commit order, so
 * that a reader who has seen a position has seen all before it.
 */
export const signalEvents = pgTable(
  'signal_events',
  {
    signalType: signalType(),
    position: position(),
    kind: text({ enum: SIGNAL_EVENT_KINDS }).notNull(),
    signalId: uuid('signal_id').notNull(),
    /** The version of the signal that the event made current. */
    version: integer().notNull(),
    recordedAt: timestamp('recorded_at', { withTimezone: true, mode: 'date' }).notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.signalType, table.position] }),
    index('signal_events_recorded_at_idx').on(table.recordedAt),
  ],
);

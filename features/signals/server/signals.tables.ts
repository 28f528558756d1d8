import { sql } from 'drizzle-orm';
import {
  bigint,
  boolean,
  check,
  date,
  index,
  integer,
  jsonb,
  numeric,
  pgTable,
  primaryKey,
  text,
  uniqueIndex,
  uuid,
} from 'drizzle-orm/pg-core';
import { timestamptz } from '#core/server/platform/database/columns.ts';
import type { Disclosure } from '#features/signals/contract/publishing/disclosure.ts';
import type { AdminSignal, DraftContent } from '#features/signals/contract/publishing/signal-body.ts';
import type { SignalWarning } from '#features/signals/contract/publishing/signal-warnings.ts';
import type { Note } from '#features/signals/contract/signal.ts';
import { SIGNAL_TYPES } from '#features/signals/contract/signal-types.ts';
import { SIGNAL_EVENT_KINDS } from '#features/signals/contract/stream.ts';

const signalType = () => text('signal_type', { enum: SIGNAL_TYPES }).notNull();
const position = () => bigint({ mode: 'number' }).notNull();
const rupees = (name: string) => numeric(name, { precision: 12, scale: 2 });

/** The current state of the signals. Rows are never removed: deleting sets `deleted_at`. */
export const signals = pgTable(
  'signals',
  {
    id: uuid().primaryKey().default(sql`gen_random_uuid()`),
    /** Seven random symbols by which messages about the signal are verified. A default, so that servers of all releases give one. */
    code: text().notNull().default(sql`new_signal_code()`),
    signalType: signalType(),
    symbol: text().notNull(),
    title: text(),
    sector: text(),
    entryPrice: rupees('entry_price').notNull(),
    stopLoss: rupees('stop_loss').notNull(),
    /** In the order in which the price would reach them. */
    targetPoints: rupees('target_points').array().notNull(),
    leverage: integer().notNull(),
    shariahType: text('shariah_type', { enum: ['Compliant', 'Non-Compliant', 'Unknown'] }).notNull(),
    riskType: text('risk_type', { enum: ['high', 'medium', 'low'] }).notNull(),
    orderType: text('order_type', { enum: ['buy', 'sell'] }).notNull(),
    callStatus: text('call_status', { enum: ['in_progress', 'closed'] }).notNull(),
    analystName: text('analyst_name'),
    analystRegistration: text('analyst_registration'),
    rationale: text(),
    disclosures: text().array().$type<Disclosure[]>(),
    /** In trading days; `null` before release 1.3. */
    horizonDays: integer('horizon_days'),
    /** Oldest first; `null` without any. */
    notes: jsonb().$type<Note[]>(),
    version: integer().notNull(),
    createdAt: timestamptz('created_at').notNull(),
    changedAt: timestamptz('changed_at'),
    closedAt: timestamptz('closed_at'),
    deletedAt: timestamptz('deleted_at'),
  },
  (table) => [
    uniqueIndex('signals_code_key').on(table.code),
    index('signals_list_idx')
      .on(table.signalType, table.createdAt.desc().nullsFirst(), table.id.desc().nullsFirst())
      .where(sql`deleted_at is null`),
    // With the columns that administrators filter by, so that a page deep in the list and the total read the index alone.
    index('signals_date_idx')
      .on(
        table.createdAt.desc().nullsFirst(),
        table.id.desc().nullsFirst(),
        table.signalType,
        table.callStatus,
      )
      .where(sql`deleted_at is null`),
    index('signals_state_idx')
      .on(table.signalType, table.callStatus, table.createdAt)
      .where(sql`deleted_at is null`),
    index('signals_closed_idx').on(table.signalType, table.closedAt).where(sql`deleted_at is null`),
    index('signals_symbol_idx').on(table.signalType, table.symbol),
    index('signals_search_idx').using(
      'gin',
      sql`${table.symbol} gin_trgm_ops`,
      sql`${table.title} gin_trgm_ops`,
    ),
    check('signals_entry_price_positive', sql`${table.entryPrice} > 0`),
    check('signals_stop_loss_positive', sql`${table.stopLoss} > 0`),
    check('signals_target_points_some', sql`cardinality(${table.targetPoints}) between 1 and 6`),
  ],
);

/** The history of each signal: the published version and every change. A trigger rejects updates and deletions. */
export const signalVersions = pgTable(
  'signal_versions',
  {
    signalId: uuid('signal_id')
      .notNull()
      .references(() => signals.id),
    version: integer().notNull(),
    action: text({ enum: ['added', 'updated', 'deleted'] }).notNull(),
    changedAt: timestamptz('changed_at').notNull(),
    /** The administrator's name at that time, or the part of the product that made the change. */
    changedBy: text('changed_by').notNull(),
    administratorId: uuid('administrator_id'),
    /** The administrator who approved the publication; both `null` if none had to. */
    approvedBy: text('approved_by'),
    approverId: uuid('approver_id'),
    /** The signal after the change. */
    signal: jsonb().$type<AdminSignal>().notNull(),
    /** Why the administrator made the change in spite of warnings, and which; both `null` if there were none. */
    overrideReason: text('override_reason'),
    overriddenWarnings: jsonb('overridden_warnings').$type<SignalWarning[]>(),
  },
  (table) => [
    primaryKey({ columns: [table.signalId, table.version] }),
    check(
      'signal_versions_override_whole',
      sql`(${table.overrideReason} is null) = (${table.overriddenWarnings} is null)`,
    ),
    check(
      'signal_versions_approval_whole',
      sql`(${table.approvedBy} is null) = (${table.approverId} is null)`,
    ),
  ],
);

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
    recordedAt: timestamptz('recorded_at').notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.signalType, table.position] }),
    index('signal_events_recorded_at_idx').on(table.recordedAt),
  ],
);

/**
 * Signals that are not published. A table of its own, so that no list, stream, count or statistic of signals can contain one.
 * Publishing a draft deletes its row. Names are those of administrators at that time.
 */
export const signalDrafts = pgTable(
  'signal_drafts',
  {
    id: uuid().primaryKey().default(sql`gen_random_uuid()`),
    content: jsonb().$type<DraftContent>().notNull(),
    /** Increased by every change, also of the state. */
    version: integer().notNull(),
    createdAt: timestamptz('created_at').notNull(),
    createdBy: text('created_by').notNull(),
    /** The last change of the content. */
    updatedAt: timestamptz('updated_at').notNull(),
    updatedBy: text('updated_by').notNull(),
    updatedById: uuid('updated_by_id').notNull(),
    /** `null` unless it waits for approval. */
    submittedAt: timestamptz('submitted_at'),
    submittedBy: text('submitted_by'),
    submittedById: uuid('submitted_by_id'),
    /** The last time that it was sent back; `null` once it is submitted again. */
    returnedAt: timestamptz('returned_at'),
    returnedBy: text('returned_by'),
    returnComment: text('return_comment'),
  },
  (table) => [
    index('signal_drafts_list_idx').on(table.updatedAt.desc().nullsFirst(), table.id.desc().nullsFirst()),
    check(
      'signal_drafts_submission_whole',
      sql`num_nulls(${table.submittedAt}, ${table.submittedBy}, ${table.submittedById}) in (0, 3)`,
    ),
    check(
      'signal_drafts_return_whole',
      sql`num_nulls(${table.returnedAt}, ${table.returnedBy}, ${table.returnComment}) in (0, 3)`,
    ),
  ],
);

/** The analysts whom new signals can name, in the order of their additions. Signals store the name and the number. */
export const analysts = pgTable(
  'analysts',
  {
    id: uuid().primaryKey().default(sql`gen_random_uuid()`),
    name: text().notNull(),
    registration: text(),
    validFrom: date('valid_from', { mode: 'string' }),
    /** The last day. */
    validUntil: date('valid_until', { mode: 'string' }),
    isActive: boolean('is_active').notNull(),
    addedAt: timestamptz('added_at').notNull(),
  },
  (table) => [
    uniqueIndex('analysts_name_registration').on(table.name, sql`coalesce(${table.registration}, '')`),
    check('analysts_ends_after_start', sql`${table.validUntil} >= ${table.validFrom}`),
  ],
);

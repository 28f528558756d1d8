import { sql } from 'drizzle-orm';
import {
  check,
  index,
  integer,
  jsonb,
  numeric,
  pgTable,
  primaryKey,
  text,
  timestamp,
  uuid,
} from 'drizzle-orm/pg-core';
import type { AdminSignal } from '#contract/signals/signal-body.ts';
import type { SignalWarning } from '#contract/signals/signal-warnings.ts';

const timestamptz = (name: string) => timestamp(name, { withTimezone: true, mode: 'date' });
const rupees = (name: string) => numeric(name, { precision: 12, scale: 2 });

/** The current state of the signals. Rows are never removed: deleting sets `deleted_at`. */
export const signals = pgTable(
  'signals',
  {
    id: uuid().primaryKey().default(sql`gen_random_uuid()`),
    signalType: text('signal_type', { enum: ['intraday', 'swing', 'investment'] }).notNull(),
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
    version: integer().notNull(),
    createdAt: timestamptz('created_at').notNull(),
    changedAt: timestamptz('changed_at'),
    closedAt: timestamptz('closed_at'),
    deletedAt: timestamptz('deleted_at'),
  },
  (table) => [
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

import { type SQL, sql } from 'drizzle-orm';
import {
  type AnyPgColumn,
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
  uuid,
} from 'drizzle-orm/pg-core';
import type { LocalDate } from '#core/contract/dates.ts';
import { timestamptz } from '#core/server/platform/database/columns.ts';
import type { ActionCorrection, OwnAction } from '#features/positions/contract/actions.ts';
import type { CostPreset } from '#features/positions/contract/costs.ts';
import { LEVEL_KINDS } from '#features/positions/contract/levels.ts';
import type { DividendClass } from '#features/positions/contract/taxes.ts';
import { TRADE_KINDS, TRADE_SIDES } from '#features/positions/contract/trades.ts';

/** A date in Karachi. */
const localDate = (name: string) => date(name, { mode: 'string' });
const rupees = (name: string) => numeric(name, { precision: 14, scale: 2 });
const isOneOf = (column: AnyPgColumn, values: readonly string[]): SQL =>
  sql`${column} in (${sql.raw(values.map((value) => `'${value}'`).join(', '))})`;

/** What customers bought and sold. Every query has the customer in its condition. Deleted with the account by its hook. */
export const trades = pgTable(
  'trades',
  {
    id: bigint({ mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
    userId: uuid('user_id').notNull(),
    symbol: text().notNull(),
    side: text({ enum: TRADE_SIDES }).notNull(),
    kind: text({ enum: TRADE_KINDS }).notNull(),
    date: localDate('date').notNull(),
    shares: bigint({ mode: 'number' }).notNull(),
    /** Of a share: contract notes have averages with four decimals. */
    price: numeric({ precision: 14, scale: 4 }).notNull(),
    costs: rupees('costs').notNull(),
    signalId: uuid('signal_id'),
    plannedShares: bigint('planned_shares', { mode: 'number' }),
    note: text(),
    importId: integer('import_id'),
    createdAt: timestamptz('created_at').notNull(),
    changedAt: timestamptz('changed_at'),
  },
  (table) => [
    index('trades_list_idx').on(table.userId, table.date, table.id),
    index('trades_import_idx').on(table.userId, table.importId),
    check('trades_side', isOneOf(table.side, TRADE_SIDES)),
    check('trades_kind', isOneOf(table.kind, TRADE_KINDS)),
    check('trades_shares', sql`${table.shares} > 0`),
    check('trades_amounts', sql`${table.price} >= 0 and ${table.costs} >= 0`),
    check('trades_side_of_kind', sql`${table.side} = 'buy' or ${table.kind} in ('trade', 'transfer')`),
  ],
);

/** The values of a trade as they were. */
export type TradeValues = Record<string, string | number | null>;

/**
 * What was changed about trades, the newest changes of each. A trade that was entered has no row until it is changed; one that was deleted
 * has only its rows, and one whose import was reverted none.
 */
export const tradeChanges = pgTable(
  'trade_changes',
  {
    id: bigint({ mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
    userId: uuid('user_id').notNull(),
    tradeId: bigint('trade_id', { mode: 'number' }).notNull(),
    changedAt: timestamptz('changed_at').notNull(),
    before: jsonb().$type<TradeValues>().notNull(),
    /** `null` of a trade that was deleted. */
    after: jsonb().$type<TradeValues>(),
  },
  (table) => [index('trade_changes_trade_idx').on(table.userId, table.tradeId, table.id)],
);

/** What customers know better about corporate actions, and the actions that they entered. */
export const positionCorrections = pgTable(
  'position_corrections',
  {
    userId: uuid('user_id').notNull(),
    /** That of the action; `own:<UUID>` of one that the customer entered. */
    key: text().notNull(),
    correction: jsonb().$type<ActionCorrection>(),
    own: jsonb().$type<OwnAction>(),
  },
  (table) => [primaryKey({ columns: [table.userId, table.key] })],
);

/** A row for each customer who has changed anything about positions: changes lock it, so that they take turns. */
export const positionSettings = pgTable('position_settings', {
  userId: uuid('user_id').primaryKey(),
  /** On the active taxpayers' list. */
  isOnList: boolean('is_on_list').notNull().default(true),
  costPresetId: integer('cost_preset_id'),
  /** The chosen columns of files, by a hash of their headers, the newest last. */
  columns: jsonb().$type<[header: string, columns: string[]][]>().notNull().default([]),
  dividendClasses: jsonb('dividend_classes').$type<Record<string, DividendClass>>().notNull().default({}),
  /** The capital gains tax that the clearing company reported, in rupees, by tax year. */
  taxFigures: jsonb('tax_figures').$type<Record<string, string>>().notNull().default({}),
});

/** The prices on which customers are alerted. */
export const priceLevels = pgTable(
  'price_levels',
  {
    id: integer().primaryKey().generatedAlwaysAsIdentity(),
    userId: uuid('user_id').notNull(),
    symbol: text().notNull(),
    kind: text({ enum: LEVEL_KINDS }).notNull(),
    /** Rupees in shares of the day on which it was added, or percent of a `change`. */
    value: rupees('value').notNull(),
    isRepeating: boolean('is_repeating').notNull(),
    createdAt: timestamptz('created_at').notNull(),
    /** Is `false` after an alert, and if the last close was beyond it when it was added, until a close is on the other side. */
    isArmed: boolean('is_armed').notNull().default(true),
    /** The date of the last close that reached it, and the close in paisa. */
    triggeredOn: localDate('triggered_on').$type<LocalDate>(),
    triggeredClose: integer('triggered_close'),
    /** The date of the last close that was compared, and the close in paisa; without one the first date that counts. */
    comparedOn: localDate('compared_on').$type<LocalDate>().notNull(),
    comparedClose: integer('compared_close'),
    /** A one-time level ends with its alert. */
    endedAt: timestamptz('ended_at'),
  },
  (table) => [
    index('price_levels_symbol_idx').on(table.symbol, table.id),
    index('price_levels_user_idx').on(table.userId),
  ],
);

/** The imports of trades. Neither the file, nor its name, nor its rows are stored. */
export const tradeImports = pgTable(
  'trade_imports',
  {
    id: integer().primaryKey().generatedAlwaysAsIdentity(),
    userId: uuid('user_id').notNull(),
    /** The name of the recognized layout. */
    layout: text().notNull(),
    importedAt: timestamptz('imported_at').notNull(),
    added: integer().notNull(),
    unchanged: integer().notNull(),
    rejected: integer().notNull(),
    revertedAt: timestamptz('reverted_at'),
  },
  (table) => [index('trade_imports_user_idx').on(table.userId, table.id)],
);

/** The costs that trades are prefilled with, as administrators enter them. */
export const costPresets = pgTable('cost_presets', {
  id: integer().primaryKey().generatedAlwaysAsIdentity(),
  name: text().notNull(),
  validFrom: localDate('valid_from').notNull(),
  validTo: localDate('valid_to'),
  rates: jsonb().$type<Omit<CostPreset, 'id' | 'name' | 'valid_from' | 'valid_to' | 'note'>>().notNull(),
  note: text().notNull(),
});

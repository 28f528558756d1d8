import { index, integer, jsonb, pgTable, primaryKey, text, unique } from 'drizzle-orm/pg-core';
import { timestamptz } from '#core/server/platform/database/columns.ts';
import type { ImportKind } from '#features/imports/contract/imports.ts';

/** Imported files. `new`, `changed`, `unchanged` and `rejected` count rows of the file. */
export const imports = pgTable('imports', {
  id: integer().primaryKey().generatedAlwaysAsIdentity(),
  kind: text().$type<ImportKind>().notNull(),
  fileName: text('file_name').notNull(),
  layout: text().notNull(),
  importedBy: text('imported_by').notNull(),
  status: text().$type<'running' | 'done' | 'reverting' | 'reverted'>().notNull(),
  startedAt: timestamptz('started_at').notNull(),
  /** The heartbeat of a running import: an old one means that its server died. */
  aliveAt: timestamptz('alive_at').notNull(),
  finishedAt: timestamptz('finished_at'),
  total: integer().notNull(),
  done: integer().notNull().default(0),
  new: integer().notNull(),
  changed: integer().notNull(),
  unchanged: integer().notNull(),
  rejected: integer().notNull(),
  /** Rows about something else, and rows that needed review and were not confirmed. */
  leftOut: integer('left_out').notNull().default(0),
  revertedAt: timestamptz('reverted_at'),
  revertedBy: text('reverted_by'),
});

/**
 * Downloads of connectors with rows that need review. Settled ones are stored without their file, so that rows that were
 * confirmed or dismissed do not wait again.
 */
export const waitingImports = pgTable(
  'waiting_imports',
  {
    id: integer().primaryKey().generatedAlwaysAsIdentity(),
    kind: text().$type<ImportKind>().notNull(),
    fileName: text('file_name').notNull(),
    /** The URL of the connector, without its query. */
    source: text().notNull(),
    receivedAt: timestamptz('received_at').notNull(),
    /** Hashes of the rows that need review. */
    rows: text().array().notNull(),
    /** The bytes of the file in Base64; `null` once it is settled. */
    content: text(),
    settledAt: timestamptz('settled_at'),
    settledBy: text('settled_by'),
  },
  (table) => [index('waiting_imports_source_idx').on(table.kind, table.source)],
);

/** The companies that administrators have chosen for names as a source prints them. */
export const importAliases = pgTable(
  'import_aliases',
  {
    id: integer().primaryKey().generatedAlwaysAsIdentity(),
    /** The display name of the layout. */
    source: text().notNull(),
    /** Normalized. */
    name: text().notNull(),
    printedName: text('printed_name').notNull(),
    symbol: text().notNull(),
    createdAt: timestamptz('created_at').notNull(),
    createdBy: text('created_by').notNull(),
  },
  (table) => [unique('import_aliases_name_unique').on(table.source, table.name)],
);

/** The events that an import wrote, so that it can be reverted. Prices record their import themselves. */
export const importChanges = pgTable(
  'import_changes',
  {
    importId: integer('import_id')
      .notNull()
      .references(() => imports.id),
    /** The id in the table of the import's kind. */
    rowId: integer('row_id').notNull(),
    /** The row before the import; `null` when the import created it. */
    before: jsonb().$type<Record<string, unknown>>(),
    after: jsonb().$type<Record<string, unknown>>().notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.importId, table.rowId] }),
    index('import_changes_row_idx').on(table.rowId, table.importId),
  ],
);

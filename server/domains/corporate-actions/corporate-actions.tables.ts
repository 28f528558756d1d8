import { sql } from 'drizzle-orm';
import {
  check,
  date,
  index,
  integer,
  jsonb,
  numeric,
  pgTable,
  primaryKey,
  text,
  time,
  timestamp,
} from 'drizzle-orm/pg-core';
import type { ImportKind } from '#contract/corporate-actions/imports.ts';

const moment = (name: string) => timestamp(name, { withTimezone: true, mode: 'date' });
/** `2026-11-23`, in Karachi. */
const day = (name: string) => date(name, { mode: 'string' });

/**
 * Board meetings, and filings that announce one without saying when. Readers are shown meetings alone; a filing waits
 * until an administrator has read its document.
 */
export const boardMeetings = pgTable(
  'board_meetings',
  {
    id: integer().primaryKey().generatedAlwaysAsIdentity(),
    /** By which an import recognises it: `import/event-key.ts`. */
    eventKey: text('event_key').notNull().unique('board_meetings_key_unique'),
    state: text().$type<'meeting' | 'waiting' | 'dismissed'>().notNull().default('meeting'),
    /** From the source or the directory; `null` when neither knows it. */
    symbol: text(),
    companyName: text('company_name').notNull(),
    subject: text().notNull(),
    meetingDate: day('meeting_date'),
    /** `14:30:00`, in Karachi. */
    meetingTime: time('meeting_time'),
    place: text(),
    filedAt: moment('filed_at'),
    /** Where the exchange has the filing's document. */
    document: text(),
    updatedAt: moment('updated_at').notNull(),
  },
  (table) => [
    index('board_meetings_date_idx').on(table.meetingDate, table.meetingTime, table.id),
    index('board_meetings_company_idx').on(table.companyName),
    index('board_meetings_state_idx').on(table.state),
    check('board_meetings_state_known', sql`${table.state} in ('meeting', 'waiting', 'dismissed')`),
    check('board_meetings_dated', sql`${table.state} <> 'meeting' or ${table.meetingDate} is not null`),
  ],
);

export const bookClosures = pgTable(
  'book_closures',
  {
    id: integer().primaryKey().generatedAlwaysAsIdentity(),
    eventKey: text('event_key').notNull().unique('book_closures_key_unique'),
    symbol: text(),
    companyName: text('company_name').notNull(),
    faceValue: numeric('face_value', { precision: 12, scale: 2 }),
    /** As it was announced. */
    payout: text().notNull(),
    bcFrom: day('bc_from').notNull(),
    bcTo: day('bc_to'),
    /** Where the source publishes it; else it is reckoned. */
    exDate: day('ex_date'),
    announcedAt: moment('announced_at'),
    note: text(),
    updatedAt: moment('updated_at').notNull(),
  },
  (table) => [
    index('book_closures_from_idx').on(table.bcFrom, table.id),
    index('book_closures_company_idx').on(table.companyName),
    check('book_closures_in_order', sql`${table.bcTo} is null or ${table.bcTo} >= ${table.bcFrom}`),
  ],
);

/** Files that were imported. `new`, `changed` and the like count rows of the file. */
export const imports = pgTable('imports', {
  id: integer().primaryKey().generatedAlwaysAsIdentity(),
  kind: text().$type<ImportKind>().notNull(),
  fileName: text('file_name').notNull(),
  layout: text().notNull(),
  importedBy: text('imported_by').notNull(),
  status: text().$type<'running' | 'done' | 'undoing' | 'undone'>().notNull(),
  startedAt: moment('started_at').notNull(),
  /** Moved on while it runs, so that a server that died in between is noticed. */
  aliveAt: moment('alive_at').notNull(),
  finishedAt: moment('finished_at'),
  total: integer().notNull(),
  done: integer().notNull().default(0),
  new: integer().notNull(),
  changed: integer().notNull(),
  unchanged: integer().notNull(),
  refused: integer().notNull(),
  undoneAt: moment('undone_at'),
  undoneBy: text('undone_by'),
});

/** What an import wrote, so that it can be taken back. */
export const importChanges = pgTable(
  'import_changes',
  {
    importId: integer('import_id')
      .notNull()
      .references(() => imports.id),
    /** The row of the table of the import's kind. */
    rowId: integer('row_id').notNull(),
    /** The row as it was; `null` when the import made it. */
    before: jsonb().$type<Record<string, unknown>>(),
    after: jsonb().$type<Record<string, unknown>>().notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.importId, table.rowId] }),
    index('import_changes_row_idx').on(table.rowId, table.importId),
  ],
);

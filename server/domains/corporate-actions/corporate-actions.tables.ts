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

const timestamptz = (name: string) => timestamp(name, { withTimezone: true, mode: 'date' });
/** A date in Karachi, `2026-11-23`. */
const localDate = (name: string) => date(name, { mode: 'string' });

/**
 * Board meetings, and filings that announce one without a date. Visitors see only meetings; a filing is pending
 * (`waiting`) until an administrator has read its document.
 */
export const boardMeetings = pgTable(
  'board_meetings',
  {
    id: integer().primaryKey().generatedAlwaysAsIdentity(),
    /** Identifies the event across imports: `import/plan/event-key.ts`. */
    eventKey: text('event_key').notNull().unique('board_meetings_key_unique'),
    state: text().$type<'meeting' | 'waiting' | 'dismissed'>().notNull().default('meeting'),
    /** From the source or the company directory; `null` when neither has it. */
    symbol: text(),
    companyName: text('company_name').notNull(),
    subject: text().notNull(),
    meetingDate: localDate('meeting_date'),
    /** `14:30:00`, in Karachi. */
    meetingTime: time('meeting_time'),
    place: text(),
    filedAt: timestamptz('filed_at'),
    /** The path or URL of the filing's document on the exchange's site. */
    document: text(),
    updatedAt: timestamptz('updated_at').notNull(),
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
    /** As announced. */
    payout: text().notNull(),
    bcFrom: localDate('bc_from').notNull(),
    bcTo: localDate('bc_to'),
    /** The published ex-date; when `null`, it is estimated from the closure. */
    exDate: localDate('ex_date'),
    announcedAt: timestamptz('announced_at'),
    note: text(),
    updatedAt: timestamptz('updated_at').notNull(),
  },
  (table) => [
    index('book_closures_from_idx').on(table.bcFrom, table.id),
    index('book_closures_company_idx').on(table.companyName),
    check('book_closures_in_order', sql`${table.bcTo} is null or ${table.bcTo} >= ${table.bcFrom}`),
  ],
);

/** Imported files. `new`, `changed`, `unchanged` and `refused` (rejected) count rows of the file. */
export const imports = pgTable('imports', {
  id: integer().primaryKey().generatedAlwaysAsIdentity(),
  kind: text().$type<ImportKind>().notNull(),
  fileName: text('file_name').notNull(),
  layout: text().notNull(),
  importedBy: text('imported_by').notNull(),
  status: text().$type<'running' | 'done' | 'undoing' | 'undone'>().notNull(),
  startedAt: timestamptz('started_at').notNull(),
  /** The heartbeat of a running import: an old one means that its server died. */
  aliveAt: timestamptz('alive_at').notNull(),
  finishedAt: timestamptz('finished_at'),
  total: integer().notNull(),
  done: integer().notNull().default(0),
  new: integer().notNull(),
  changed: integer().notNull(),
  unchanged: integer().notNull(),
  refused: integer().notNull(),
  /** Rows about something else, and rows that needed review and were not confirmed. */
  leftOut: integer('left_out').notNull().default(0),
  revertedAt: timestamptz('undone_at'),
  revertedBy: text('undone_by'),
});

/** The rows that an import wrote, so that it can be reverted. */
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

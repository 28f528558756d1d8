import { sql } from 'drizzle-orm';
import { check, date, index, integer, jsonb, numeric, pgTable, text, time } from 'drizzle-orm/pg-core';
import { timestamptz } from '#core/server/platform/database/columns.ts';

/** A date in Karachi, `2026-11-23`. */
const localDate = (name: string) => date(name, { mode: 'string' });

/** The dates that a meeting had before it was moved. */
export interface MeetingRevision {
  /** RFC 3339. */
  replacedAt: string;
  meetingDate: string;
  meetingTime: string | null;
}

/** A closure as it was before it was revised. */
export interface ClosureRevision {
  /** RFC 3339. */
  replacedAt: string;
  bcFrom: string;
  bcTo: string | null;
  payout: string;
}

/**
 * Board meetings, and filings that announce one without a date. Visitors see only meetings, and those that were postponed without a new
 * date (`postponed`); a filing is pending (`waiting`) until an administrator has read its document.
 */
export const boardMeetings = pgTable(
  'board_meetings',
  {
    id: integer().primaryKey().generatedAlwaysAsIdentity(),
    /** Identifies the event across imports: `import/existing-events.ts`. */
    eventKey: text('event_key').notNull().unique('board_meetings_key_unique'),
    state: text().$type<'meeting' | 'postponed' | 'waiting' | 'dismissed'>().notNull().default('meeting'),
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
    /** Oldest first; `null` for a meeting that was never moved. */
    revisions: jsonb().$type<MeetingRevision[]>(),
    updatedAt: timestamptz('updated_at').notNull(),
  },
  (table) => [
    index('board_meetings_date_idx').on(table.meetingDate, table.meetingTime, table.id),
    index('board_meetings_company_idx').on(table.companyName),
    index('board_meetings_state_idx').on(table.state),
    check(
      'board_meetings_state_known',
      sql`${table.state} in ('meeting', 'postponed', 'waiting', 'dismissed')`,
    ),
    check(
      'board_meetings_dated',
      sql`${table.state} not in ('meeting', 'postponed') or ${table.meetingDate} is not null`,
    ),
  ],
);

/** The states of meetings that visitors see. */
export const PUBLIC_STATES = ['meeting', 'postponed'] as const;

export const bookClosures = pgTable(
  'book_closures',
  {
    id: integer().primaryKey().generatedAlwaysAsIdentity(),
    eventKey: text('event_key').notNull().unique('book_closures_key_unique'),
    symbol: text(),
    companyName: text('company_name').notNull(),
    faceValue: numeric('face_value', { precision: 12, scale: 2 }),
    /** The payout in the words of the announcement. */
    payout: text().notNull(),
    bcFrom: localDate('bc_from').notNull(),
    bcTo: localDate('bc_to'),
    /** The published ex-date; when `null`, it is estimated from the closure. */
    exDate: localDate('ex_date'),
    announcedAt: timestamptz('announced_at'),
    note: text(),
    /** Oldest first; `null` for a closure that was never revised. */
    revisions: jsonb().$type<ClosureRevision[]>(),
    updatedAt: timestamptz('updated_at').notNull(),
  },
  (table) => [
    index('book_closures_from_idx').on(table.bcFrom, table.id),
    index('book_closures_company_idx').on(table.companyName),
    check('book_closures_in_order', sql`${table.bcTo} is null or ${table.bcTo} >= ${table.bcFrom}`),
  ],
);

/** Changes of meetings and closures by administrators in the list of stored ones. Imports record theirs in `import_changes`. */
export const eventEdits = pgTable(
  'event_edits',
  {
    id: integer().primaryKey().generatedAlwaysAsIdentity(),
    kind: text().$type<'board-meetings' | 'book-closures'>().notNull(),
    rowId: integer('row_id').notNull(),
    editedAt: timestamptz('edited_at').notNull(),
    editedBy: text('edited_by').notNull(),
    eventKey: text('event_key').notNull(),
    before: jsonb().$type<Record<string, string | null>>().notNull(),
    after: jsonb().$type<Record<string, string | null>>().notNull(),
    /** The meeting or closure that has replaced the row, which is deleted. */
    replacedBy: integer('replaced_by'),
  },
  (table) => [index('event_edits_row_idx').on(table.kind, table.rowId)],
);

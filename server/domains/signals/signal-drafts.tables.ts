import { sql } from 'drizzle-orm';
import { check, index, integer, jsonb, pgTable, text, timestamp, uuid } from 'drizzle-orm/pg-core';
import type { DraftContent } from '#contract/signals/draft-content.ts';

const timestamptz = (name: string) => timestamp(name, { withTimezone: true, mode: 'date' });

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

import { sql } from 'drizzle-orm';
import { bigint, boolean, check, index, pgTable, text } from 'drizzle-orm/pg-core';
import { timestamptz } from '#core/server/platform/database/columns.ts';

const sequence = () => bigint({ mode: 'number' });
/** The sequence of the entry that a row belongs to. */
const entrySequence = () =>
  sequence()
    .primaryKey()
    .references(() => ledgerEntries.sequence);

/** The hash chain. Triggers reject updates and deletions in all tables of the ledger. Hashes are hexadecimal. */
export const ledgerEntries = pgTable(
  'ledger_entries',
  {
    /** Starts at 1 and has no gaps. */
    sequence: sequence().primaryKey(),
    recordedAt: timestamptz('recorded_at').notNull(),
    kind: text().notNull(),
    commitment: text().notNull(),
    previous: text().notNull().unique(),
    hash: text().notNull().unique(),
  },
  (table) => [
    index('ledger_entries_keys_idx').on(table.sequence).where(sql`${table.kind} = 'key.started'`),
    check('ledger_entries_sequence_positive', sql`${table.sequence} > 0`),
  ],
);

/** The content of the entries, which is not public before its release. */
export const ledgerPayloads = pgTable(
  'ledger_payloads',
  {
    sequence: entrySequence(),
    /** What the entry records, such as a version of a signal. Never public. */
    reference: text().notNull().unique(),
    /** What the entry is about, such as a signal. Its entries are released together. Public with the content only. */
    subject: text().notNull(),
    /** The content is public from the start, without a release. */
    isOpen: boolean('is_open').notNull(),
    salt: text().notNull(),
    /** Canonical JSON. */
    payload: text().notNull(),
  },
  (table) => [
    index('ledger_payloads_subject_idx').on(table.subject),
    // The sealed entries are found without reading contents.
    index('ledger_payloads_sealed_idx').on(table.sequence, table.subject).where(sql`not ${table.isOpen}`),
  ],
);

/** The sealed entries whose content has become public. */
export const ledgerReleases = pgTable('ledger_releases', {
  sequence: entrySequence(),
  /** In the order of the commits, so that the last position identifies what is public. */
  position: bigint({ mode: 'number' }).notNull().unique(),
  releasedAt: timestamptz('released_at').notNull(),
});

/** The signed heads of the chain. */
export const ledgerHeads = pgTable(
  'ledger_heads',
  {
    signedAt: timestamptz('signed_at').primaryKey(),
    sequence: sequence()
      .notNull()
      .references(() => ledgerEntries.sequence),
    hash: text().notNull(),
    /** The public key. */
    key: text().notNull(),
    signature: text().notNull(),
  },
  (table) => [index('ledger_heads_sequence_idx').on(table.sequence)],
);

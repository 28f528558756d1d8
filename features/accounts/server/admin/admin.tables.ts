import { sql } from 'drizzle-orm';
import { bigint, index, pgTable, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core';
import { timestamptz } from '#core/server/platform/database/columns.ts';

/** Administrators, separate from customers. Usernames are unique ignoring case. */
export const administrators = pgTable(
  'administrators',
  {
    id: uuid().primaryKey().default(sql`gen_random_uuid()`),
    username: text().notNull(),
    passwordHash: text('password_hash').notNull(),
    createdAt: timestamptz('created_at').notNull(),
    /** The encrypted TOTP secret. It has no effect until it is confirmed. */
    totpSecret: text('totp_secret'),
    totpConfirmedAt: timestamptz('totp_confirmed_at'),
    /** The time step of the last code that was used: each code works once. */
    totpLastStep: bigint('totp_last_step', { mode: 'number' }),
  },
  (table) => [uniqueIndex('administrators_username_key').on(sql`lower(${table.username})`)],
);

/** Codes for an administrator who has lost the authenticator, by SHA-256 hash. Each works once. */
export const recoveryCodes = pgTable(
  'admin_recovery_codes',
  {
    hash: text().primaryKey(),
    administratorId: uuid('administrator_id')
      .notNull()
      .references(() => administrators.id, { onDelete: 'cascade' }),
  },
  (table) => [index('admin_recovery_codes_administrator_idx').on(table.administratorId)],
);

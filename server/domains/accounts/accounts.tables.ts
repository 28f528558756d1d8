import { sql } from 'drizzle-orm';
import { index, pgTable, text, timestamp, uniqueIndex, uuid } from 'drizzle-orm/pg-core';

const moment = (name: string) => timestamp(name, { withTimezone: true, mode: 'date' });

/** Customers. E-mail addresses are kept in lower case. */
export const users = pgTable(
  'users',
  {
    id: uuid().primaryKey().default(sql`gen_random_uuid()`),
    email: text().notNull(),
    firstName: text('first_name').notNull(),
    lastName: text('last_name').notNull(),
    /** PHC string of argon2id; none for an account that only signs in with Google. */
    passwordHash: text('password_hash'),
    googleId: text('google_id'),
    createdAt: moment('created_at').notNull(),
  },
  (table) => [
    uniqueIndex('users_email_key').on(table.email),
    uniqueIndex('users_google_id_key').on(table.googleId),
  ],
);

/** A sign-in that lasts: of a customer or of an administrator, ended by signing out, by expiry or by revocation. */
export const sessions = pgTable(
  'sessions',
  {
    id: uuid().primaryKey().default(sql`gen_random_uuid()`),
    accountKind: text('account_kind', { enum: ['customer', 'administrator'] }).notNull(),
    accountId: uuid('account_id').notNull(),
    userAgent: text('user_agent'),
    createdAt: moment('created_at').notNull(),
    lastSeenAt: moment('last_seen_at').notNull(),
    expiresAt: moment('expires_at').notNull(),
    revokedAt: moment('revoked_at'),
  },
  (table) => [index('sessions_account_idx').on(table.accountKind, table.accountId)],
);

/** Every refresh token of a session, by the SHA-256 of its text; each works once. */
export const refreshTokens = pgTable(
  'refresh_tokens',
  {
    hash: text().primaryKey(),
    sessionId: uuid('session_id')
      .notNull()
      .references(() => sessions.id, { onDelete: 'cascade' }),
    parentHash: text('parent_hash'),
    issuedAt: moment('issued_at').notNull(),
    expiresAt: moment('expires_at').notNull(),
    usedAt: moment('used_at'),
  },
  (table) => [index('refresh_tokens_session_idx').on(table.sessionId)],
);

import { sql } from 'drizzle-orm';
import { index, integer, jsonb, pgTable, primaryKey, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core';
import type { ApiScope } from '#core/contract/api/api-scopes.ts';
import { timestamptz } from '#core/server/platform/database/columns.ts';
import { FEED_KINDS } from '#features/accounts/contract/feed-links.ts';
import { ACCEPTANCE_PLACES } from '#features/accounts/contract/risk-statement.ts';

/** Customers. Emails are stored in lower case. */
export const users = pgTable(
  'users',
  {
    id: uuid().primaryKey().default(sql`gen_random_uuid()`),
    email: text().notNull(),
    firstName: text('first_name').notNull(),
    lastName: text('last_name').notNull(),
    /** argon2id in PHC format; `null` for an account that only signs in with Google. */
    passwordHash: text('password_hash'),
    /** Google's `sub`. The email of a Google account can change, this does not. */
    googleId: text('google_id'),
    /** In international format, `+923001234567`. */
    phone: text(),
    emailVerifiedAt: timestamptz('email_verified_at'),
    createdAt: timestamptz('created_at').notNull(),
  },
  (table) => [
    uniqueIndex('users_email_key').on(table.email),
    uniqueIndex('users_google_id_key').on(table.googleId),
    index('users_date_idx').on(table.createdAt.desc().nullsFirst(), table.id.desc().nullsFirst()),
    index('users_search_idx').using(
      'gin',
      sql`(${table.firstName} || ' ' || ${table.lastName}) gin_trgm_ops`,
      sql`${table.email} gin_trgm_ops`,
    ),
  ],
);

/** The versions of the risk statement that customers have accepted. */
export const riskAcceptances = pgTable(
  'risk_acceptances',
  {
    userId: uuid('user_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    version: integer().notNull(),
    place: text({ enum: ACCEPTANCE_PLACES }).notNull(),
    acceptedAt: timestamptz('accepted_at').notNull(),
  },
  (table) => [primaryKey({ columns: [table.userId, table.version] })],
);

/** Sessions of customers and administrators. A session ends by sign-out, expiry or revocation. */
export const sessions = pgTable(
  'sessions',
  {
    id: uuid().primaryKey().default(sql`gen_random_uuid()`),
    accountKind: text('account_kind', { enum: ['customer', 'administrator'] }).notNull(),
    accountId: uuid('account_id').notNull(),
    userAgent: text('user_agent'),
    createdAt: timestamptz('created_at').notNull(),
    lastSeenAt: timestamptz('last_seen_at').notNull(),
    expiresAt: timestamptz('expires_at').notNull(),
    revokedAt: timestamptz('revoked_at'),
    /** When the administrator verified a second factor in this session. */
    secondFactorAt: timestamptz('second_factor_at'),
  },
  (table) => [index('sessions_account_idx').on(table.accountKind, table.accountId)],
);

/** The refresh tokens of a session, by SHA-256 hash. Each works once. */
export const refreshTokens = pgTable(
  'refresh_tokens',
  {
    hash: text().primaryKey(),
    sessionId: uuid('session_id')
      .notNull()
      .references(() => sessions.id, { onDelete: 'cascade' }),
    parentHash: text('parent_hash'),
    issuedAt: timestamptz('issued_at').notNull(),
    expiresAt: timestamptz('expires_at').notNull(),
    usedAt: timestamptz('used_at'),
  },
  (table) => [index('refresh_tokens_session_idx').on(table.sessionId)],
);

/** The tokens of email links, by SHA-256 hash. Each works once. */
export const oneTimeTokens = pgTable(
  'one_time_tokens',
  {
    hash: text().primaryKey(),
    userId: uuid('user_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    purpose: text({ enum: ['password-reset', 'verify-email'] }).notNull(),
    expiresAt: timestamptz('expires_at').notNull(),
    /** Only verification links are kept after their use, to tell a used link from an invalid one. */
    usedAt: timestamptz('used_at'),
  },
  (table) => [index('one_time_tokens_user_idx').on(table.userId, table.purpose)],
);

/** The secret URLs of customers' feeds, by SHA-256 hash. A feed has one. */
export const feedLinks = pgTable(
  'feed_links',
  {
    userId: uuid('user_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    kind: text({ enum: FEED_KINDS }).notNull(),
    hash: text().notNull(),
    createdAt: timestamptz('created_at').notNull(),
    lastUsedAt: timestamptz('last_used_at'),
  },
  (table) => [
    primaryKey({ columns: [table.userId, table.kind] }),
    uniqueIndex('feed_links_hash_key').on(table.hash),
  ],
);

/** The API keys of customers, by SHA-256 hash: a key is random, so a slow hash would not make it safer. */
export const apiKeys = pgTable(
  'api_keys',
  {
    id: uuid().primaryKey().default(sql`gen_random_uuid()`),
    userId: uuid('user_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    name: text().notNull(),
    hash: text().notNull(),
    /** The first and the last characters of the key. */
    hint: text().notNull(),
    scopes: text().array().$type<ApiScope[]>().notNull(),
    createdAt: timestamptz('created_at').notNull(),
    expiresAt: timestamptz('expires_at'),
    lastUsedAt: timestamptz('last_used_at'),
  },
  (table) => [uniqueIndex('api_keys_hash_key').on(table.hash), index('api_keys_user_idx').on(table.userId)],
);

/** Sign-ins with Google that are in progress, from opening the popup to redeeming the ticket. They last minutes. */
export const googleAttempts = pgTable(
  'google_attempts',
  {
    /** SHA-256 of OpenID's `state`. */
    stateHash: text('state_hash').primaryKey(),
    /** The page's id for the attempt, returned to it with the result. */
    attempt: text().notNull(),
    /** SHA-256 of the cookie of the browser that started the attempt. */
    browserHash: text('browser_hash').notNull(),
    nonce: text().notNull(),
    codeVerifier: text('code_verifier').notNull(),
    startedAt: timestamptz('started_at').notNull(),
    expiresAt: timestamptz('expires_at').notNull(),
    /** Set by the first callback: a state works once. */
    returnedAt: timestamptz('returned_at'),
    /** SHA-256 of the ticket and the profile that it represents, from a successful callback until it is redeemed. */
    ticketHash: text('ticket_hash'),
    ticketExpiresAt: timestamptz('ticket_expires_at'),
    person: jsonb().$type<GoogleProfile>(),
  },
  (table) => [uniqueIndex('google_attempts_ticket_key').on(table.ticketHash)],
);

/** A Google account, from the claims of a verified ID token. */
export interface GoogleProfile {
  /** Google's `sub`, the only permanent identifier of a Google account. */
  id: string;
  email: string;
  isEmailVerified: boolean;
  /** Google hosts the mailbox, so the owner of the Google account also owns the email. */
  isEmailAuthoritative: boolean;
  firstName: string;
  lastName: string;
}

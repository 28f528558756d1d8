import { and, desc, eq, gt, isNull, lt } from 'drizzle-orm';
import type { Queryable, Transaction } from '#core/server/platform/database.ts';
import type { User } from '#features/accounts/server/accounts.queries.ts';
import {
  type GoogleProfile,
  googleAttempts,
  oneTimeTokens,
  sessions,
  users,
} from '#features/accounts/server/accounts.tables.ts';
import { revokeKeysOfCustomer } from '#features/accounts/server/keys/api-keys.ts';

export type Attempt = typeof googleAttempts.$inferSelect;

export async function insertAttempt(
  tx: Transaction,
  attempt: typeof googleAttempts.$inferInsert,
): Promise<void> {
  await tx.insert(googleAttempts).values(attempt);
}

export async function deleteAttemptsExpiredBefore(tx: Transaction, before: Date): Promise<void> {
  await tx.delete(googleAttempts).where(lt(googleAttempts.expiresAt, before));
}

/**
 * Marks the browser's attempt as returned. Returns `null` if it already was, has expired or belongs to
 * another browser.
 */
export async function consumeAttempt(
  db: Queryable,
  { stateHash, browserHash }: { stateHash: string; browserHash: string },
  now: Date,
): Promise<Attempt | null> {
  const [consumed] = await db
    .update(googleAttempts)
    .set({ returnedAt: now })
    .where(
      and(
        eq(googleAttempts.stateHash, stateHash),
        eq(googleAttempts.browserHash, browserHash),
        isNull(googleAttempts.returnedAt),
        gt(googleAttempts.expiresAt, now),
      ),
    )
    .returning();
  return consumed ?? null;
}

export async function findAttemptByState(db: Queryable, stateHash: string): Promise<Attempt | null> {
  const [found] = await db.select().from(googleAttempts).where(eq(googleAttempts.stateHash, stateHash));
  return found ?? null;
}

/** Finds the newest attempt of a browser that is still in progress. */
export async function findNewestAttempt(
  db: Queryable,
  browserHash: string,
  now: Date,
): Promise<Attempt | null> {
  const [found] = await db
    .select()
    .from(googleAttempts)
    .where(
      and(
        eq(googleAttempts.browserHash, browserHash),
        isNull(googleAttempts.returnedAt),
        gt(googleAttempts.expiresAt, now),
      ),
    )
    .orderBy(desc(googleAttempts.startedAt))
    .limit(1);
  return found ?? null;
}

export async function storeTicket(
  db: Queryable,
  stateHash: string,
  ticket: { ticketHash: string; ticketExpiresAt: Date; person: GoogleProfile },
): Promise<void> {
  await db.update(googleAttempts).set(ticket).where(eq(googleAttempts.stateHash, stateHash));
}

/** Deletes the ticket's attempt and returns its profile. Of two concurrent calls, one gets `null`. */
export async function consumeTicket(
  tx: Transaction,
  { ticketHash, browserHash }: { ticketHash: string; browserHash: string },
  now: Date,
): Promise<GoogleProfile | null> {
  const [consumed] = await tx
    .delete(googleAttempts)
    .where(
      and(
        eq(googleAttempts.ticketHash, ticketHash),
        eq(googleAttempts.browserHash, browserHash),
        gt(googleAttempts.ticketExpiresAt, now),
      ),
    )
    .returning({ person: googleAttempts.person });
  return consumed?.person ?? null;
}

/** Finds the customer and prevents its deletion until the transaction ends. */
export async function lockUserByGoogleId(tx: Transaction, googleId: string): Promise<User | null> {
  const [user] = await tx.select().from(users).where(eq(users.googleId, googleId)).for('key share');
  return user ?? null;
}

/** Creates an account without a password. Returns `null` if the email or the Google account is already in use. */
export async function insertGoogleUser(
  tx: Transaction,
  profile: GoogleProfile,
  now: Date,
): Promise<User | null> {
  const { id: googleId, email, firstName, lastName } = profile;
  const [inserted] = await tx
    .insert(users)
    .values({ googleId, email, firstName, lastName, emailVerifiedAt: now, createdAt: now })
    .onConflictDoNothing()
    .returning();
  return inserted ?? null;
}

/** Finds a customer and locks the row until the transaction ends. */
export async function lockUserByEmail(tx: Transaction, email: string): Promise<User | null> {
  const [user] = await tx.select().from(users).where(eq(users.email, email)).for('update');
  return user ?? null;
}

/** Links a customer, whose row must be locked, to a Google account. */
export async function linkGoogle(tx: Transaction, userId: string, googleId: string): Promise<User> {
  const [linked] = await tx.update(users).set({ googleId }).where(eq(users.id, userId)).returning();
  return linked as User;
}

/** Links an account whose email was never verified, and invalidates its password, sessions and email links. */
export async function takeOverAccount(
  tx: Transaction,
  userId: string,
  googleId: string,
  now: Date,
): Promise<User> {
  const [linked] = await tx
    .update(users)
    .set({ googleId, passwordHash: null, emailVerifiedAt: now })
    .where(eq(users.id, userId))
    .returning();
  await tx
    .update(sessions)
    .set({ revokedAt: now })
    .where(
      and(eq(sessions.accountKind, 'customer'), eq(sessions.accountId, userId), isNull(sessions.revokedAt)),
    );
  await tx.delete(oneTimeTokens).where(eq(oneTimeTokens.userId, userId));
  await revokeKeysOfCustomer(tx, userId);
  return linked as User;
}

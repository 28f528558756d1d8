import { and, desc, eq, gt, isNull, lt, ne, or, sql } from 'drizzle-orm';
import type { Queryable, Transaction } from '#server/platform/database.ts';
import { googleAttempts, oneTimeTokens, refreshTokens, sessions, users } from './accounts.tables.ts';

export type User = typeof users.$inferSelect;

export async function findUserByEmail(db: Queryable, email: string): Promise<User | null> {
  const [user] = await db.select().from(users).where(eq(users.email, email));
  return user ?? null;
}

export async function findUser(db: Queryable, id: string): Promise<User | null> {
  const [user] = await db.select().from(users).where(eq(users.id, id));
  return user ?? null;
}

/** Returns whether the customer exists, and prevents its deletion until the transaction ends. */
export async function lockCustomer(tx: Transaction, id: string): Promise<boolean> {
  const rows = await tx.select({ id: users.id }).from(users).where(eq(users.id, id)).for('key share');
  return rows.length > 0;
}

/** Updates a customer. Returns `null` if the account was deleted. */
export async function updateUser(
  tx: Transaction,
  id: string,
  change: Partial<typeof users.$inferInsert>,
): Promise<User | null> {
  const [user] = await tx.update(users).set(change).where(eq(users.id, id)).returning();
  return user ?? null;
}

/** Sets the password of a customer who opened a reset link, which also verifies the email. */
export async function setPasswordAfterReset(
  tx: Transaction,
  id: string,
  passwordHash: string,
  now: Date,
): Promise<User> {
  const [user] = await tx
    .update(users)
    .set({ passwordHash, emailVerifiedAt: keepFirstVerification(now) })
    .where(eq(users.id, id))
    .returning();
  return user as User;
}

export async function markEmailVerified(tx: Transaction, id: string, now: Date): Promise<void> {
  await tx
    .update(users)
    .set({ emailVerifiedAt: keepFirstVerification(now) })
    .where(eq(users.id, id));
}

const keepFirstVerification = (now: Date) =>
  sql`coalesce(${users.emailVerifiedAt}, ${now.toISOString()}::timestamptz)`;

/** Locks the customer until the transaction ends. Returns `false` if the password has changed since `user` was read. */
export async function lockIfPasswordUnchanged(tx: Transaction, { id, passwordHash }: User): Promise<boolean> {
  const [row] = await tx
    .select({ passwordHash: users.passwordHash })
    .from(users)
    .where(eq(users.id, id))
    .for('update');
  return row !== undefined && row.passwordHash === passwordHash;
}

/** Replaces the password that was checked. Returns `false` if it has changed since `user` was read. */
export async function replacePassword(
  tx: Transaction,
  { id, passwordHash }: User,
  newHash: string,
): Promise<boolean> {
  const isSame = passwordHash === null ? isNull(users.passwordHash) : eq(users.passwordHash, passwordHash);
  const changed = await tx
    .update(users)
    .set({ passwordHash: newHash })
    .where(and(eq(users.id, id), isSame))
    .returning({ id: users.id });
  return changed.length > 0;
}

export async function deleteUser(tx: Transaction, id: string): Promise<void> {
  await tx.delete(users).where(eq(users.id, id));
}

export async function insertUser(tx: Transaction, user: typeof users.$inferInsert): Promise<User> {
  const [inserted] = await tx.insert(users).values(user).returning();
  return inserted as User;
}

export async function insertSession(tx: Transaction, session: typeof sessions.$inferInsert) {
  const [inserted] = await tx.insert(sessions).values(session).returning();
  return inserted as typeof sessions.$inferSelect;
}

export async function findActiveSession(db: Queryable, id: string, now: Date) {
  const [session] = await db
    .select({
      id: sessions.id,
      accountKind: sessions.accountKind,
      accountId: sessions.accountId,
      secondFactorAt: sessions.secondFactorAt,
    })
    .from(sessions)
    .where(and(eq(sessions.id, id), isNull(sessions.revokedAt), gt(sessions.expiresAt, now)));
  return session ?? null;
}

/** Prevents others from refreshing, ending or deleting the session until the transaction ends. */
export async function lockSession(tx: Transaction, id: string): Promise<void> {
  await tx.select({ id: sessions.id }).from(sessions).where(eq(sessions.id, id)).for('update');
}

export async function touchSession(tx: Transaction, id: string, now: Date): Promise<void> {
  await tx.update(sessions).set({ lastSeenAt: now }).where(eq(sessions.id, id));
}

/** Revokes a session and returns its account; `null` if it was already revoked. */
export async function revokeSession(tx: Transaction, id: string, now: Date): Promise<Account | null> {
  const [revoked] = await tx
    .update(sessions)
    .set({ revokedAt: now })
    .where(and(eq(sessions.id, id), isNull(sessions.revokedAt)))
    .returning({ accountKind: sessions.accountKind, accountId: sessions.accountId });
  return revoked ?? null;
}

/** A customer or administrator account. */
export interface Account {
  accountKind: 'customer' | 'administrator';
  accountId: string;
}

const belongsTo = ({ accountKind, accountId }: Account) =>
  and(eq(sessions.accountKind, accountKind), eq(sessions.accountId, accountId));

export async function revokeSessionsOfAccount(tx: Transaction, account: Account, now: Date): Promise<void> {
  await tx
    .update(sessions)
    .set({ revokedAt: now })
    .where(and(belongsTo(account), isNull(sessions.revokedAt)));
}

export async function revokeOtherSessions(
  tx: Transaction,
  account: Account,
  currentId: string,
  now: Date,
): Promise<void> {
  await tx
    .update(sessions)
    .set({ revokedAt: now })
    .where(and(belongsTo(account), ne(sessions.id, currentId), isNull(sessions.revokedAt)));
}

/** Revokes an active session of the account. Returns `false` if there is none with this id. */
export async function revokeOwnSession(
  tx: Transaction,
  account: Account,
  id: string,
  now: Date,
): Promise<boolean> {
  const revoked = await tx
    .update(sessions)
    .set({ revokedAt: now })
    .where(
      and(belongsTo(account), eq(sessions.id, id), isNull(sessions.revokedAt), gt(sessions.expiresAt, now)),
    )
    .returning({ id: sessions.id });
  return revoked.length > 0;
}

/**
 * Returns the account's sessions that can still be used, last seen first: not revoked, not expired, and seen
 * recently enough to have a valid refresh token.
 */
export function listActiveSessions(db: Queryable, account: Account, { now, seenSince }: ActiveWindow) {
  return db
    .select()
    .from(sessions)
    .where(
      and(
        belongsTo(account),
        isNull(sessions.revokedAt),
        gt(sessions.expiresAt, now),
        gt(sessions.lastSeenAt, seenSince),
      ),
    )
    .orderBy(desc(sessions.lastSeenAt), desc(sessions.createdAt))
    .limit(MAX_LISTED_SESSIONS);
}

interface ActiveWindow {
  now: Date;
  seenSince: Date;
}

const MAX_LISTED_SESSIONS = 200;

export function listAllSessions(db: Queryable, account: Account) {
  return db.select().from(sessions).where(belongsTo(account)).orderBy(desc(sessions.createdAt));
}

export async function deleteSessionsOfAccount(tx: Transaction, account: Account): Promise<void> {
  await tx.delete(sessions).where(belongsTo(account));
}

/** Deletes sessions that ended before `before`, or were last seen before `idleSince`, with their refresh tokens. */
export async function deleteSessionsEndedBefore(db: Queryable, before: Date, idleSince: Date): Promise<void> {
  await db
    .delete(sessions)
    .where(
      or(lt(sessions.revokedAt, before), lt(sessions.expiresAt, before), lt(sessions.lastSeenAt, idleSince)),
    );
}

/** Deletes refresh tokens that expired: they are no longer needed to detect reuse. */
export async function deleteRefreshTokensExpiredBefore(db: Queryable, before: Date): Promise<void> {
  await db.delete(refreshTokens).where(lt(refreshTokens.expiresAt, before));
}

/** Deletes expired email links and sign-in attempts with Google. */
export async function deleteExpiredAttempts(db: Queryable, now: Date): Promise<void> {
  await db.delete(oneTimeTokens).where(lt(oneTimeTokens.expiresAt, now));
  await db.delete(googleAttempts).where(lt(googleAttempts.expiresAt, now));
}

/** Deletes the sign-in attempts that contain a customer's Google profile. */
export async function deleteGoogleAttempts(tx: Transaction, user: User): Promise<void> {
  await tx
    .delete(googleAttempts)
    .where(
      or(
        eq(sql`lower(${googleAttempts.person}->>'email')`, user.email),
        eq(sql`${googleAttempts.person}->>'id'`, user.googleId ?? ''),
      ),
    );
}

export async function insertRefreshToken(
  tx: Transaction,
  token: typeof refreshTokens.$inferInsert,
): Promise<void> {
  await tx.insert(refreshTokens).values(token);
}

export async function findRefreshToken(db: Queryable, hash: string) {
  const [token] = await db.select().from(refreshTokens).where(eq(refreshTokens.hash, hash));
  return token ?? null;
}

/** Marks a token as used and returns it. It is one statement, so of two concurrent calls one gets `null`. */
export async function consumeRefreshToken(tx: Transaction, hash: string, now: Date) {
  const [token] = await tx
    .update(refreshTokens)
    .set({ usedAt: now })
    .where(and(eq(refreshTokens.hash, hash), isNull(refreshTokens.usedAt), gt(refreshTokens.expiresAt, now)))
    .returning();
  return token ?? null;
}

/** Deletes an account's one-time tokens of a purpose and returns their hashes. */
export async function deleteOneTimeTokens(
  tx: Transaction,
  userId: string,
  purpose: (typeof oneTimeTokens.$inferSelect)['purpose'],
): Promise<string[]> {
  const removed = await tx
    .delete(oneTimeTokens)
    .where(and(eq(oneTimeTokens.userId, userId), eq(oneTimeTokens.purpose, purpose)))
    .returning({ hash: oneTimeTokens.hash });
  return removed.map(({ hash }) => hash);
}

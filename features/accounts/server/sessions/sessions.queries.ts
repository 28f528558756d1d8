import { and, desc, eq, gt, isNull, lt, ne, or, sql } from 'drizzle-orm';
import { isOneOf } from '#core/server/platform/database/parameters.ts';
import type { Queryable, Transaction } from '#core/server/platform/database.ts';
import { refreshTokens, sessions } from '#features/accounts/server/accounts.tables.ts';

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

/** Returns which of these sessions are active, in one query. */
export async function filterActiveSessions(
  db: Queryable,
  ids: readonly string[],
  now: Date,
): Promise<Set<string>> {
  if (ids.length === 0) return new Set();
  // One parameter: there may be thousands of IDs.
  const isListed = sql`${sessions.id} = any(${sql.param([...ids])}::uuid[])`;
  const rows = await db
    .select({ id: sessions.id })
    .from(sessions)
    .where(and(isListed, isNull(sessions.revokedAt), gt(sessions.expiresAt, now)));
  return new Set(rows.map(({ id }) => id));
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

/** Revokes all sessions of the account except `currentId`. */
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

/** Returns when customers were last seen, by their IDs. Those without a session are left out. */
export async function listLastVisits(
  db: Queryable,
  customerIds: readonly string[],
): Promise<Map<string, Date>> {
  const rows = await db
    .select({
      id: sessions.accountId,
      at: sql<Date>`max(${sessions.lastSeenAt})`.mapWith(sessions.lastSeenAt),
    })
    .from(sessions)
    .where(and(eq(sessions.accountKind, 'customer'), isOneOf(sessions.accountId, customerIds)))
    .groupBy(sessions.accountId);
  return new Map(rows.map(({ id, at }) => [id, at]));
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

/** Records that the administrator verified a second factor in this session. */
export async function markSecondFactor(tx: Transaction, sessionId: string, now: Date): Promise<void> {
  await tx.update(sessions).set({ secondFactorAt: now }).where(eq(sessions.id, sessionId));
}

/** Clears the verification in all sessions of an administrator whose second factor was removed. */
export async function clearSecondFactor(tx: Transaction, administratorId: string): Promise<void> {
  await tx
    .update(sessions)
    .set({ secondFactorAt: null })
    .where(and(eq(sessions.accountKind, 'administrator'), eq(sessions.accountId, administratorId)));
}

/** Returns which of these sessions can be used no more: revoked, expired, without use for too long, or deleted. */
export async function filterEndedSessions(
  db: Queryable,
  ids: readonly string[],
  { now, seenSince }: ActiveWindow,
): Promise<Set<string>> {
  const active = await db
    .select({ id: sessions.id })
    .from(sessions)
    .where(
      and(
        isOneOf(sessions.id, ids),
        isNull(sessions.revokedAt),
        gt(sessions.expiresAt, now),
        gt(sessions.lastSeenAt, seenSince),
      ),
    );
  const activeIds = new Set(active.map(({ id }) => id));
  return new Set(ids.filter((id) => !activeIds.has(id)));
}

import { and, eq, gt, isNull } from 'drizzle-orm';
import type { Queryable, Transaction } from '#server/platform/database.ts';
import { refreshTokens, sessions, users } from './accounts.tables.ts';

export type User = typeof users.$inferSelect;

export async function findUserByEmail(db: Queryable, email: string): Promise<User | null> {
  const [user] = await db.select().from(users).where(eq(users.email, email));
  return user ?? null;
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
    .select({ id: sessions.id, accountKind: sessions.accountKind, accountId: sessions.accountId })
    .from(sessions)
    .where(and(eq(sessions.id, id), isNull(sessions.revokedAt), gt(sessions.expiresAt, now)));
  return session ?? null;
}

export async function touchSession(tx: Transaction, id: string, now: Date): Promise<void> {
  await tx.update(sessions).set({ lastSeenAt: now }).where(eq(sessions.id, id));
}

export async function revokeSession(tx: Transaction, id: string, now: Date): Promise<void> {
  await tx
    .update(sessions)
    .set({ revokedAt: now })
    .where(and(eq(sessions.id, id), isNull(sessions.revokedAt)));
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

/** Marks a token as used in one statement, so that of two calls at once only one gets it; `null` for the other. */
export async function consumeRefreshToken(tx: Transaction, hash: string, now: Date) {
  const [token] = await tx
    .update(refreshTokens)
    .set({ usedAt: now })
    .where(and(eq(refreshTokens.hash, hash), isNull(refreshTokens.usedAt), gt(refreshTokens.expiresAt, now)))
    .returning();
  return token ?? null;
}

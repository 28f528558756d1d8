import { and, eq, isNull } from 'drizzle-orm';
import type { User } from '#server/domains/accounts/accounts.queries.ts';
import {
  type GoogleProfile,
  oneTimeTokens,
  sessions,
  users,
} from '#server/domains/accounts/accounts.tables.ts';
import type { Transaction } from '#server/platform/database.ts';

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
  return linked as User;
}

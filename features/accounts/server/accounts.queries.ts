import { and, eq, isNull, lt, or, sql } from 'drizzle-orm';
import type { Queryable, Transaction } from '#core/server/platform/database.ts';
import { googleAttempts, oneTimeTokens, users } from './accounts.tables.ts';

export type User = typeof users.$inferSelect;

/** Returns the customer with this email, whose account cannot be deleted before the transaction ends. */
export async function holdUserByEmail(tx: Transaction, email: string): Promise<User | null> {
  const [user] = await tx.select().from(users).where(eq(users.email, email)).for('key share');
  return user ?? null;
}

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

import { createHash, randomBytes } from 'node:crypto';
import { and, desc, eq, gt, isNotNull, isNull, notInArray } from 'drizzle-orm';
import { addMilliseconds, DAY, MINUTE } from '#core/server/platform/clock.ts';
import type { Queryable, Transaction } from '#core/server/platform/database.ts';
import { deleteOneTimeTokens } from '#features/accounts/server/accounts.queries.ts';
import { oneTimeTokens, users } from '#features/accounts/server/accounts.tables.ts';

export type TokenPurpose = (typeof oneTimeTokens.$inferSelect)['purpose'];

const LIFETIMES: Record<TokenPurpose, number> = {
  'password-reset': 30 * MINUTE,
  'verify-email': DAY,
};

/**
 * The number of links of a purpose that are valid at the same time: a customer who requests a second email can still
 * open the first.
 */
const MAX_VALID = 3;

/** Creates the token of an email link. Invalidates the oldest if there are more than three of its purpose. */
export async function createOneTimeToken(
  tx: Transaction,
  { userId, purpose }: { userId: string; purpose: TokenPurpose },
  now: Date,
): Promise<string> {
  const token = randomBytes(32).toString('base64url');
  const hasPurpose = and(eq(oneTimeTokens.userId, userId), eq(oneTimeTokens.purpose, purpose));
  const newest = tx
    .select({ hash: oneTimeTokens.hash })
    .from(oneTimeTokens)
    .where(and(hasPurpose, gt(oneTimeTokens.expiresAt, now)))
    .orderBy(desc(oneTimeTokens.expiresAt))
    .limit(MAX_VALID - 1);
  await tx.delete(oneTimeTokens).where(and(hasPurpose, notInArray(oneTimeTokens.hash, newest)));
  await tx.insert(oneTimeTokens).values({
    hash: hashToken(token),
    userId,
    purpose,
    expiresAt: addMilliseconds(now, LIFETIMES[purpose]),
  });
  return token;
}

/** Returns the user id of a valid token; `null` for an unknown, used or expired one, or one for another purpose. */
export async function findOneTimeToken(
  db: Queryable,
  token: string,
  purpose: TokenPurpose,
  now: Date,
): Promise<string | null> {
  const [found] = await db
    .select({ userId: oneTimeTokens.userId })
    .from(oneTimeTokens)
    .where(
      and(
        eq(oneTimeTokens.hash, hashToken(token)),
        eq(oneTimeTokens.purpose, purpose),
        gt(oneTimeTokens.expiresAt, now),
        isNull(oneTimeTokens.usedAt),
      ),
    );
  return found?.userId ?? null;
}

/**
 * Uses up a token and the account's other tokens of the purpose, and returns the user id. Of two concurrent
 * calls, one gets `null`, as for an invalid token.
 */
export async function redeemOneTimeToken(
  tx: Transaction,
  token: string,
  purpose: TokenPurpose,
  now: Date,
): Promise<string | null> {
  const userId = await findOneTimeToken(tx, token, purpose, now);
  if (userId === null) return null;
  // Locks the account first: redeeming two tokens of one account concurrently could deadlock.
  await tx.select({ id: users.id }).from(users).where(eq(users.id, userId)).for('no key update');
  const redeemed =
    purpose === 'verify-email'
      ? await markAsUsed(tx, userId, purpose, now)
      : await deleteOneTimeTokens(tx, userId, purpose);
  return redeemed.includes(hashToken(token)) ? userId : null;
}

/** Marks the account's unused tokens of a purpose as used, and returns their hashes. */
async function markAsUsed(
  tx: Transaction,
  userId: string,
  purpose: TokenPurpose,
  now: Date,
): Promise<string[]> {
  const { hash, usedAt } = oneTimeTokens;
  const unused = and(eq(oneTimeTokens.userId, userId), eq(oneTimeTokens.purpose, purpose), isNull(usedAt));
  const used = await tx.update(oneTimeTokens).set({ usedAt: now }).where(unused).returning({ hash });
  return used.map((each) => each.hash);
}

/** Returns whether a token was used, until it would have expired. */
export async function isUsedOneTimeToken(
  db: Queryable,
  token: string,
  purpose: TokenPurpose,
): Promise<boolean> {
  const { hash, usedAt } = oneTimeTokens;
  const used = and(eq(hash, hashToken(token)), eq(oneTimeTokens.purpose, purpose), isNotNull(usedAt));
  return (await db.select({ hash }).from(oneTimeTokens).where(used)).length > 0;
}

const hashToken = (token: string) => createHash('sha256').update(token).digest('base64url');

import { createHash, randomBytes } from 'node:crypto';
import { and, desc, eq, gt, notInArray } from 'drizzle-orm';
import { deleteOneTimeTokens } from '#server/domains/accounts/accounts.queries.ts';
import { oneTimeTokens, users } from '#server/domains/accounts/accounts.tables.ts';
import { addMilliseconds, DAY, MINUTE } from '#server/platform/clock.ts';
import type { Queryable, Transaction } from '#server/platform/database.ts';

export type TokenPurpose = (typeof oneTimeTokens.$inferSelect)['purpose'];

const LIFETIMES: Record<TokenPurpose, number> = {
  'password-reset': 30 * MINUTE,
  'verify-email': DAY,
};

/** How many links of a kind work at once: who asks twice and opens the first mail is not turned away. */
const MAX_VALID = 3;

/** Makes the token of a mailed link. The oldest of more than three of its kind stops working. */
export async function createOneTimeToken(
  tx: Transaction,
  { userId, purpose }: { userId: string; purpose: TokenPurpose },
  now: Date,
): Promise<string> {
  const token = randomBytes(32).toString('base64url');
  const isOfKind = and(eq(oneTimeTokens.userId, userId), eq(oneTimeTokens.purpose, purpose));
  const kept = tx
    .select({ hash: oneTimeTokens.hash })
    .from(oneTimeTokens)
    .where(and(isOfKind, gt(oneTimeTokens.expiresAt, now)))
    .orderBy(desc(oneTimeTokens.expiresAt))
    .limit(MAX_VALID - 1);
  await tx.delete(oneTimeTokens).where(and(isOfKind, notInArray(oneTimeTokens.hash, kept)));
  await tx.insert(oneTimeTokens).values({
    hash: hashToken(token),
    userId,
    purpose,
    expiresAt: addMilliseconds(now, LIFETIMES[purpose]),
  });
  return token;
}

/** Whose token it is, as long as it works; `null` for an unknown, used or expired one, and for one of another purpose. */
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
      ),
    );
  return found?.userId ?? null;
}

/**
 * Uses a token up, and with it the account's others of its kind. Of two calls at once only one is given the account; the
 * other gets `null`, as for a token that does not work.
 */
export async function redeemOneTimeToken(
  tx: Transaction,
  token: string,
  purpose: TokenPurpose,
  now: Date,
): Promise<string | null> {
  const userId = await findOneTimeToken(tx, token, purpose, now);
  if (userId === null) return null;
  // In turn by account: two tokens of one account that are used at once would wait for each other.
  await tx.select({ id: users.id }).from(users).where(eq(users.id, userId)).for('no key update');
  const ended = await deleteOneTimeTokens(tx, userId, purpose);
  return ended.includes(hashToken(token)) ? userId : null;
}

const hashToken = (token: string) => createHash('sha256').update(token).digest('base64url');

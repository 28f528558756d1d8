import { createHash, randomBytes } from 'node:crypto';
import { and, asc, eq, isNull, lt, or } from 'drizzle-orm';
import { addMilliseconds, MINUTE } from '#core/server/platform/clock.ts';
import type { Queryable, Transaction } from '#core/server/platform/database.ts';
import type { FeedKind, FeedLink } from '#features/accounts/contract/feed-links.ts';
import { feedLinks } from '#features/accounts/server/accounts.tables.ts';

/** The time of the last use is written at most once in this time. */
export const USE_RECORDED_EVERY_MS = MINUTE;

/** Hashes a random secret for its lookup. */
export const hashSecret = (secret: string) => createHash('sha256').update(secret).digest('base64url');

/** Gives a feed a new secret and returns it. The one before is no longer valid. The caller has locked the customer. */
export async function replaceFeedSecret(
  tx: Transaction,
  { userId, kind }: { userId: string; kind: FeedKind },
  now: Date,
): Promise<string> {
  const secret = randomBytes(32).toString('base64url');
  const link = { hash: hashSecret(secret), createdAt: now, lastUsedAt: null };
  await tx
    .insert(feedLinks)
    .values({ userId, kind, ...link })
    .onConflictDoUpdate({ target: [feedLinks.userId, feedLinks.kind], set: link });
  return secret;
}

/** Revokes the secret of a feed. Returns `false` if it has none. */
export async function revokeFeedSecret(
  tx: Transaction,
  { userId, kind }: { userId: string; kind: FeedKind },
): Promise<boolean> {
  const rows = await tx
    .delete(feedLinks)
    .where(and(eq(feedLinks.userId, userId), eq(feedLinks.kind, kind)))
    .returning({ kind: feedLinks.kind });
  return rows.length > 0;
}

/** Returns the customer whose feed has this secret, and records its use; `null` if no feed has it. */
export async function findFeedOwner(
  db: Queryable,
  { secret, kind }: { secret: string; kind: FeedKind },
  now: Date,
): Promise<string | null> {
  const isLink = and(eq(feedLinks.hash, hashSecret(secret)), eq(feedLinks.kind, kind));
  const [link] = await db.select().from(feedLinks).where(isLink);
  if (!link) return null;
  const { lastUsedAt } = feedLinks;
  const usedBefore = addMilliseconds(now, -USE_RECORDED_EVERY_MS);
  if (link.lastUsedAt === null || link.lastUsedAt < usedBefore)
    await db
      .update(feedLinks)
      .set({ lastUsedAt: now })
      .where(and(isLink, or(isNull(lastUsedAt), lt(lastUsedAt, usedBefore))));
  return link.userId;
}

export async function readFeedLinks(db: Queryable, userId: string): Promise<FeedLink[]> {
  const rows = await db
    .select()
    .from(feedLinks)
    .where(eq(feedLinks.userId, userId))
    .orderBy(asc(feedLinks.kind));
  return rows.map(({ kind, createdAt, lastUsedAt }) => ({
    kind,
    created_at: createdAt.toISOString(),
    last_used_at: lastUsedAt?.toISOString() ?? null,
  }));
}

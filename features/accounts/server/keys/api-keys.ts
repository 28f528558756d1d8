import { createHash, randomBytes, randomInt } from 'node:crypto';
import { crc32 } from 'node:zlib';
import { and, asc, eq, isNull, lt, or } from 'drizzle-orm';
import { API_KEY_PREFIX, type ApiScope } from '#core/contract/api/api-scopes.ts';
import type { AuthenticateKey } from '#core/server/http/caller.ts';
import { addMilliseconds, type Clock, MINUTE } from '#core/server/platform/clock.ts';
import type { Database, Queryable, Transaction } from '#core/server/platform/database.ts';
import type { RateLimits } from '#core/server/platform/rate-limits/rate-limits.ts';
import type { ApiKey } from '#features/accounts/contract/api-keys.ts';
import type { FeedKind, FeedLink } from '#features/accounts/contract/feed-links.ts';
import { apiKeys, feedLinks } from '#features/accounts/server/accounts.tables.ts';

const ALPHABET = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';
/** 178 bits. */
const RANDOM_LENGTH = 30;
const CHECKSUM_LENGTH = 6;
const HINT_LENGTH = 4;

const FORM = new RegExp(
  `^${API_KEY_PREFIX}([0-9A-Za-z]{${RANDOM_LENGTH}})([0-9A-Za-z]{${CHECKSUM_LENGTH}})$`,
);

/** Creates a key: a prefix, random characters and their checksum, by which typing errors and look-alikes are rejected without a query. */
export function createKey(): string {
  const random = Array.from({ length: RANDOM_LENGTH }, () => ALPHABET[randomInt(ALPHABET.length)]).join('');
  return API_KEY_PREFIX + random + getChecksum(random);
}

export function isWellFormedKey(key: string): boolean {
  const [, random, checksum] = FORM.exec(key) ?? [];
  return random !== undefined && getChecksum(random) === checksum;
}

function getChecksum(random: string): string {
  let rest = crc32(random);
  let digits = '';
  for (let index = 0; index < CHECKSUM_LENGTH; index += 1) {
    digits = ALPHABET[rest % ALPHABET.length] + digits;
    rest = Math.floor(rest / ALPHABET.length);
  }
  return digits;
}

type KeyRow = typeof apiKeys.$inferSelect;

/** Stores a new key and returns it with its row: the key itself is not stored. The caller has locked the customer. */
export async function insertKey(
  tx: Transaction,
  values: Pick<KeyRow, 'userId' | 'name' | 'scopes' | 'createdAt' | 'expiresAt'>,
): Promise<{ key: string; row: KeyRow }> {
  const key = createKey();
  const hint = `${key.slice(0, API_KEY_PREFIX.length + HINT_LENGTH)}…${key.slice(-HINT_LENGTH)}`;
  const [row] = await tx
    .insert(apiKeys)
    .values({ ...values, hash: hashSecret(key), hint })
    .returning();
  return { key, row: row as KeyRow };
}

/** Returns the valid key and records its use; `null` for an unknown, revoked or expired one. */
async function findKey(
  db: Queryable,
  key: string,
  now: Date,
): Promise<Pick<KeyRow, 'id' | 'userId' | 'scopes'> | null> {
  if (!isWellFormedKey(key)) return null;
  const [row] = await db
    .select()
    .from(apiKeys)
    .where(eq(apiKeys.hash, hashSecret(key)));
  if (!row || (row.expiresAt !== null && row.expiresAt <= now)) return null;
  const usedBefore = addMilliseconds(now, -USE_RECORDED_EVERY_MS);
  if (row.lastUsedAt === null || row.lastUsedAt < usedBefore)
    await db
      .update(apiKeys)
      .set({ lastUsedAt: now })
      .where(and(eq(apiKeys.id, row.id), or(isNull(apiKeys.lastUsedAt), lt(apiKeys.lastUsedAt, usedBefore))));
  return row;
}

/** Returns the customer's keys, the oldest first. Expired ones are among them until they are revoked. */
export function listKeys(db: Queryable, userId: string): Promise<KeyRow[]> {
  return db
    .select()
    .from(apiKeys)
    .where(eq(apiKeys.userId, userId))
    .orderBy(asc(apiKeys.createdAt), asc(apiKeys.id));
}

/** Revokes a key of the customer. Returns its hint, `null` if the customer has no such key. */
export async function deleteKey(tx: Transaction, userId: string, id: string): Promise<string | null> {
  const [row] = await tx
    .delete(apiKeys)
    .where(and(eq(apiKeys.id, id), eq(apiKeys.userId, userId)))
    .returning({ hint: apiKeys.hint });
  return row?.hint ?? null;
}

/**
 * Revokes everything that gives access to an account without a session: when its owner takes it back from another user, who may have
 * created it.
 */
export async function revokeKeysOfCustomer(tx: Transaction, userId: string): Promise<void> {
  await tx.delete(apiKeys).where(eq(apiKeys.userId, userId));
  await tx.delete(feedLinks).where(eq(feedLinks.userId, userId));
}

export const presentKey = (row: KeyRow): ApiKey => ({
  id: row.id,
  name: row.name,
  hint: row.hint,
  scopes: row.scopes as ApiScope[],
  created_at: row.createdAt.toISOString(),
  expires_at: row.expiresAt?.toISOString() ?? null,
  last_used_at: row.lastUsedAt?.toISOString() ?? null,
});

/** Returns the function that checks an API key and counts the request: the invalid ones of a client, and those with a valid key. */
export function createKeyAuthentication({
  database,
  clock,
  rateLimits,
}: {
  database: Pick<Database, 'db'>;
  clock: Clock;
  rateLimits: Pick<RateLimits<'apiKey' | 'invalidKeyAddress'>, 'countIp' | 'countQuota'>;
}): AuthenticateKey {
  return async (key, clientIp) => {
    const found = await findKey(database.db, key, clock.now());
    if (!found) {
      await rateLimits.countIp('invalidKeyAddress', clientIp);
      return null;
    }
    const quota = await rateLimits.countQuota('apiKey', found.id);
    return {
      caller: { kind: 'api_key', userId: found.userId, keyId: found.id },
      scopes: found.scopes,
      quota,
    };
  };
}

/** The time of the last use is written at most once in this time. */
const USE_RECORDED_EVERY_MS = MINUTE;

/** Hashes a random secret for its lookup. */
const hashSecret = (secret: string) => createHash('sha256').update(secret).digest('base64url');

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

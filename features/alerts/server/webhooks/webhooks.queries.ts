import { createHash, randomUUID } from 'node:crypto';
import { and, eq, isNull, sql } from 'drizzle-orm';
import { addMilliseconds, DAY } from '#core/server/platform/clock.ts';
import { isOneOf } from '#core/server/platform/database/parameters.ts';
import type { Queryable, Transaction } from '#core/server/platform/database.ts';
import {
  decryptSecret,
  encryptSecret,
  reencryptSecret,
  type SecretOwner,
} from '#core/server/platform/stored-secrets.ts';
import type { TokenSecrets } from '#core/server/platform/token-secrets.ts';
import type { Webhook } from '#features/alerts/contract/webhooks.ts';
import { webhooks } from '#features/alerts/server/alerts.tables.ts';
import type { ListTargets } from '#features/alerts/server/delivery/channel.ts';
import { readLaneNames } from '#features/alerts/server/delivery/lanes.queries.ts';
import { createWebhookSecret } from './webhook-message.ts';

export type WebhookRow = typeof webhooks.$inferSelect;

/** A new secret can be deployed for so long while the one before still signs. */
const OVERLAP_MS = DAY;
/** A webhook is turned off that fails for so long, on so many days and for so many requests: two short outages do not turn it off. */
const FAILING_MS = 3 * DAY;
const FAILING_DAYS = 3;
const FAILURES = 10;

const getOwner = (id: string): SecretOwner => ({ purpose: 'tezi webhook secrets', id });

/** Names a secret of a webhook without revealing it: the ciphertext has a random part. */
const getSecretId = (encrypted: string) =>
  createHash('sha256').update(encrypted).digest('base64url').slice(0, 16);

type CreatedSecret = Record<'id' | 'secret' | 'secretId', string>;

function createSecret(id: string, tokenSecrets: TokenSecrets): CreatedSecret & { encrypted: string } {
  const secret = createWebhookSecret();
  const encrypted = encryptSecret(secret, getOwner(id), tokenSecrets);
  return { id, secret, secretId: getSecretId(encrypted), encrypted };
}

export async function findWebhook(db: Queryable, userId: string): Promise<WebhookRow | null> {
  const [row] = await db.select().from(webhooks).where(eq(webhooks.userId, userId));
  return row ?? null;
}

/** Stores the webhook of a customer, who is locked. Returns its ID and secret, or `null` if there is one already. */
export async function insertWebhook(
  tx: Transaction,
  { userId, url, now }: { userId: string; url: string; now: Date },
  tokenSecrets: TokenSecrets,
): Promise<CreatedSecret | null> {
  const id = randomUUID();
  const { encrypted, ...created } = createSecret(id, tokenSecrets);
  const rows = await tx
    .insert(webhooks)
    .values({ id, userId, url, secret: encrypted, createdAt: now })
    .onConflictDoNothing()
    .returning({ id: webhooks.id });
  return rows.length === 0 ? null : created;
}

/**
 * Replaces the secret, or returns `null` without a webhook. A secret that is replaced again within the overlap was hardly deployed: the one before
 * it still signs, until the time that the customer was shown.
 */
export async function replaceSecret(
  tx: Transaction,
  userId: string,
  now: Date,
  tokenSecrets: TokenSecrets,
): Promise<CreatedSecret | null> {
  const [webhook] = await tx.select().from(webhooks).where(eq(webhooks.userId, userId)).for('update');
  if (!webhook) return null;
  const { previousSecretUntil: until } = webhook;
  const { encrypted, ...created } = createSecret(webhook.id, tokenSecrets);
  await tx
    .update(webhooks)
    .set({
      secret: encrypted,
      ...(until !== null && until > now
        ? {}
        : { previousSecret: webhook.secret, previousSecretUntil: addMilliseconds(now, OVERLAP_MS) }),
    })
    .where(eq(webhooks.id, webhook.id));
  return created;
}

/** Removes the webhook of a customer, and returns it. */
export async function deleteWebhook(db: Queryable, userId: string): Promise<WebhookRow | null> {
  const [row] = await db.delete(webhooks).where(eq(webhooks.userId, userId)).returning();
  return row ?? null;
}

/** Returns the webhooks that are on. */
export const listWebhookTargets: ListTargets = async (db, userIds) => {
  const rows = await db
    .select({ id: webhooks.id, userId: webhooks.userId, url: webhooks.url })
    .from(webhooks)
    .where(and(isOneOf(webhooks.userId, userIds), isNull(webhooks.disabled)));
  const getLane = await readLaneNames(db, 'webhook');
  return rows.map(({ id, userId, url }) => [userId, id, getLane(url)]);
};

export async function readWebhooks(db: Queryable, ids: readonly string[]): Promise<Map<string, WebhookRow>> {
  const rows = await db.select().from(webhooks).where(isOneOf(webhooks.id, ids));
  return new Map(rows.map((row) => [row.id, row]));
}

/** Returns the secrets that sign now, the newest first. Empty if they cannot be decrypted. */
export function getSecrets(
  { id, secret, previousSecret, previousSecretUntil }: WebhookRow,
  now: Date,
  tokenSecrets: TokenSecrets,
): string[] {
  const isPreviousUsed = previousSecretUntil !== null && previousSecretUntil > now;
  return [secret, isPreviousUsed ? previousSecret : null].flatMap((each) =>
    each === null ? [] : (decryptSecret(each, getOwner(id), tokenSecrets) ?? []),
  );
}

/** Records that a request was accepted. Only a test turns a webhook on again: an alert may have been sent before it was turned off. */
export async function recordAcceptance(
  db: Queryable,
  id: string,
  { result, isTest, now }: { result: string; isTest: boolean; now: Date },
): Promise<void> {
  await db
    .update(webhooks)
    .set({
      lastAt: now,
      lastResult: result,
      failures: 0,
      failingSince: null,
      failingDays: 0,
      pausedUntil: null,
      acceptedAt: sql`coalesce(${webhooks.acceptedAt}, ${now.toISOString()})`,
      ...(isTest ? { disabled: null } : {}),
    })
    .where(eq(webhooks.id, id));
}

/** Records that a request failed. After many failures for days the webhook is turned off, and at once if it is gone. Returns `true` if this turned it off. */
export async function recordFailure(
  tx: Transaction,
  id: string,
  { result, isGone, pauseMs, now }: { result: string; isGone: boolean; pauseMs: number; now: Date },
): Promise<boolean> {
  const [before] = await tx.select().from(webhooks).where(eq(webhooks.id, id)).for('update');
  if (!before) return false;
  const isNewDay = before.failures === 0 || before.lastAt === null || toDay(before.lastAt) < toDay(now);
  const failures = before.failures + 1;
  const failingSince = before.failingSince ?? now;
  const failingDays = before.failingDays + (isNewDay ? 1 : 0);
  const isPersistent =
    failures >= FAILURES && failingDays >= FAILING_DAYS && failingSince <= addMilliseconds(now, -FAILING_MS);
  const pausedUntil = addMilliseconds(now, pauseMs);
  const isLonger = pauseMs > 0 && (before.pausedUntil ?? now) < pausedUntil;
  const disabled = isGone ? 'gone' : (before.disabled ?? (isPersistent ? 'failing' : null));
  await tx
    .update(webhooks)
    .set({
      lastAt: now,
      lastResult: result,
      failures,
      failingSince,
      failingDays,
      disabled,
      ...(isLonger ? { pausedUntil } : {}),
    })
    .where(eq(webhooks.id, id));
  return before.disabled === null && disabled !== null;
}

/** Returns a date in UTC. */
const toDay = (time: Date) => time.toISOString().slice(0, 10);

/** Presents a webhook without its secret. */
export function presentWebhook(row: WebhookRow, now: Date): Webhook {
  const { url, createdAt, lastAt, lastResult, failures, disabled, previousSecretUntil: until } = row;
  return {
    url,
    created_at: createdAt.toISOString(),
    secret_id: getSecretId(row.secret),
    last: lastAt && {
      at: lastAt.toISOString(),
      is_accepted: failures === 0,
      result: lastResult ?? '',
    },
    disabled,
    previous_secret_until: until !== null && until > now ? until.toISOString() : null,
  };
}

/**
 * Encrypts the secrets with the current token secret, so that the one they were encrypted with can be removed. Servers that start together
 * may do so at the same time.
 */
export async function reencryptWebhookSecrets(db: Queryable, tokenSecrets: TokenSecrets): Promise<void> {
  const { id, secret, previousSecret } = webhooks;
  for (const column of ['secret', 'previousSecret'] as const) {
    const rows = await db.select({ id, stored: { secret, previousSecret }[column] }).from(webhooks);
    for (const { id: rowId, stored } of rows) {
      const encrypted = stored === null ? null : reencryptSecret(stored, getOwner(rowId), tokenSecrets);
      if (encrypted === null || stored === null) continue;
      // Unless it has changed since it was read.
      await db
        .update(webhooks)
        .set({ [column]: encrypted })
        .where(and(eq(id, rowId), eq(webhooks[column], stored)));
    }
  }
}

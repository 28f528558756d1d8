import { and, eq, lt, sql } from 'drizzle-orm';
import { findUnavailable } from '#core/server/platform/database/unavailable.ts';
import type { Queryable, Transaction } from '#core/server/platform/database.ts';
import { HttpError } from '#core/server/platform/http-error.ts';
import { idempotentRequests } from './idempotency.tables.ts';

export interface IdempotentRequest {
  administratorId: string;
  key: string;
  fingerprint: string;
}

/**
 * Runs `work` and stores its result with the key in the transaction. If the same request has succeeded within 24 hours, returns its
 * result instead, and calls `onReplay`. Call it first in the transaction: an equal request waits here until the first one ends. Throws
 * 409 if that takes too long, and 422 if the key belongs to another request.
 */
export async function runOnce<Result>(
  tx: Transaction,
  { administratorId, key, fingerprint }: IdempotentRequest,
  { work, onReplay }: { work: () => Promise<Result>; onReplay: () => void },
): Promise<Result> {
  const isRequest = and(
    eq(idempotentRequests.administratorId, administratorId),
    eq(idempotentRequests.key, key),
  );
  const claimed = await tx
    .insert(idempotentRequests)
    .values({ administratorId, key, fingerprint })
    .onConflictDoUpdate({
      target: [idempotentRequests.administratorId, idempotentRequests.key],
      set: { fingerprint, createdAt: sql`now()` },
      setWhere: hasExpired,
    })
    .returning({ key: idempotentRequests.key })
    .catch((error) => {
      throw findUnavailable(error)?.reason === 'locked' ? keyInUse(error) : error;
    });
  if (claimed.length > 0) {
    const response = await work();
    await tx.update(idempotentRequests).set({ response }).where(isRequest);
    return response;
  }
  const [stored] = await tx.select().from(idempotentRequests).where(isRequest);
  if (stored?.fingerprint !== fingerprint) throw keyReused();
  onReplay();
  return stored.response as Result;
}

const hasExpired = lt(idempotentRequests.createdAt, sql`now() - interval '24 hours'`);

/** Deletes keys that have expired. */
export async function removeExpiredKeys(db: Queryable): Promise<void> {
  await db.delete(idempotentRequests).where(hasExpired);
}

const keyInUse = (cause: unknown) =>
  new HttpError({
    status: 409,
    code: 'idempotency_key_in_use',
    body: {
      detail: 'The same request is still being processed. Send it again shortly.',
      code: 'idempotency_key_in_use',
    },
    headers: { 'Retry-After': '5' },
    cause,
  });

const keyReused = () =>
  new HttpError({
    status: 422,
    code: 'idempotency_key_reused',
    body: {
      detail:
        'A request with this Idempotency-Key but other content has succeeded. Check its result before you send this one with a new key.',
      code: 'idempotency_key_reused',
    },
  });

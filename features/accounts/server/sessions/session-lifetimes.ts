import { and, eq, gt, isNull, sql } from 'drizzle-orm';
import type { PgColumn } from 'drizzle-orm/pg-core';
import { addMilliseconds, DAY, SECOND } from '#core/server/platform/clock.ts';
import type { Queryable, Transaction } from '#core/server/platform/database.ts';
import { notFound } from '#core/server/platform/http-error.ts';
import { accountNotFound } from '#features/accounts/server/accounts.errors.ts';
import { deleteExpiredAttempts } from '#features/accounts/server/accounts.queries.ts';
import { refreshTokens, sessions, users } from '#features/accounts/server/accounts.tables.ts';
import {
  deleteRefreshTokensExpiredBefore,
  deleteSessionsEndedBefore,
  filterEndedSessions,
  findActiveSession,
  listActiveSessions,
  revokeSessionsOfAccount,
} from './sessions.queries.ts';
import { IDLE_LIFETIME_MS } from './sessions.ts';

const toAccount = (customerId: string) => ({ accountKind: 'customer', accountId: customerId }) as const;

/** Returns how many sessions of a customer can still be used. */
export async function countActiveSessions(db: Queryable, customerId: string, now: Date): Promise<number> {
  const seenSince = addMilliseconds(now, -IDLE_LIFETIME_MS);
  return (await listActiveSessions(db, toAccount(customerId), { now, seenSince })).length;
}

/** Returns which of these sessions can be used no more. */
export const findEndedSessions = (db: Queryable, ids: readonly string[], now: Date): Promise<Set<string>> =>
  filterEndedSessions(db, ids, { now, seenSince: addMilliseconds(now, -IDLE_LIFETIME_MS) });

/** Ends all sessions of a customer. Throws `notFound`. */
export async function endCustomerSessions(tx: Transaction, customerId: string, now: Date): Promise<void> {
  if (!(await lockCustomer(tx, customerId))) throw notFound();
  await revokeSessionsOfAccount(tx, toAccount(customerId), now);
}

/** Waits for sign-ins in progress, so that their sessions end too. */
async function lockCustomer(tx: Transaction, id: string): Promise<boolean> {
  const rows = await tx.select({ id: users.id }).from(users).where(eq(users.id, id)).for('update');
  return rows.length > 0;
}

/**
 * Locks a customer whose session has not ended, until the transaction ends. A password reset that runs at the same time then either removes what the
 * transaction adds to the account, or has ended the session. Throws `accountNotFound`.
 */
export async function lockSignedInCustomer(
  tx: Transaction,
  { userId, sessionId }: { userId: string; sessionId: string },
  now: Date,
): Promise<{ email: string }> {
  const [customer] = await tx
    .select({ email: users.email })
    .from(users)
    .where(eq(users.id, userId))
    .for('update');
  // Read after the lock: until then the reset is not visible.
  if (!customer || (await findActiveSession(tx, sessionId, now)) === null) throw accountNotFound();
  return customer;
}

/**
 * Extends all sessions that can still be used, as if their users had been active for that time. Only a demo does this, when
 * its clock is advanced.
 */
export async function extendSessions(tx: Transaction, durationMs: number, now: Date): Promise<void> {
  const extend = (column: PgColumn) => sql`${column} + make_interval(secs => ${durationMs / SECOND}::float8)`;
  await tx
    .update(sessions)
    .set({ expiresAt: extend(sessions.expiresAt), lastSeenAt: extend(sessions.lastSeenAt) })
    .where(
      and(
        isNull(sessions.revokedAt),
        gt(sessions.expiresAt, now),
        gt(sessions.lastSeenAt, addMilliseconds(now, -IDLE_LIFETIME_MS)),
      ),
    );
  await tx
    .update(refreshTokens)
    .set({ expiresAt: extend(refreshTokens.expiresAt) })
    .where(and(isNull(refreshTokens.usedAt), gt(refreshTokens.expiresAt, now)));
}

/** Customers can still see ended sessions in their export for this time. */
const ENDED_SESSION_RETENTION_MS = 30 * DAY;

/** Deletes ended sessions, expired refresh tokens, email links and sign-in attempts with Google. */
export async function deleteExpiredCredentials(db: Queryable, now: Date): Promise<void> {
  const endedBefore = addMilliseconds(now, -ENDED_SESSION_RETENTION_MS);
  await deleteSessionsEndedBefore(db, endedBefore, addMilliseconds(endedBefore, -IDLE_LIFETIME_MS));
  await deleteRefreshTokensExpiredBefore(db, now);
  await deleteExpiredAttempts(db, now);
}

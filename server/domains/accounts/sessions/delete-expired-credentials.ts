import { deleteExpiredAttempts } from '#server/domains/accounts/accounts.queries.ts';
import { addMilliseconds, DAY } from '#server/platform/clock.ts';
import type { Queryable } from '#server/platform/database.ts';
import { deleteRefreshTokensExpiredBefore, deleteSessionsEndedBefore } from './sessions.queries.ts';
import { IDLE_LIFETIME_MS } from './sessions.ts';

/** Customers can still see ended sessions in their export for this time. */
const ENDED_SESSION_RETENTION_MS = 30 * DAY;

/** Deletes ended sessions, expired refresh tokens, email links and sign-in attempts with Google. */
export async function deleteExpiredCredentials(db: Queryable, now: Date): Promise<void> {
  const endedBefore = addMilliseconds(now, -ENDED_SESSION_RETENTION_MS);
  await deleteSessionsEndedBefore(db, endedBefore, addMilliseconds(endedBefore, -IDLE_LIFETIME_MS));
  await deleteRefreshTokensExpiredBefore(db, now);
  await deleteExpiredAttempts(db, now);
}

import {
  deleteExpiredAttempts,
  deleteRefreshTokensExpiredBefore,
  deleteSessionsEndedBefore,
} from '#server/domains/accounts/accounts.queries.ts';
import { addMilliseconds, DAY } from '#server/platform/clock.ts';
import type { Queryable } from '#server/platform/database.ts';
import { IDLE_LIFETIME_MS } from './sessions.ts';

/** Ended sessions stay for a while: their owner may ask in an export where they had been signed in. */
const ENDED_SESSION_KEPT_MS = 30 * DAY;

/** Removes what has ended: sessions and refresh tokens, links of mails, sign-ins at Google. */
export async function deleteExpiredCredentials(db: Queryable, now: Date): Promise<void> {
  const keptSince = addMilliseconds(now, -ENDED_SESSION_KEPT_MS);
  await deleteSessionsEndedBefore(db, keptSince, addMilliseconds(keptSince, -IDLE_LIFETIME_MS));
  await deleteRefreshTokensExpiredBefore(db, now);
  await deleteExpiredAttempts(db, now);
}

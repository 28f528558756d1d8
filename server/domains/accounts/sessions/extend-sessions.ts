import { and, gt, isNull, sql } from 'drizzle-orm';
import type { PgColumn } from 'drizzle-orm/pg-core';
import { refreshTokens, sessions } from '#server/domains/accounts/accounts.tables.ts';
import { addMilliseconds, SECOND } from '#server/platform/clock.ts';
import type { Transaction } from '#server/platform/database.ts';
import { IDLE_LIFETIME_MS } from './sessions.ts';

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

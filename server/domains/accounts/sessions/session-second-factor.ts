import { and, eq } from 'drizzle-orm';
import { sessions } from '#server/domains/accounts/accounts.tables.ts';
import type { Transaction } from '#server/platform/database.ts';

/** The session's administrator has just proved a second factor. */
export async function markSecondFactor(tx: Transaction, sessionId: string, now: Date): Promise<void> {
  await tx.update(sessions).set({ secondFactorAt: now }).where(eq(sessions.id, sessionId));
}

/** A factor that is gone vouches for no session any more. */
export async function clearSecondFactor(tx: Transaction, administratorId: string): Promise<void> {
  await tx
    .update(sessions)
    .set({ secondFactorAt: null })
    .where(and(eq(sessions.accountKind, 'administrator'), eq(sessions.accountId, administratorId)));
}

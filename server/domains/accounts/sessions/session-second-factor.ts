import { and, eq } from 'drizzle-orm';
import { sessions } from '#server/domains/accounts/accounts.tables.ts';
import type { Transaction } from '#server/platform/database.ts';

/** Records that the administrator verified a second factor in this session. */
export async function markSecondFactor(tx: Transaction, sessionId: string, now: Date): Promise<void> {
  await tx.update(sessions).set({ secondFactorAt: now }).where(eq(sessions.id, sessionId));
}

/** Clears the verification in all sessions of an administrator whose second factor was removed. */
export async function clearSecondFactor(tx: Transaction, administratorId: string): Promise<void> {
  await tx
    .update(sessions)
    .set({ secondFactorAt: null })
    .where(and(eq(sessions.accountKind, 'administrator'), eq(sessions.accountId, administratorId)));
}

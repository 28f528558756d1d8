import { eq } from 'drizzle-orm';
import { users } from '#server/domains/accounts/accounts.tables.ts';
import { addMilliseconds } from '#server/platform/clock.ts';
import type { Queryable, Transaction } from '#server/platform/database.ts';
import { notFound } from '#server/platform/http-error.ts';
import { listActiveSessions, revokeSessionsOfAccount } from './sessions.queries.ts';
import { IDLE_LIFETIME_MS } from './sessions.ts';

const toAccount = (customerId: string) => ({ accountKind: 'customer', accountId: customerId }) as const;

/** Returns how many sessions of a customer can still be used. */
export async function countActiveSessions(db: Queryable, customerId: string, now: Date): Promise<number> {
  const seenSince = addMilliseconds(now, -IDLE_LIFETIME_MS);
  return (await listActiveSessions(db, toAccount(customerId), { now, seenSince })).length;
}

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

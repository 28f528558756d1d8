import { and, desc, eq, gt, isNull, lt } from 'drizzle-orm';
import type { GoogleProfile } from '#server/domains/accounts/accounts.tables.ts';
import { googleAttempts } from '#server/domains/accounts/accounts.tables.ts';
import type { Queryable, Transaction } from '#server/platform/database.ts';

export type Attempt = typeof googleAttempts.$inferSelect;

export async function insertAttempt(
  tx: Transaction,
  attempt: typeof googleAttempts.$inferInsert,
): Promise<void> {
  await tx.insert(googleAttempts).values(attempt);
}

export async function deleteAttemptsExpiredBefore(tx: Transaction, moment: Date): Promise<void> {
  await tx.delete(googleAttempts).where(lt(googleAttempts.expiresAt, moment));
}

/** Marks an attempt of that browser as returned, once; `null` for the second time, another browser and what expired. */
export async function consumeAttempt(
  db: Queryable,
  { stateHash, browserHash }: { stateHash: string; browserHash: string },
  now: Date,
): Promise<Attempt | null> {
  const [taken] = await db
    .update(googleAttempts)
    .set({ returnedAt: now })
    .where(
      and(
        eq(googleAttempts.stateHash, stateHash),
        eq(googleAttempts.browserHash, browserHash),
        isNull(googleAttempts.returnedAt),
        gt(googleAttempts.expiresAt, now),
      ),
    )
    .returning();
  return taken ?? null;
}

export async function findAttemptByState(db: Queryable, stateHash: string): Promise<Attempt | null> {
  const [found] = await db.select().from(googleAttempts).where(eq(googleAttempts.stateHash, stateHash));
  return found ?? null;
}

/** The attempt of that browser which is still under way, the newest of several. */
export async function findNewestAttempt(
  db: Queryable,
  browserHash: string,
  now: Date,
): Promise<Attempt | null> {
  const [found] = await db
    .select()
    .from(googleAttempts)
    .where(
      and(
        eq(googleAttempts.browserHash, browserHash),
        isNull(googleAttempts.returnedAt),
        gt(googleAttempts.expiresAt, now),
      ),
    )
    .orderBy(desc(googleAttempts.startedAt))
    .limit(1);
  return found ?? null;
}

export async function storeTicket(
  db: Queryable,
  stateHash: string,
  ticket: { ticketHash: string; ticketExpiresAt: Date; person: GoogleProfile },
): Promise<void> {
  await db.update(googleAttempts).set(ticket).where(eq(googleAttempts.stateHash, stateHash));
}

/** Removes the attempt that the ticket belongs to, so that of two calls at once only one gets the person. */
export async function consumeTicket(
  tx: Transaction,
  { ticketHash, browserHash }: { ticketHash: string; browserHash: string },
  now: Date,
): Promise<GoogleProfile | null> {
  const [taken] = await tx
    .delete(googleAttempts)
    .where(
      and(
        eq(googleAttempts.ticketHash, ticketHash),
        eq(googleAttempts.browserHash, browserHash),
        gt(googleAttempts.ticketExpiresAt, now),
      ),
    )
    .returning({ person: googleAttempts.person });
  return taken?.person ?? null;
}

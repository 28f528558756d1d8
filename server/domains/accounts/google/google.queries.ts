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

export async function deleteAttemptsExpiredBefore(tx: Transaction, before: Date): Promise<void> {
  await tx.delete(googleAttempts).where(lt(googleAttempts.expiresAt, before));
}

/**
 * Marks the browser's attempt as returned. Returns `null` if it already was, has expired or belongs to
 * another browser.
 */
export async function consumeAttempt(
  db: Queryable,
  { stateHash, browserHash }: { stateHash: string; browserHash: string },
  now: Date,
): Promise<Attempt | null> {
  const [consumed] = await db
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
  return consumed ?? null;
}

export async function findAttemptByState(db: Queryable, stateHash: string): Promise<Attempt | null> {
  const [found] = await db.select().from(googleAttempts).where(eq(googleAttempts.stateHash, stateHash));
  return found ?? null;
}

/** Finds the newest attempt of a browser that is still in progress. */
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

/** Deletes the ticket's attempt and returns its profile. Of two concurrent calls, one gets `null`. */
export async function consumeTicket(
  tx: Transaction,
  { ticketHash, browserHash }: { ticketHash: string; browserHash: string },
  now: Date,
): Promise<GoogleProfile | null> {
  const [consumed] = await tx
    .delete(googleAttempts)
    .where(
      and(
        eq(googleAttempts.ticketHash, ticketHash),
        eq(googleAttempts.browserHash, browserHash),
        gt(googleAttempts.ticketExpiresAt, now),
      ),
    )
    .returning({ person: googleAttempts.person });
  return consumed?.person ?? null;
}

import { desc, eq } from 'drizzle-orm';
import type { LocalDate } from '#core/contract/dates.ts';
import { cachedUntilChange } from '#core/server/platform/cached-until-change.ts';
import type { Database, Queryable, Transaction } from '#core/server/platform/database.ts';
import { recordTerms, termChanges } from '#features/signals/server/track-record/track-record.tables.ts';
import type { PendingTerms, Terms } from './terms.ts';

export type TermsRow = typeof recordTerms.$inferSelect;
export type TermChangeRow = typeof termChanges.$inferSelect;

const ROW_ID = 1;

export async function readTerms(db: Queryable): Promise<TermsRow | null> {
  const [row] = await db.select().from(recordTerms);
  return row ?? null;
}

/** Stores the terms of a new site, which has no earlier ones. */
export async function insertTerms(db: Queryable, pending: PendingTerms): Promise<void> {
  const terms: Terms = {};
  await db.insert(recordTerms).values({ id: ROW_ID, terms, pending }).onConflictDoNothing();
}

/** Locks the terms until the transaction ends. */
export async function lockTerms(tx: Transaction): Promise<TermsRow | null> {
  const [row] = await tx.select().from(recordTerms).for('update');
  return row ?? null;
}

export async function updateTerms(tx: Transaction, values: Partial<Omit<TermsRow, 'id'>>): Promise<void> {
  await tx.update(recordTerms).set(values).where(eq(recordTerms.id, ROW_ID));
}

/** Returns the newest end of a premium signal that stays public, or `null` if the terms never changed. */
export async function readReleasedUntil(db: Queryable): Promise<LocalDate | null> {
  const [row] = await db.select({ until: recordTerms.releasedUntil }).from(recordTerms);
  return row?.until ?? null;
}

/** Returns a function that reads it once and again after a change. */
export const cacheReleasedUntil = ({ db, changes }: Database): (() => Promise<LocalDate | null>) =>
  cachedUntilChange(changes, 'track-record', () => readReleasedUntil(db));

export async function insertTermChange(
  tx: Transaction,
  row: Pick<TermChangeRow, 'changedAt' | 'changes' | 'figures'>,
): Promise<number> {
  const [inserted] = await tx.insert(termChanges).values(row).returning({ id: termChanges.id });
  return (inserted as { id: number }).id;
}

export async function setTermChangeSequence(tx: Transaction, id: number, sequence: number): Promise<void> {
  await tx.update(termChanges).set({ sequence }).where(eq(termChanges.id, id));
}

/** Returns the changes of the terms, the newest first. */
export const listTermChangeRows = (
  db: Queryable,
  limit = Number.MAX_SAFE_INTEGER,
): Promise<TermChangeRow[]> => db.select().from(termChanges).orderBy(desc(termChanges.id)).limit(limit);

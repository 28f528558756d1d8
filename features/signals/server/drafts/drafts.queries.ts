import { and, asc, count, desc, eq, isNotNull, ne } from 'drizzle-orm';
import type { InboxWork } from '#core/contract/inbox.ts';
import { paths } from '#core/contract/paths.ts';
import { TOTAL } from '#core/server/platform/database/parameters.ts';
import type { Queryable, Transaction } from '#core/server/platform/database.ts';
import { signalDrafts } from '#features/signals/server/signals.tables.ts';

export type DraftRow = typeof signalDrafts.$inferSelect;

export async function listDrafts(
  db: Queryable,
  { limit, offset }: { limit: number; offset: number },
): Promise<{ total: number; rows: DraftRow[] }> {
  const rows = await db
    .select()
    .from(signalDrafts)
    .orderBy(desc(signalDrafts.updatedAt), desc(signalDrafts.id))
    .limit(limit)
    .offset(offset);
  const [total] = await db.select({ value: count() }).from(signalDrafts);
  return { total: total?.value ?? 0, rows };
}

export async function findDraft(db: Queryable, id: string): Promise<DraftRow | null> {
  const [row] = await db.select().from(signalDrafts).where(eq(signalDrafts.id, id));
  return row ?? null;
}

/** Finds a draft and locks it until the transaction ends, so that concurrent changes run one after the other. */
export async function lockDraft(tx: Transaction, id: string): Promise<DraftRow | null> {
  const [row] = await tx.select().from(signalDrafts).where(eq(signalDrafts.id, id)).for('update');
  return row ?? null;
}

export async function insertDraft(tx: Transaction, row: typeof signalDrafts.$inferInsert): Promise<DraftRow> {
  const [inserted] = await tx.insert(signalDrafts).values(row).returning();
  return inserted as DraftRow;
}

/** Updates a draft and increases its version. */
export async function updateDraft(
  tx: Transaction,
  { id, version }: DraftRow,
  changes: Partial<DraftRow>,
): Promise<DraftRow> {
  const [updated] = await tx
    .update(signalDrafts)
    .set({ ...changes, version: version + 1 })
    .where(eq(signalDrafts.id, id))
    .returning();
  return updated as DraftRow;
}

export async function removeDraft(tx: Transaction, id: string): Promise<void> {
  await tx.delete(signalDrafts).where(eq(signalDrafts.id, id));
}

/**
 * Presents the submitted drafts that an administrator may approve, those that wait longest first, for the inbox: not
 * those that the administrator submitted or changed last.
 */
export async function listApprovalWork(
  db: Queryable,
  administratorId: string,
  limit: number,
): Promise<InboxWork> {
  const { id, content, submittedAt, submittedBy, submittedById, updatedById } = signalDrafts;
  const rows = await db
    .select({ id, content, submittedAt, submittedBy, total: TOTAL })
    .from(signalDrafts)
    .where(and(isNotNull(submittedAt), ne(submittedById, administratorId), ne(updatedById, administratorId)))
    .orderBy(asc(submittedAt), asc(id))
    .limit(limit);
  return {
    count: rows[0]?.total ?? 0,
    items: rows.map((row) => ({
      id: row.id,
      title: row.content.symbol.trim() || 'No stock yet',
      detail: `Submitted by ${row.submittedBy}`,
      at: row.submittedAt?.toISOString() ?? null,
      path: `${paths.adminDrafts}?review=${row.id}`,
    })),
  };
}

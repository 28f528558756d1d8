import { desc, eq } from 'drizzle-orm';
import { premiumGrants } from '#server/domains/billing/billing.tables.ts';
import { isOneOf } from '#server/platform/database/parameters.ts';
import type { Queryable, Transaction } from '#server/platform/database.ts';

export type GrantRow = typeof premiumGrants.$inferSelect;

/** Lists the grants of these customers, newest first, including ended and revoked ones. */
export function listGrants(db: Queryable, userIds: readonly string[]): Promise<GrantRow[]> {
  return db
    .select()
    .from(premiumGrants)
    .where(isOneOf(premiumGrants.userId, userIds))
    .orderBy(desc(premiumGrants.startsAt), desc(premiumGrants.id));
}

export async function insertGrant(
  tx: Transaction,
  grant: typeof premiumGrants.$inferInsert,
): Promise<GrantRow> {
  const [row] = await tx.insert(premiumGrants).values(grant).returning();
  return row as GrantRow;
}

/** Finds a grant by its ID, a UUID, and locks its row for an update. */
export async function lockGrant(tx: Transaction, id: string): Promise<GrantRow | null> {
  const [row] = await tx.select().from(premiumGrants).where(eq(premiumGrants.id, id)).for('update');
  return row ?? null;
}

export async function updateGrant(
  tx: Transaction,
  id: string,
  change: Partial<typeof premiumGrants.$inferInsert>,
): Promise<GrantRow> {
  const [row] = await tx.update(premiumGrants).set(change).where(eq(premiumGrants.id, id)).returning();
  return row as GrantRow;
}

import { asc, desc, eq, inArray } from 'drizzle-orm';
import type { Queryable, Transaction } from '#server/platform/database.ts';
import { signalVersions } from './signals.tables.ts';

export async function insertVersion(
  tx: Transaction,
  version: typeof signalVersions.$inferInsert,
): Promise<void> {
  await tx.insert(signalVersions).values(version);
}

export function listVersions(db: Queryable, signalId: string) {
  return db
    .select()
    .from(signalVersions)
    .where(eq(signalVersions.signalId, signalId))
    .orderBy(desc(signalVersions.version));
}

/** Returns the versions of several signals, oldest first. */
export function listVersionsOf(db: Queryable, signalIds: string[]) {
  return db
    .select({
      signalId: signalVersions.signalId,
      changedAt: signalVersions.changedAt,
      signal: signalVersions.signal,
    })
    .from(signalVersions)
    .where(inArray(signalVersions.signalId, signalIds))
    .orderBy(asc(signalVersions.signalId), asc(signalVersions.version));
}

export async function findLastEditor(db: Queryable, signalId: string): Promise<string> {
  const [row] = await listVersions(db, signalId).limit(1);
  return row?.changedBy ?? 'Another administrator';
}

import { asc, desc, eq, inArray, sql } from 'drizzle-orm';
import type { SignalLevels } from '#contract/signals/signal.ts';
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

/** The levels and the symbol in a stored version. */
const levels = sql<SignalLevels & { symbol: string }>`jsonb_build_object(
  'symbol', ${signalVersions.signal}->'symbol',
  'order_type', ${signalVersions.signal}->'order_type',
  'entry_price', ${signalVersions.signal}->'entry_price',
  'stop_loss', ${signalVersions.signal}->'stop_loss',
  'target_points', ${signalVersions.signal}->'target_points')`;

/** Returns the first version of each signal, and those that changed its levels or its symbol, oldest first. */
export async function listLevelVersions(db: Queryable, signalIds: string[]) {
  const { signalId, version, changedAt } = signalVersions;
  const previous = sql`lag(${levels}) over (partition by ${signalId} order by ${version})`;
  const versions = db
    .select({ signalId, version, changedAt, levels: levels.as('levels'), previous: previous.as('previous') })
    .from(signalVersions)
    .where(inArray(signalId, signalIds))
    .as('versions');
  const rows = await db
    .select({ signalId: versions.signalId, changedAt: versions.changedAt, levels: versions.levels })
    .from(versions)
    .where(sql`${versions.levels} is distinct from ${versions.previous}`)
    .orderBy(asc(versions.signalId), asc(versions.version));
  return rows.map(({ levels: { symbol, ...levels }, ...row }) => ({ ...row, symbol, levels }));
}

export async function findLastEditor(db: Queryable, signalId: string): Promise<string> {
  const [row] = await listVersions(db, signalId).limit(1);
  return row?.changedBy ?? 'Another administrator';
}

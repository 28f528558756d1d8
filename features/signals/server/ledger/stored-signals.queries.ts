import { asc, gt, sql } from 'drizzle-orm';
import { isOneOf } from '#core/server/platform/database/parameters.ts';
import type { Queryable, Transaction } from '#core/server/platform/database.ts';
import type { SignalRow } from '#features/signals/server/signals.queries.ts';
import { signals, signalVersions } from '#features/signals/server/signals.tables.ts';

/** Returns those of the references, `PREFIX ID:VERSION`, whose versions exist. */
export async function listExistingReferences(
  db: Queryable,
  references: string[],
  prefix: string,
): Promise<string[]> {
  const { signalId, version } = signalVersions;
  const reference = sql<string>`${prefix}::text || ${signalId} || ':' || ${version}`;
  const ids = references.map((each) => each.slice(prefix.length).split(':')[0] ?? '');
  if (ids.length === 0) return [];
  const rows = await db.select({ reference }).from(signalVersions).where(isOneOf(signalId, ids));
  return rows.map((row) => row.reference);
}

/** Returns signals by ID, including deleted ones. */
export async function listSignalsAfter(
  db: Queryable,
  after: string | null,
  limit: number,
): Promise<SignalRow[]> {
  return db
    .select()
    .from(signals)
    .where(after === null ? undefined : gt(signals.id, after))
    .orderBy(asc(signals.id))
    .limit(limit);
}

/** A signal that has sealed entries. */
export type SealedSignal = Pick<SignalRow, 'id' | 'signalType' | 'createdAt' | 'closedAt' | 'deletedAt'>;

export async function listSealedSignals(db: Queryable, ids: readonly string[]): Promise<SealedSignal[]> {
  const { id, signalType, createdAt, closedAt, deletedAt } = signals;
  return db
    .select({ id, signalType, createdAt, closedAt, deletedAt })
    .from(signals)
    .where(isOneOf(id, ids))
    .orderBy(asc(id));
}

/** Locks signals against changes until the transaction ends. */
export async function lockSignals(tx: Transaction, ids: readonly string[]): Promise<void> {
  await tx
    .select({ id: signals.id })
    .from(signals)
    .where(isOneOf(signals.id, ids))
    .orderBy(asc(signals.id))
    .for('share');
}

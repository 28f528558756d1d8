import { and, asc, eq, gt, lte, or, sql } from 'drizzle-orm';
import type { SignalRow } from '#server/domains/signals/signals.queries.ts';
import { signals, signalVersions } from '#server/domains/signals/signals.tables.ts';
import { isOneOf } from '#server/platform/database/parameters.ts';
import type { Queryable, Transaction } from '#server/platform/database.ts';

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

/**
 * Returns those of the signals that are free, or were closed or deleted before a time. Locks them against changes until the
 * transaction ends.
 */
export async function listReleasable(tx: Transaction, ids: string[], endedBefore: Date): Promise<string[]> {
  const endedAt = sql`coalesce(${signals.closedAt}, ${signals.deletedAt})`;
  const rows = await tx
    .select({ id: signals.id })
    .from(signals)
    .where(and(isOneOf(signals.id, ids), or(eq(signals.signalType, 'intraday'), lte(endedAt, endedBefore))))
    .orderBy(asc(signals.id))
    .for('share');
  return rows.map(({ id }) => id);
}

import { and, asc, gte, lt } from 'drizzle-orm';
import { isOneOf } from '#server/platform/database/parameters.ts';
import type { Queryable } from '#server/platform/database.ts';
import { signals, signalVersions } from './signals.tables.ts';

/** Returns the IDs of the signals that were published in a period, oldest first, including deleted ones. */
export async function listPublishedBetween(
  db: Queryable,
  { from, before }: { from: Date; before: Date },
): Promise<string[]> {
  const { id, createdAt } = signals;
  const rows = await db
    .select({ id })
    .from(signals)
    .where(and(gte(createdAt, from), lt(createdAt, before)))
    .orderBy(asc(createdAt), asc(id));
  return rows.map((row) => row.id);
}

/** Returns all versions of signals as they are stored, by signal and version. */
export const listVersionsOf = (
  db: Queryable,
  ids: readonly string[],
): Promise<(typeof signalVersions.$inferSelect)[]> =>
  db
    .select()
    .from(signalVersions)
    .where(isOneOf(signalVersions.signalId, ids))
    .orderBy(asc(signalVersions.signalId), asc(signalVersions.version));

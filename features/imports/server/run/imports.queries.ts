import { and, desc, eq, getTableColumns, inArray, not, type SQL, sql } from 'drizzle-orm';
import type { PgUpdateSetSource } from 'drizzle-orm/pg-core';
import { MINUTE } from '#core/server/platform/clock.ts';
import { ADVISORY_LOCKS } from '#core/server/platform/database/advisory-locks.ts';
import { isOneOf } from '#core/server/platform/database/parameters.ts';
import type { Queryable, Transaction } from '#core/server/platform/database.ts';
import { addToDatabaseTime, databaseNow, isDue } from '#core/server/platform/schedule.ts';
import type { ImportKind } from '#features/imports/contract/imports.ts';
import { imports } from '#features/imports/server/imports.tables.ts';

/** `isBusy`: a server is running or reverting the import at the time of the query. */
export type ImportRow = typeof imports.$inferSelect & { isBusy: boolean };

/** Much longer than a batch takes: a server that has not updated `alive_at` for this long has died. */
const ALIVE_MS = MINUTE;

/** The `alive_at` of an abandoned import, so that a new import does not have to wait for it. */
export const ABANDONED = new Date(0);

/**
 * Matches an `alive_at` that is at most `ALIVE_MS` old and not in the future, as a clock that was ahead would write it.
 */
const IS_BUSY = and(
  inArray(imports.status, ['running', 'reverting']),
  not(isDue(imports.aliveAt, addToDatabaseTime(databaseNow, -ALIVE_MS), ALIVE_MS) as SQL),
) as SQL;

const COLUMNS = { ...getTableColumns(imports), isBusy: sql<boolean>`${IS_BUSY}` };

export async function findImport(db: Queryable, id: number): Promise<ImportRow | null> {
  const [row] = await db.select(COLUMNS).from(imports).where(eq(imports.id, id));
  return row ?? null;
}

export async function listImportRows(db: Queryable, limit: number): Promise<ImportRow[]> {
  return db.select(COLUMNS).from(imports).orderBy(desc(imports.id)).limit(limit);
}

/** Returns when imports started, by id. */
export async function listImportTimes(db: Queryable, ids: readonly number[]): Promise<Map<number, Date>> {
  if (ids.length === 0) return new Map();
  const rows = await db
    .select({ id: imports.id, startedAt: imports.startedAt })
    .from(imports)
    .where(isOneOf(imports.id, ids));
  return new Map(rows.map(({ id, startedAt }) => [id, startedAt]));
}

/** Finds the import that is running or being reverted on any server. */
export async function findBusyImport(db: Queryable): Promise<ImportRow | null> {
  const [row] = await db.select(COLUMNS).from(imports).where(IS_BUSY).orderBy(desc(imports.id)).limit(1);
  return row ?? null;
}

export const hasBusyImport = async (db: Queryable): Promise<boolean> => (await findBusyImport(db)) !== null;

/** Finds the last completed import of a file with this name that was not reverted. */
export async function findLastImportOfFile(
  db: Queryable,
  file: { kind: ImportKind; fileName: string },
): Promise<ImportRow | null> {
  const [row] = await db
    .select(COLUMNS)
    .from(imports)
    .where(and(eq(imports.kind, file.kind), eq(imports.fileName, file.fileName), eq(imports.status, 'done')))
    .orderBy(desc(imports.id))
    .limit(1);
  return row ?? null;
}

export async function insertImport(
  tx: Transaction,
  row: Omit<typeof imports.$inferInsert, 'aliveAt'>,
): Promise<ImportRow> {
  const [inserted] = await tx
    .insert(imports)
    .values({ ...row, aliveAt: databaseNow })
    .returning(COLUMNS);
  return inserted as ImportRow;
}

/** Updates an import unless another server has changed it since it was read; returns `null` in that case. */
export async function updateImport(
  db: Queryable,
  { id, status, aliveAt }: ImportRow,
  changes: PgUpdateSetSource<typeof imports>,
): Promise<ImportRow | null> {
  const [row] = await db
    .update(imports)
    .set(changes)
    .where(and(eq(imports.id, id), eq(imports.status, status), eq(imports.aliveAt, aliveAt)))
    .returning(COLUMNS);
  return row ?? null;
}

export async function lockImportStart(tx: Transaction): Promise<void> {
  await tx.execute(sql`select pg_advisory_xact_lock(${ADVISORY_LOCKS.importStart})`);
}

/** Prevents imports of servers that were considered dead from continuing after another import has started. */
export async function abandonStale(tx: Transaction): Promise<void> {
  await tx
    .update(imports)
    .set({ aliveAt: ABANDONED })
    .where(inArray(imports.status, ['running', 'reverting']));
}

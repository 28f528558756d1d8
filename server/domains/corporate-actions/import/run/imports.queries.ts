import { and, desc, eq, getTableColumns, gt, inArray, not, type SQL, sql } from 'drizzle-orm';
import type { PgUpdateSetSource } from 'drizzle-orm/pg-core';
import type { ImportKind } from '#contract/corporate-actions/imports.ts';
import { importChanges, imports } from '#server/domains/corporate-actions/corporate-actions.tables.ts';
import { MINUTE } from '#server/platform/clock.ts';
import type { Queryable, Transaction } from '#server/platform/database.ts';
import { afterOnDatabase, databaseNow, isDue } from '#server/platform/schedule.ts';

/** `isBusy`: a server is running or reverting the import at the time of the query. */
export type ImportRow = typeof imports.$inferSelect & { isBusy: boolean };

/** Much longer than a batch takes: a server that has not moved `alive_at` on for so long has died. */
const ALIVE_MS = MINUTE;

/** What is given up is no longer alive, so that nobody has to wait for it. */
export const GIVEN_UP = new Date(0);

/** `alive_at` is at most `ALIVE_MS` old, and not from a clock that was ahead. */
const IS_BUSY = and(
  inArray(imports.status, ['running', 'undoing']),
  not(isDue(imports.aliveAt, afterOnDatabase(databaseNow, -ALIVE_MS), ALIVE_MS) as SQL),
) as SQL;

const IMPORT = { ...getTableColumns(imports), isBusy: sql<boolean>`${IS_BUSY}` };

export async function findImport(db: Queryable, id: number): Promise<ImportRow | null> {
  const [row] = await db.select(IMPORT).from(imports).where(eq(imports.id, id));
  return row ?? null;
}

export async function listImportRows(db: Queryable, most: number): Promise<ImportRow[]> {
  return db.select(IMPORT).from(imports).orderBy(desc(imports.id)).limit(most);
}

/** The import that is running or being taken back, here or on another server. */
export async function findBusyImport(db: Queryable): Promise<ImportRow | null> {
  const [row] = await db.select(IMPORT).from(imports).where(IS_BUSY).orderBy(desc(imports.id)).limit(1);
  return row ?? null;
}

/** The last import of that file which was not taken back. */
export async function findLastOfFile(
  db: Queryable,
  file: { kind: ImportKind; fileName: string },
): Promise<ImportRow | null> {
  const [row] = await db
    .select(IMPORT)
    .from(imports)
    .where(and(eq(imports.kind, file.kind), eq(imports.fileName, file.fileName), eq(imports.status, 'done')))
    .orderBy(desc(imports.id))
    .limit(1);
  return row ?? null;
}

/** The newest later import that changed the same rows. */
export async function findLaterImport(db: Queryable, { id, kind }: ImportRow): Promise<ImportRow | null> {
  const [row] = await db
    .select(IMPORT)
    .from(imports)
    .where(
      and(
        gt(imports.id, id),
        eq(imports.kind, kind),
        sql`exists (
          select from ${importChanges} later
          join ${importChanges} mine on mine.row_id = later.row_id and mine.import_id = ${id}
          where later.import_id = ${imports.id}
        )`,
      ),
    )
    .orderBy(desc(imports.id))
    .limit(1);
  return row ?? null;
}

export async function countChanges(db: Queryable, importId: number): Promise<number> {
  return db.$count(importChanges, eq(importChanges.importId, importId));
}

export async function insertImport(
  tx: Transaction,
  row: Omit<typeof imports.$inferInsert, 'aliveAt'>,
): Promise<ImportRow> {
  const [inserted] = await tx
    .insert(imports)
    .values({ ...row, aliveAt: databaseNow })
    .returning(IMPORT);
  return inserted as ImportRow;
}

/** Changes an import that is still as it was read; `null` when somebody else has taken it over. */
export async function updateImport(
  db: Queryable,
  { id, status, aliveAt }: ImportRow,
  changes: PgUpdateSetSource<typeof imports>,
): Promise<ImportRow | null> {
  const [row] = await db
    .update(imports)
    .set(changes)
    .where(and(eq(imports.id, id), eq(imports.status, status), eq(imports.aliveAt, aliveAt)))
    .returning(IMPORT);
  return row ?? null;
}

/** Any fixed number: whoever begins an import or takes one back holds this lock until it is written down. */
const BEGINNING_LOCK = 8_250_319;

export async function lockBeginning(tx: Transaction): Promise<void> {
  await tx.execute(sql`select pg_advisory_xact_lock(${BEGINNING_LOCK})`);
}

/** Nobody who was thought dead goes on after another has begun. */
export async function giveUpStale(tx: Transaction): Promise<void> {
  await tx
    .update(imports)
    .set({ aliveAt: GIVEN_UP })
    .where(inArray(imports.status, ['running', 'undoing']));
}

import { and, desc, eq, gt, inArray, sql } from 'drizzle-orm';
import type { ImportKind } from '#contract/corporate-actions/imports.ts';
import { importChanges, imports } from '#server/domains/corporate-actions/corporate-actions.tables.ts';
import { after, MINUTE } from '#server/platform/clock.ts';
import type { Queryable, Transaction } from '#server/platform/database.ts';

export type ImportRow = typeof imports.$inferSelect;

/** Longer than a batch takes by far: whoever has not said for so long that they go on has died. */
const ALIVE_MS = MINUTE;

/** What is given up is no longer alive, so that nobody has to wait for it. */
export const GIVEN_UP = new Date(0);

export const isBusy = ({ status, aliveAt }: ImportRow, now: Date): boolean =>
  (status === 'running' || status === 'undoing') && after(aliveAt, ALIVE_MS) > now;

export async function findImport(db: Queryable, id: number): Promise<ImportRow | null> {
  const [row] = await db.select().from(imports).where(eq(imports.id, id));
  return row ?? null;
}

export async function listImportRows(db: Queryable, most: number): Promise<ImportRow[]> {
  return db.select().from(imports).orderBy(desc(imports.id)).limit(most);
}

/** The import that is running or being taken back, here or on another server. */
export async function findBusyImport(db: Queryable, now: Date): Promise<ImportRow | null> {
  const rows = await db
    .select()
    .from(imports)
    .where(inArray(imports.status, ['running', 'undoing']))
    .orderBy(desc(imports.id));
  return rows.find((row) => isBusy(row, now)) ?? null;
}

/** The last import of that file which was not taken back. */
export async function findLastOfFile(
  db: Queryable,
  file: { kind: ImportKind; fileName: string },
): Promise<ImportRow | null> {
  const [row] = await db
    .select()
    .from(imports)
    .where(and(eq(imports.kind, file.kind), eq(imports.fileName, file.fileName), eq(imports.status, 'done')))
    .orderBy(desc(imports.id))
    .limit(1);
  return row ?? null;
}

/** The newest later import that changed the same rows. */
export async function findLaterImport(db: Queryable, { id, kind }: ImportRow): Promise<ImportRow | null> {
  const [row] = await db
    .select()
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

export async function insertImport(tx: Transaction, row: typeof imports.$inferInsert): Promise<ImportRow> {
  const [inserted] = await tx.insert(imports).values(row).returning();
  return inserted as ImportRow;
}

/** Changes an import that is still as it was read; `null` when somebody else has taken it over. */
export async function updateImport(
  db: Queryable,
  { id, status, aliveAt }: ImportRow,
  changes: Partial<typeof imports.$inferInsert>,
): Promise<ImportRow | null> {
  const [row] = await db
    .update(imports)
    .set(changes)
    .where(and(eq(imports.id, id), eq(imports.status, status), eq(imports.aliveAt, aliveAt)))
    .returning();
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

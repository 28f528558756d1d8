import { and, asc, eq, type SQL, sql } from 'drizzle-orm';
import type { Queryable, Transaction } from '#core/server/platform/database.ts';
import type { ImportKind } from '#features/imports/contract/imports.ts';
import { importChanges, imports } from '#features/imports/server/imports.tables.ts';
import type { KindHandler } from './plan.ts';

/** A table that imports write. */
export interface RowTable {
  name: string;
  /** The columns by which a row is found again to change or revert it. */
  id: readonly string[];
  /** The columns of which no two rows have the same values. */
  key: readonly string[];
  /** The columns that imports write. */
  columns: readonly string[];
}

/** A row by column. */
export type StoredRow = Record<string, string | number | object | null>;

/** Returns the column of a field: `company_name` for `companyName`. */
export const toColumn = (field: string): string =>
  field.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);

/**
 * Inserts new rows. A row that was created since the plan was made stays unchanged. `history` may store what is needed to revert
 * the rows `added`.
 */
export async function insertRows(
  tx: Transaction,
  table: RowTable,
  rows: readonly StoredRow[],
  history?: SQL,
): Promise<void> {
  if (rows.length === 0) return;
  const { name, columns, key } = toSql(table);
  const insert = sql`
    insert into ${name} (${columns})
    select ${columns} from jsonb_populate_recordset(null::${name}, ${JSON.stringify(rows)}::jsonb)
    on conflict (${key}) do nothing`;
  await tx.execute(history ? sql`with added as (${insert} returning *) ${history}` : insert);
}

/** Changes rows, which have an id. `history` stores what is needed to revert them, from `old` and `changed`. */
export async function changeRows(
  tx: Transaction,
  table: RowTable,
  rows: readonly StoredRow[],
  history: SQL,
): Promise<void> {
  if (rows.length === 0) return;
  const { name, columns, givenColumns, hasIdOf } = toSql(table);
  await tx.execute(sql`
    with given as (
      select * from jsonb_populate_recordset(null::${name}, ${JSON.stringify(rows)}::jsonb)
    ), old as (
      select stored.* from ${name} stored join given on ${hasIdOf('given')}
    ), changed as (
      update ${name} stored set (${columns}) = row(${givenColumns}) from given where ${hasIdOf('given')}
      returning stored.*
    )
    ${history}
  `);
}

/**
 * Reverts rows and returns the number of those that were `chosen`. `undone` defines that and `undone`: the ids of rows, each with
 * the row `before`, which is `null` if the import created it.
 */
export async function revertRows(tx: Transaction, table: RowTable, undone: SQL): Promise<number> {
  const { name, columns, givenColumns, hasIdOf } = toSql(table);
  const { rows } = await tx.execute<{ reverted: number }>(sql`
    with ${undone}, removed as (
      delete from ${name} stored using undone where ${hasIdOf('undone')} and undone.before is null
    ), restored as (
      update ${name} stored set (${columns}) = row(${givenColumns})
      from undone, jsonb_populate_record(null::${name}, undone.before) given
      where ${hasIdOf('undone')} and undone.before is not null
    )
    select count(*)::integer as reverted from chosen
  `);
  return rows[0]?.reverted ?? 0;
}

/** The writes of a kind of import, its revert, and what the importer asks about them: the part of a `KindHandler` about rows. */
type RowHistory = Pick<KindHandler, 'revert' | 'countRevertible' | 'countModified' | 'findLaterImport'> & {
  insert(tx: Transaction, importId: number, rows: readonly StoredRow[]): Promise<void>;
  /** Changes rows, which have an id. */
  change(tx: Transaction, importId: number, rows: readonly StoredRow[]): Promise<void>;
};

/**
 * Writes the rows of a table with an `id` and an `updated_at`, and stores each row before and after, so that the import can be
 * reverted. Rows that were changed later stay unchanged.
 */
export function createRowHistory(kind: ImportKind, table: RowTable): RowHistory {
  const stored = sql.raw(table.name);
  const record = sql`insert into ${importChanges} (import_id, row_id, before, after)`;
  return {
    insert: (tx, importId, rows) =>
      insertRows(
        tx,
        table,
        rows,
        sql`${record} select ${importId}::integer, added.id, null, to_jsonb(added) from added`,
      ),

    change: (tx, importId, rows) =>
      changeRows(
        tx,
        table,
        rows,
        sql`${record} select ${importId}::integer, old.id, to_jsonb(old), to_jsonb(changed)
          from old join changed on changed.id = old.id`,
      ),

    revert: (tx, importId, limit) =>
      revertRows(
        tx,
        table,
        sql`chosen as (
          select row_id from ${importChanges} where import_id = ${importId} order by row_id limit ${limit}
        ), reverted as (
          delete from ${importChanges} change using chosen
          where change.import_id = ${importId} and change.row_id = chosen.row_id
          returning change.*
        ), undone as (
          select stored.id, reverted.before from reverted join ${stored} stored on stored.id = reverted.row_id
          where stored is not distinct from jsonb_populate_record(null::${stored}, reverted.after)
        )`,
      ),

    countRevertible: (db, importId) => db.$count(importChanges, eq(importChanges.importId, importId)),

    async countModified(db, importId) {
      const { rows } = await db.execute<{ modified: number }>(sql`
        select count(*)::integer as modified
        from ${importChanges} change left join ${stored} stored on stored.id = change.row_id
        where change.import_id = ${importId}
          and stored.updated_at is distinct from (change.after ->> 'updated_at')::timestamptz
      `);
      return rows[0]?.modified ?? 0;
    },

    async findLaterImport(db, importId) {
      const { rows } = await db.execute<{ id: number | null }>(sql`
        select max(later.import_id) as id
        from ${importChanges} mine
        join ${importChanges} later on later.row_id = mine.row_id and later.import_id > mine.import_id
        join ${imports} on ${imports.id} = later.import_id and ${imports.kind} = ${kind}
        where mine.import_id = ${importId}
      `);
      return rows[0]?.id ?? null;
    },
  };
}

/** Lists what imports that were not reverted have changed of a row, oldest first. */
export async function listRowChanges(db: Queryable, kind: ImportKind, rowId: number) {
  const rows = await db
    .select({
      at: imports.startedAt,
      by: imports.importedBy,
      file: imports.fileName,
      before: importChanges.before,
      after: importChanges.after,
    })
    .from(importChanges)
    .innerJoin(imports, and(eq(imports.id, importChanges.importId), eq(imports.kind, kind)))
    .where(eq(importChanges.rowId, rowId))
    .orderBy(asc(imports.id));
  return rows.map(({ at, by, file, ...row }) => ({ at: at.toISOString(), by: `${by}, ${file}`, ...row }));
}

function toSql({ name, id, key, columns }: RowTable) {
  return {
    name: sql.raw(name),
    key: sql.raw(key.join(', ')),
    columns: sql.raw(columns.join(', ')),
    givenColumns: sql.raw(columns.map((column) => `given.${column}`).join(', ')),
    hasIdOf: (other: 'given' | 'undone') =>
      sql.raw(id.map((column) => `stored.${column} = ${other}.${column}`).join(' and ')),
  };
}

import { type SQL, sql } from 'drizzle-orm';
import type { Transaction } from '#server/platform/database.ts';

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

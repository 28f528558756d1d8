import { type SQL, sql } from 'drizzle-orm';
import { replacedPrices } from '#server/domains/prices/prices.tables.ts';
import type { Queryable, Transaction } from '#server/platform/database.ts';
import type { PriceKind, PriceWrite } from './price-records.ts';
import { SERIES, toColumns } from './series.ts';

/**
 * Writes planned rows, each with the id of the import. Of a row that existed, the previous state is stored; a row that the
 * import created is deleted when it is reverted and needs no copy.
 */
export async function writePrices(
  tx: Transaction,
  { kind, importId }: { kind: PriceKind; importId: number },
  writes: readonly PriceWrite[],
): Promise<void> {
  const { table, columns, givenColumns } = getIdentifiers(kind);
  const toRows = (part: readonly PriceWrite[]) =>
    JSON.stringify(
      part.map(({ symbol, date, values }) => ({
        symbol,
        date,
        ...toColumns(kind, values),
        import_id: importId,
      })),
    );
  const added = writes.filter(({ isNew }) => isNew);
  if (added.length > 0) {
    await tx.execute(sql`
      insert into ${table} (symbol, date, ${columns})
      select symbol, date, ${columns}
      from jsonb_populate_recordset(null::${table}, ${toRows(added)}::jsonb)
      on conflict (symbol, date) do nothing
    `);
  }
  const changed = writes.filter(({ isNew }) => !isNew);
  if (changed.length === 0) return;
  await tx.execute(sql`
    with given as (
      select * from jsonb_populate_recordset(null::${table}, ${toRows(changed)}::jsonb)
    ), replaced as (
      insert into ${replacedPrices} (import_id, symbol, date, previous_import_id, before)
      select ${importId}::integer, price.symbol, price.date, price.import_id, to_jsonb(price)::text
      from ${table} price join given on price.symbol = given.symbol and price.date = given.date
    )
    update ${table} price set (${columns}) = row(${givenColumns})
    from given where price.symbol = given.symbol and price.date = given.date
  `);
}

/** Reverts up to `limit` rows of an import and returns their number. */
export async function revertPrices(
  tx: Transaction,
  { kind, importId }: { kind: PriceKind; importId: number },
  limit: number,
): Promise<number> {
  const { table, columns, givenColumns } = getIdentifiers(kind);
  const { rows } = await tx.execute<{ reverted: number }>(sql`
    with chosen as (
      select symbol, date from ${table} where import_id = ${importId} limit ${limit}
    ), replaced as (
      delete from ${replacedPrices} old using chosen
      where old.import_id = ${importId} and old.symbol = chosen.symbol and old.date = chosen.date
      returning old.symbol, old.date, old.before
    ), restored as (
      update ${table} price set (${columns}) = row(${givenColumns})
      from replaced, jsonb_populate_record(null::${table}, replaced.before::jsonb) given
      where price.symbol = replaced.symbol and price.date = replaced.date
    ), removed as (
      delete from ${table} price using chosen
      where price.symbol = chosen.symbol and price.date = chosen.date
        and not exists (
          select from ${replacedPrices} old
          where old.import_id = ${importId} and old.symbol = chosen.symbol and old.date = chosen.date
        )
    )
    select count(*)::integer as reverted from chosen
  `);
  return rows[0]?.reverted ?? 0;
}

export async function countImportedPrices(db: Queryable, kind: PriceKind, importId: number): Promise<number> {
  const { rows } = await db.execute<{ count: number }>(
    sql`select count(*)::integer as count from ${getIdentifiers(kind).table} where import_id = ${importId}`,
  );
  return rows[0]?.count ?? 0;
}

/** Returns the id of the newest import that changed rows of this one. */
export async function findReplacingImport(db: Queryable, importId: number): Promise<number | null> {
  const { rows } = await db.execute<{ id: number | null }>(
    sql`select max(import_id) as id from ${replacedPrices} where previous_import_id = ${importId}`,
  );
  return rows[0]?.id ?? null;
}

function getIdentifiers(kind: PriceKind): { table: SQL; columns: SQL; givenColumns: SQL } {
  const { table, fields } = SERIES[kind];
  const names = [...Object.values(fields).map(({ column }) => column), 'import_id'];
  return {
    table: sql.identifier(table) as unknown as SQL,
    columns: sql.raw(names.join(', ')),
    givenColumns: sql.raw(names.map((name) => `given.${name}`).join(', ')),
  };
}

import { sql } from 'drizzle-orm';
import { toColumns as toColumnsOf } from '#core/server/platform/database/parameters.ts';
import type { Queryable, Transaction } from '#core/server/platform/database.ts';
import {
  changeRows,
  insertRows,
  type RowTable,
  revertRows,
  type StoredRow,
  toColumn,
  type Values,
} from '#features/imports/server/imports.ts';
import { priceBars, priceCounts, replacedPrices } from '#features/market/server/prices/prices.tables.ts';
import { toPaisa } from '#features/signals/contract/levels/price.ts';
import {
  BAR_FIELDS,
  formatPaisa,
  type PriceKind,
  type PriceRecord,
  type PriceWrite,
} from './price-records.ts';

/** The values that the imports of each kind write, and how they are stored. */
export const PRICE_FIELDS: Readonly<
  Record<PriceKind, Readonly<Record<string, 'paisa' | 'shares' | 'text'>>>
> = {
  prices: BAR_FIELDS satisfies {
    [Name in keyof typeof BAR_FIELDS]: Name extends keyof typeof priceBars.$inferSelect ? string : never;
  },
  'index-values': { value: 'paisa' },
  'intraday-prices': { prices: 'text' },
};

const describeTable = (name: string, kind: PriceKind): RowTable => ({
  name,
  id: ['symbol', 'date'],
  key: ['symbol', 'date'],
  columns: ['symbol', 'date', ...Object.keys(PRICE_FIELDS[kind]).map(toColumn), 'import_id'],
});

const TABLES: Readonly<Record<PriceKind, RowTable>> = {
  prices: describeTable('price_bars', 'prices'),
  'index-values': describeTable('index_values', 'index-values'),
  'intraday-prices': describeTable('intraday_prices', 'intraday-prices'),
};

/**
 * Writes planned rows, each with the id of the import. Of a row that existed, the previous state is stored; a row that the
 * import created is deleted when it is reverted and needs no copy.
 */
export async function writePrices(
  tx: Transaction,
  { kind, importId }: { kind: PriceKind; importId: number },
  writes: readonly PriceWrite[],
): Promise<void> {
  const toRow = ({ symbol, date, values }: PriceWrite): StoredRow => ({
    symbol,
    date,
    ...toColumns(kind, values),
    import_id: importId,
  });
  const [added, changed] = [true, false].map((isNew) =>
    writes.filter((write) => write.isNew === isNew).map(toRow),
  );
  await insertRows(tx, TABLES[kind], added ?? []);
  await changeRows(
    tx,
    TABLES[kind],
    changed ?? [],
    sql`insert into ${replacedPrices} (import_id, symbol, date, previous_import_id, before)
      select ${importId}::integer, old.symbol, old.date, old.import_id, to_jsonb(old)::text from old`,
  );
}

/** Reverts up to `limit` rows of an import and returns their number and symbols. Bars are reverted by symbol. */
export async function revertPrices(
  tx: Transaction,
  { kind, importId }: { kind: PriceKind; importId: number },
  limit: number,
): Promise<{ count: number; symbols: string[] }> {
  const table = sql.raw(TABLES[kind].name);
  const source =
    kind === 'prices'
      ? sql`${priceCounts} counted cross join lateral (
          select symbol, date from ${table} bar where bar.symbol = counted.symbol and import_id = ${importId} limit ${limit}) stored`
      : sql`${table} stored where import_id = ${importId}`;
  const { rows } = await tx.execute<PriceId>(
    sql`select stored.symbol, stored.date::text as date from ${source} limit ${limit}`,
  );
  const column = toColumnsOf(rows);
  const count = await revertRows(
    tx,
    TABLES[kind],
    sql`chosen as (
      select * from unnest(${column('symbol')}::text[], ${column('date')}::date[]) as given (symbol, date)
    ), replaced as (
      delete from ${replacedPrices} old using chosen
      where old.import_id = ${importId} and old.symbol = chosen.symbol and old.date = chosen.date
      returning old.symbol, old.date, old.before
    ), undone as (
      select chosen.symbol, chosen.date, replaced.before::jsonb as before
      from chosen left join replaced on replaced.symbol = chosen.symbol and replaced.date = chosen.date
    )`,
  );
  return { count, symbols: rows.map(({ symbol }) => symbol) };
}

/** Returns the symbols with bars of an import. */
export async function listImportedSymbols(db: Queryable, importId: number): Promise<string[]> {
  const { rows } = await db.execute<{ symbol: string }>(sql`
    select symbol from ${priceCounts} counted
    where exists (select from ${priceBars} bar where bar.symbol = counted.symbol and bar.import_id = ${importId})`);
  return rows.map(({ symbol }) => symbol);
}

export async function countImportedPrices(db: Queryable, kind: PriceKind, importId: number): Promise<number> {
  const { rows } = await db.execute<{ count: number }>(
    sql`select count(*)::integer as count from ${sql.raw(TABLES[kind].name)} where import_id = ${importId}`,
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

/** Small enough that no query blocks other requests for long. */
const KEYS_PER_QUERY = 2_000;

type PriceId = { symbol: string; date: string };

export const getKey = ({ symbol, date }: PriceId): string => `${symbol}|${date}`;

/** Loads the stored rows of the records' symbols and dates, by key. */
export async function findExistingPrices(
  db: Queryable,
  kind: PriceKind,
  records: readonly PriceRecord[],
): Promise<Map<string, Values>> {
  const columns = sql.raw(
    Object.keys(PRICE_FIELDS[kind])
      .map((field) => `stored.${toColumn(field)}`)
      .join(', '),
  );
  const existing = new Map<string, Values>();
  for (let from = 0; from < records.length; from += KEYS_PER_QUERY) {
    const batch = records.slice(from, from + KEYS_PER_QUERY);
    const { rows } = await db.execute<StoredRow & PriceId>(sql`
      select stored.symbol, stored.date::text as date, ${columns}
      from unnest(
        ${sql.param(batch.map(({ symbol }) => symbol))}::text[], ${sql.param(batch.map(({ date }) => date))}::date[]
      ) as given (symbol, date)
      join ${sql.raw(TABLES[kind].name)} stored on stored.symbol = given.symbol and stored.date = given.date
    `);
    for (const row of rows) existing.set(getKey(row), toValues(kind, row));
  }
  return existing;
}

/** Converts a stored row to values as files provide them. */
const toValues = (kind: PriceKind, row: StoredRow): Values =>
  Object.fromEntries(
    Object.entries(PRICE_FIELDS[kind]).map(([field, type]) => {
      const value = row[toColumn(field)] ?? null;
      if (value === null) return [field, null];
      return [field, type === 'paisa' ? formatPaisa(Number(value)) : String(value)];
    }),
  );

const toColumns = (kind: PriceKind, values: Values): StoredRow =>
  Object.fromEntries(
    Object.entries(PRICE_FIELDS[kind]).map(([field, type]) => {
      const value = values[field] ?? null;
      if (value === null || type === 'text') return [toColumn(field), value];
      return [toColumn(field), type === 'paisa' ? toPaisa(value) : Number(value)];
    }),
  );

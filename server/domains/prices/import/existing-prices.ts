import { sql } from 'drizzle-orm';
import type { Values } from '#server/domains/imports/imports.ts';
import type { Queryable } from '#server/platform/database.ts';
import type { PriceKind, PriceRecord } from './price-records.ts';
import { SERIES, type StoredRow, toValues } from './series.ts';

/** Small enough that no query blocks other requests for long. */
const KEYS_PER_QUERY = 2_000;

export const getKey = ({ symbol, date }: { symbol: string; date: string }): string => `${symbol}|${date}`;

/** Loads the stored rows of the records' symbols and dates, by key. */
export async function findExistingPrices(
  db: Queryable,
  kind: PriceKind,
  records: readonly PriceRecord[],
): Promise<Map<string, Values>> {
  const { table, fields } = SERIES[kind];
  const columns = sql.raw(
    Object.values(fields)
      .map(({ column }) => `stored.${column}`)
      .join(', '),
  );
  const existing = new Map<string, Values>();
  for (let from = 0; from < records.length; from += KEYS_PER_QUERY) {
    const batch = records.slice(from, from + KEYS_PER_QUERY);
    const { rows } = await db.execute<StoredRow>(sql`
      select stored.symbol, stored.date::text as date, ${columns}
      from unnest(
        ${sql.param(batch.map(({ symbol }) => symbol))}::text[], ${sql.param(batch.map(({ date }) => date))}::date[]
      ) as given (symbol, date)
      join ${sql.identifier(table)} stored on stored.symbol = given.symbol and stored.date = given.date
    `);
    for (const row of rows) existing.set(getKey(row), toValues(kind, row));
  }
  return existing;
}

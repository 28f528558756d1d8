import { type AnyColumn, type SQL, sql } from 'drizzle-orm';

/** The protocol counts the parameters of a statement with 16 bits. */
export const MAX_PARAMETERS = 65_535;

/** Small enough for a table of 65 columns, each of which is a parameter for each row. */
const ROWS_PER_STATEMENT = 1_000;

/** Matches one of the values. They are one parameter, however many they are: `inArray` has one for each. */
export const isOneOf = (column: AnyColumn, values: readonly (string | number)[]): SQL =>
  sql`${column} = any(${sql.param([...values])})`;

/** The number of all rows, as a column of a list with a limit. */
export const TOTAL = sql<number>`(count(*) over ())::int`;

/** Splits rows into batches that one `insert` can take. */
export function toInsertBatches<Row>(rows: readonly Row[]): Row[][] {
  const batches: Row[][] = [];
  for (let start = 0; start < rows.length; start += ROWS_PER_STATEMENT) {
    batches.push(rows.slice(start, start + ROWS_PER_STATEMENT));
  }
  return batches;
}

/** Returns a function that makes one parameter of a field of all rows, for `unnest`. */
export const toColumns =
  <Row extends object>(rows: readonly Row[]) =>
  (field: keyof Row): SQL =>
    sql`${sql.param(rows.map((row) => (row[field] instanceof Date ? row[field].toISOString() : row[field])))}`;

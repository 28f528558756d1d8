import { type AnyColumn, and, count, type Placeholder, type SQL, sql } from 'drizzle-orm';
import type { PgColumn, PgTable } from 'drizzle-orm/pg-core';
import { isOneOf } from '#core/server/platform/database/parameters.ts';
import { prepareOnce } from '#core/server/platform/database/prepare-once.ts';
import type { Queryable } from '#core/server/platform/database.ts';

interface EventTable<Row, Filter, Ordering extends string> {
  table: PgTable;
  id: PgColumn;
  /** The public columns, of which a row consists. */
  columns: Record<keyof Omit<Row, 'updatedAt'>, PgColumn | SQL>;
  updatedAt: PgColumn;
  order: Record<Ordering, SQL[]>;
  /** The condition that every row meets, without a filter. */
  isPublic?: SQL;
  /** Returns a condition with placeholders for `toValues`. */
  toCondition: (filter: Filter) => SQL | undefined;
  /** Filters whose values have the same names have the same condition. */
  toValues: (filter: Filter) => Record<string, unknown>;
}

/** Creates the queries of a list of events. `Row` has the types of the public columns and of `updatedAt`. */
export function createEventQueries<
  Row extends { id: number; updatedAt: Date },
  Filter extends EventFilter,
  Ordering extends string,
>({
  table,
  id,
  columns,
  updatedAt,
  order,
  isPublic,
  toCondition,
  toValues,
}: EventTable<Row, Filter, Ordering>) {
  type Form = { filter: Filter; ordering: Ordering };
  const getFormKey = ({ filter, ordering }: Form) => `${ordering} ${Object.keys(toValues(filter))}`;
  const match = (filter: Filter) => and(isPublic, toCondition(filter));

  const countAll = (db: Queryable, filter: Filter) =>
    db.select({ count: count() }).from(table).where(match(filter));

  const prepareCount = prepareOnce((db, { filter }: Form) => countAll(db, filter), getFormKey);

  const prepareList = prepareOnce(
    (db, { filter, ordering, slice }: Form & { slice: PageSlice }) => {
      const { limit, offset } = toSlice(slice);
      return db
        .select({ ...columns, total: sql<number>`(${countAll(db, filter)})::int` })
        .from(table)
        .where(match(filter))
        .orderBy(...order[ordering])
        .limit(limit)
        .offset(offset);
    },
    (form) => `${getFormKey(form)} ${toSlice(form.slice).form}`,
  );

  const prepareIds = prepareOnce(
    (db, { filter, ordering }: Form) =>
      db
        .select({ id })
        .from(table)
        .where(match(filter))
        .orderBy(...order[ordering])
        .limit(sql.placeholder('limit'))
        .offset(sql.placeholder('offset')),
    getFormKey,
  );

  return {
    /** Returns one page of the events that match the filter, in order, and their number on all pages. */
    async list(db: Queryable, filter: Filter, ordering: Ordering, slice: PageSlice) {
      const values = toValues(filter);
      const prepared = prepareList(db, { filter, ordering, slice });
      const rows = (await prepared.execute({ ...values, ...slice })) as (Omit<Row, 'updatedAt'> & {
        total: number;
      })[];
      const [first] = rows;
      if (first || slice.offset === 0) return { total: first?.total ?? 0, rows };
      const [past] = await prepareCount(db, { filter, ordering }).execute(values);
      return { total: past?.count ?? 0, rows };
    },

    /** Returns the ids of a slice of the events that match the filter, in order. */
    async listIds(db: Queryable, filter: Filter, ordering: Ordering, slice: PageSlice) {
      const rows = await prepareIds(db, { filter, ordering }).execute({ ...toValues(filter), ...slice });
      return rows.map((row) => row.id as number);
    },

    /** Returns the events with these ids in the given order, without those that no longer exist. */
    async find(db: Queryable, ids: number[]): Promise<Row[]> {
      if (ids.length === 0) return [];
      const rows = (await db
        .select({ ...columns, updatedAt })
        .from(table)
        .where(and(isPublic, isOneOf(id, ids)))) as Row[];
      const byId = new Map(rows.map((row) => [row.id, row]));
      return ids.flatMap((each) => byId.get(each) ?? []);
    },
  };
}

/** The filter of the lists, the calendars and the downloads. */
export interface EventFilter {
  search?: string | undefined;
  /** Spelled as in the events. An empty array matches nothing. */
  companyNames?: string[] | undefined;
  symbols?: string[] | undefined;
  /** The first and the last date, both included. */
  fromDate?: string | undefined;
  toDate?: string | undefined;
}

/** A page of the ordered events. */
interface PageSlice {
  offset: number;
  limit: number;
}

interface Columns {
  symbol: AnyColumn;
  companyName: AnyColumn;
  date: AnyColumn;
  /** Further columns to search. */
  texts: AnyColumn[];
}

/** Orders by name, ignoring case, the same on every database regardless of its locale. */
export const toSortKey = (name: AnyColumn): SQL => sql`lower(${name}) collate "C"`;

/**
 * Converts a filter to a condition with placeholders for `toFilterValues`; `undefined` if the filter is empty. A search must
 * find each of its words.
 */
export function toCondition(filter: EventFilter, columns: Columns): SQL | undefined {
  const { companyName, symbol, date } = columns;
  return and(
    filter.companyNames && sql`${companyName} = any(${sql.placeholder('companyNames')}::text[])`,
    filter.symbols && sql`${symbol} = any(${sql.placeholder('symbols')}::text[])`,
    filter.fromDate ? sql`${date} >= ${sql.placeholder('fromDate')}::date` : undefined,
    filter.toDate ? sql`${date} <= ${sql.placeholder('toDate')}::date` : undefined,
    ...splitWords(filter.search).map((_, index) => containsWord(columns, sql.placeholder(`word${index}`))),
  );
}

/** Returns the values of the condition's placeholders. Filters with the same names have the same condition. */
export function toFilterValues({ companyNames, symbols, fromDate, toDate, search }: EventFilter) {
  return {
    ...(companyNames ? { companyNames } : {}),
    ...(symbols ? { symbols } : {}),
    ...(fromDate ? { fromDate } : {}),
    ...(toDate ? { toDate } : {}),
    ...Object.fromEntries(splitWords(search).map((word, index) => [`word${index}`, word])),
  };
}

/**
 * Returns the `limit` and `offset` of a list's statement, and the form that they give it. PostgreSQL plans a prepared
 * statement for each execution unless it knows how many rows are needed, so the text contains the limit and, on the first
 * page, the offset.
 */
function toSlice({ limit, offset }: PageSlice) {
  return {
    limit: toConstant(limit),
    offset: offset === 0 ? toConstant(0) : sql.placeholder('offset'),
    form: `${limit} ${offset === 0 ? 'first' : 'later'}`,
  };
}

/** Drizzle accepts any SQL here, but its types do not. */
const toConstant = (number: number) => sql.raw(String(number)) as unknown as Placeholder;

/** Each word is looked for in every row, so that further words are ignored. */
const MAX_WORDS = 12;

const splitWords = (search = '') =>
  [...new Set(search.split(/\s+/))].filter((word) => word !== '').slice(0, MAX_WORDS);

/**
 * Matches rows that contain a word in any column. Columns are joined by line breaks, which words do not contain, so that no
 * match spans two columns. The display symbol of a company without one is the first word of its name, so it matches too.
 */
function containsWord({ symbol, companyName, texts }: Columns, word: Placeholder): SQL {
  const columns = sql.join([symbol, companyName, ...texts], sql`, `);
  return sql`strpos(lower(concat_ws(chr(10), ${columns})), lower(${word}::text)) > 0`;
}

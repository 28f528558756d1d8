import { and, count, type SQL, sql } from 'drizzle-orm';
import type { PgColumn, PgTable } from 'drizzle-orm/pg-core';
import { isOneOf } from '#server/platform/database/parameters.ts';
import { prepareOnce } from '#server/platform/database/prepare-once.ts';
import type { Queryable } from '#server/platform/database.ts';
import { type EventFilter, type PageSlice, toSlice } from './event-filter.ts';

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

interface EventQueries<Row, Filter, Ordering> {
  /** Returns one page of the events that match the filter, in order, and their number on all pages. */
  list(
    db: Queryable,
    filter: Filter,
    ordering: Ordering,
    slice: PageSlice,
  ): Promise<{ total: number; rows: Omit<Row, 'updatedAt'>[] }>;
  /** Returns the ids of a slice of the events that match the filter, in order. */
  listIds(db: Queryable, filter: Filter, ordering: Ordering, slice: PageSlice): Promise<number[]>;
  /** Returns the events with these ids in the given order, without those that no longer exist. */
  find(db: Queryable, ids: number[]): Promise<Row[]>;
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
}: EventTable<Row, Filter, Ordering>): EventQueries<Row, Filter, Ordering> {
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
    async list(db, filter, ordering, slice) {
      const values = toValues(filter);
      const rows = (await prepareList(db, { filter, ordering, slice }).execute({
        ...values,
        ...slice,
      })) as (Row & { total: number })[];
      const [first] = rows;
      if (first || slice.offset === 0) return { total: first?.total ?? 0, rows };
      const [past] = await prepareCount(db, { filter, ordering }).execute(values);
      return { total: past?.count ?? 0, rows };
    },

    async listIds(db, filter, ordering, slice) {
      const rows = await prepareIds(db, { filter, ordering }).execute({ ...toValues(filter), ...slice });
      return rows.map((row) => row.id as number);
    },

    async find(db, ids) {
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

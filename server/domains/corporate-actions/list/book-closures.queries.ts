import { type AnyColumn, and, asc, count, desc, isNull, or, type SQL, sql } from 'drizzle-orm';
import type { BookClosureOrdering } from '#contract/corporate-actions/book-closures.ts';
import { bookClosures } from '#server/domains/corporate-actions/corporate-actions.tables.ts';
import type { DateRange } from '#server/domains/corporate-actions/rules/ex-date.ts';
import { prepareOnce } from '#server/platform/database/prepare-once.ts';
import type { Queryable } from '#server/platform/database.ts';
import {
  type EventFilter,
  type PageSlice,
  toCondition,
  toFilterValues,
  toSlice,
  toSortKey,
} from './event-filter.ts';

export interface ClosureFilter extends EventFilter {
  exDate?: {
    published: DateRange;
    /** The first days of closures without a published ex-date. */
    starts: DateRange;
  };
}

/** The public columns of a closure. */
export type BookClosureRow = Awaited<ReturnType<typeof findClosures>>[number];
export type ListedClosure = Omit<BookClosureRow, 'updatedAt'>;

const { id, symbol, companyName, faceValue, payout, bcFrom, bcTo, exDate, note, updatedAt } = bookClosures;

const ORDER: Record<BookClosureOrdering, SQL[]> = {
  '-bc_from': [desc(bcFrom), toSortKey(companyName), asc(id)],
  bc_from: [asc(bcFrom), toSortKey(companyName), asc(id)],
  company_name: [toSortKey(companyName), desc(bcFrom), asc(id)],
  '-company_name': [desc(toSortKey(companyName)), desc(bcFrom), asc(id)],
};

const COLUMNS = { id, symbol, companyName, faceValue, payout, bcFrom, bcTo, exDate, note };

interface Form {
  filter: ClosureFilter;
  ordering: BookClosureOrdering;
}

const getFormKey = ({ filter, ordering }: Form) => `${ordering} ${Object.keys(toValues(filter))}`;

const prepareCount = prepareOnce(
  (db, { filter }: Form) => db.select({ count: count() }).from(bookClosures).where(matchClosures(filter)),
  getFormKey,
);

const prepareList = prepareOnce(
  (db, { filter, ordering, slice }: Form & { slice: PageSlice }) => {
    const { limit, offset } = toSlice(slice);
    return db
      .select({ ...COLUMNS, total: sql<number>`(${countAll(db, filter)})::int` })
      .from(bookClosures)
      .where(matchClosures(filter))
      .orderBy(...ORDER[ordering])
      .limit(limit)
      .offset(offset);
  },
  (form) => `${getFormKey(form)} ${toSlice(form.slice).form}`,
);

const countAll = (db: Queryable, filter: ClosureFilter) =>
  db.select({ count: count() }).from(bookClosures).where(matchClosures(filter));

/** Returns one page of the closures that match the filter, in order, and their number on all pages. */
export async function listClosures(
  db: Queryable,
  filter: ClosureFilter,
  ordering: BookClosureOrdering,
  slice: PageSlice,
): Promise<{ total: number; rows: ListedClosure[] }> {
  const values = toValues(filter);
  const rows = await prepareList(db, { filter, ordering, slice }).execute({ ...values, ...slice });
  const [first] = rows;
  if (first || slice.offset === 0) return { total: first?.total ?? 0, rows };
  const [past] = await prepareCount(db, { filter, ordering }).execute(values);
  return { total: past?.count ?? 0, rows };
}

const prepareIds = prepareOnce(
  (db, { filter, ordering }: Form) =>
    db
      .select({ id })
      .from(bookClosures)
      .where(matchClosures(filter))
      .orderBy(...ORDER[ordering])
      .limit(sql.placeholder('limit'))
      .offset(sql.placeholder('offset')),
  getFormKey,
);

/** Returns the ids of a slice of the closures that match the filter, in order. */
export async function listClosureIds(
  db: Queryable,
  filter: ClosureFilter,
  ordering: BookClosureOrdering,
  slice: PageSlice,
): Promise<number[]> {
  const values = { ...toValues(filter), ...slice };
  const rows = await prepareIds(db, { filter, ordering }).execute(values);
  return rows.map((row) => row.id);
}

/** Returns the closures with these ids in the given order, without those that no longer exist. */
export async function findClosures(db: Queryable, ids: number[]) {
  if (ids.length === 0) return [];
  const rows = await db
    .select({ ...COLUMNS, updatedAt })
    .from(bookClosures)
    .where(sql`${id} = any(${sql.param(ids)}::int[])`);
  const byId = new Map(rows.map((row) => [row.id, row]));
  return ids.flatMap((each) => byId.get(each) ?? []);
}

const matchClosures = (filter: ClosureFilter) =>
  and(
    toCondition(filter, { symbol, companyName, date: bcFrom, texts: [payout, note] }),
    filter.exDate &&
      or(
        isWithin(exDate, filter.exDate.published, 'published'),
        and(isNull(exDate), isWithin(bcFrom, filter.exDate.starts, 'starts')),
      ),
  );

const isWithin = (column: AnyColumn, { from, to }: DateRange, name: string) =>
  and(
    from ? sql`${column} >= ${sql.placeholder(`${name}From`)}::date` : undefined,
    to ? sql`${column} <= ${sql.placeholder(`${name}To`)}::date` : undefined,
  );

/** Returns the values of the placeholders in `matchClosures`. */
const toValues = ({ exDate: range, ...filter }: ClosureFilter) => ({
  ...toFilterValues(filter),
  ...toRangeValues(range?.published, 'published'),
  ...toRangeValues(range?.starts, 'starts'),
});

const toRangeValues = ({ from, to }: DateRange = {}, name: string) => ({
  ...(from ? { [`${name}From`]: from } : {}),
  ...(to ? { [`${name}To`]: to } : {}),
});

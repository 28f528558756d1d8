import { type AnyColumn, and, asc, desc, isNull, or, type SQL, sql } from 'drizzle-orm';
import type { BookClosureOrdering } from '#features/corporate-actions/contract/book-closures.ts';
import { bookClosures } from '#features/corporate-actions/server/corporate-actions.tables.ts';
import type { DateRange } from '#features/corporate-actions/server/rules/ex-date.ts';
import {
  createEventQueries,
  type EventFilter,
  toCondition,
  toFilterValues,
  toSortKey,
} from './event-queries.ts';

export interface ClosureFilter extends EventFilter {
  exDate?: {
    published: DateRange;
    /** The first days of closures without a published ex-date. */
    starts: DateRange;
  };
}

const { id, symbol, companyName, faceValue, payout, bcFrom, bcTo, exDate, note, revisions, updatedAt } =
  bookClosures;

/** The public columns of a closure. */
const COLUMNS = { id, symbol, companyName, faceValue, payout, bcFrom, bcTo, exDate, note, revisions };
export type BookClosureRow = Pick<typeof bookClosures.$inferSelect, keyof typeof COLUMNS | 'updatedAt'>;
export type ListedClosure = Omit<BookClosureRow, 'updatedAt'>;

const ORDER: Record<BookClosureOrdering, SQL[]> = {
  '-bc_from': [desc(bcFrom), toSortKey(companyName), asc(id)],
  bc_from: [asc(bcFrom), toSortKey(companyName), asc(id)],
  company_name: [toSortKey(companyName), desc(bcFrom), asc(id)],
  '-company_name': [desc(toSortKey(companyName)), desc(bcFrom), asc(id)],
};

export const {
  list: listClosures,
  listIds: listClosureIds,
  find: findClosures,
} = createEventQueries<BookClosureRow, ClosureFilter, BookClosureOrdering>({
  table: bookClosures,
  id,
  columns: COLUMNS,
  updatedAt,
  order: ORDER,
  toCondition: (filter) =>
    and(
      toCondition(filter, { symbol, companyName, date: bcFrom, texts: [payout, note] }),
      filter.exDate &&
        or(
          isWithin(exDate, filter.exDate.published, 'published'),
          and(isNull(exDate), isWithin(bcFrom, filter.exDate.starts, 'starts')),
        ),
    ),
  toValues: ({ exDate: range, ...filter }) => ({
    ...toFilterValues(filter),
    ...toRangeValues(range?.published, 'published'),
    ...toRangeValues(range?.starts, 'starts'),
  }),
});

function isWithin(column: AnyColumn, { from, to }: DateRange, name: string) {
  return and(
    from ? sql`${column} >= ${sql.placeholder(`${name}From`)}::date` : undefined,
    to ? sql`${column} <= ${sql.placeholder(`${name}To`)}::date` : undefined,
  );
}

const toRangeValues = ({ from, to }: DateRange = {}, name: string) => ({
  ...(from ? { [`${name}From`]: from } : {}),
  ...(to ? { [`${name}To`]: to } : {}),
});

import { type AnyColumn, and, type Placeholder, type SQL, sql } from 'drizzle-orm';

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
export interface PageSlice {
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
export function toSlice({ limit, offset }: PageSlice) {
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

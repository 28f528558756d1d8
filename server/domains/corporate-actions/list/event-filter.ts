import { type AnyColumn, and, gte, inArray, lte, type SQL, sql } from 'drizzle-orm';

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

/** Converts a filter to a condition; `undefined` if the filter is empty. A search must find each of its words. */
export function toCondition(filter: EventFilter, columns: Columns): SQL | undefined {
  return and(
    filter.companyNames && inArray(columns.companyName, filter.companyNames),
    filter.symbols && inArray(columns.symbol, filter.symbols),
    filter.fromDate ? gte(columns.date, filter.fromDate) : undefined,
    filter.toDate ? lte(columns.date, filter.toDate) : undefined,
    ...splitWords(filter.search).map((word) => containsWord(columns, word)),
  );
}

const splitWords = (search = '') => [...new Set(search.split(/\s+/))].filter((word) => word !== '');

/**
 * Matches rows that contain a word in any column. Columns are joined by line breaks, which words do not contain, so that no
 * match spans two columns. The display symbol of a company without one is the first word of its name, so it matches too.
 */
function containsWord({ symbol, companyName, texts }: Columns, word: string): SQL {
  const columns = sql.join([symbol, companyName, ...texts], sql`, `);
  return sql`strpos(lower(concat_ws(chr(10), ${columns})), lower(${word}::text)) > 0`;
}

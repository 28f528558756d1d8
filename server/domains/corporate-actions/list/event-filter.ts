import { type AnyColumn, and, gte, inArray, lte, type SQL, sql } from 'drizzle-orm';

/** What the lists, the calendars and the downloads may be narrowed to. */
export interface EventFilter {
  search?: string | undefined;
  /** As the events write them; empty matches nothing. */
  companyNames?: string[] | undefined;
  symbols?: string[] | undefined;
  /** The first and the last day, both included. */
  fromDate?: string | undefined;
  toDate?: string | undefined;
}

/** Which part of the ordered events is asked for. */
export interface Slice {
  offset: number;
  limit: number;
}

interface Columns {
  symbol: AnyColumn;
  companyName: AnyColumn;
  day: AnyColumn;
  /** What else is searched. */
  texts: AnyColumn[];
}

export function passes(filter: EventFilter, columns: Columns): SQL | undefined {
  return and(
    filter.companyNames && inArray(columns.companyName, filter.companyNames),
    filter.symbols && inArray(columns.symbol, filter.symbols),
    filter.fromDate ? gte(columns.day, filter.fromDate) : undefined,
    filter.toDate ? lte(columns.day, filter.toDate) : undefined,
    ...wordsOf(filter.search).map((word) => holds(columns, word)),
  );
}

const wordsOf = (search = '') => [...new Set(search.split(/\s+/))].filter((word) => word !== '');

/** Words hold no line break, so none is found across two columns. The symbol shown of who has none begins the name. */
function holds({ symbol, companyName, texts }: Columns, word: string): SQL {
  const columns = sql.join([symbol, companyName, ...texts], sql`, `);
  return sql`strpos(lower(concat_ws(chr(10), ${columns})), lower(${word}::text)) > 0`;
}

import { type SQL, sql } from 'drizzle-orm';
import type { Queryable } from '#core/server/platform/database.ts';
import { findCompany } from '#features/market/server/market.ts';
import {
  getWeekTags,
  type NewsOverview,
  type SelectedKinds,
  takeWeekRange,
  type Week,
  type WeekRange,
} from './news-overview.ts';

/** Parameters of a scan, in articles. */
export interface ScanLimits {
  /** The size of the first range. */
  firstRange: number;
  /** The size of the first two ranges, from which the match rate is estimated. */
  sampleSize: number;
  /** The limit of a search without a required word, which cannot use the index. */
  maxUnindexed: number;
  /** The maximum number of matches to read at once, regardless of their dates. */
  maxSingleRead: number;
  /** The minimum number of skipped matches for which counting is faster than reading. */
  minSkipToCount: number;
}

/** Measured with a million articles (`npm run bench:news`). */
export const SCAN_LIMITS: ScanLimits = {
  firstRange: 2_000,
  sampleSize: 20_000,
  maxUnindexed: 50_000,
  maxSingleRead: 5_000,
  minSkipToCount: 500,
};

/** Ranges are larger than the estimate, to avoid a second query. */
const RANGE_MARGIN = 1.3;
/** The minimum number of matches for an estimate before the sample is complete. */
const MIN_MATCHES = 10;
/** The cost of reading a match, relative to skipping an article in the index. */
const READ_COST = 8;

/** Scans the weeks from one end, counts the matches, and estimates where the next ones are. */
export class SearchScan {
  /** The number of matches in the scanned ranges. */
  matched = 0;
  /** The number of articles in the scanned ranges. */
  scanned = 0;
  #next = 0;
  /** The total number of matches; `null` until it is counted. */
  totalMatches: number | null = null;
  #words: WordRole = 'required';
  #hasReadAll = false;
  readonly #db: Queryable;
  readonly #query: SearchQuery;
  readonly #total: number;
  readonly #weeks: readonly Week[];
  readonly #direction: SQL;
  readonly limits: ScanLimits;

  constructor(
    db: Queryable,
    overview: NewsOverview,
    query: SearchQuery,
    { isNewestFirst, limits }: { isNewestFirst: boolean; limits: ScanLimits },
  ) {
    this.#db = db;
    this.#query = query;
    this.#total = overview.total;
    this.#weeks = isNewestFirst ? overview.weeks.toReversed() : overview.weeks;
    this.#direction = isNewestFirst ? sql`desc` : sql`asc`;
    this.limits = limits;
  }

  get isDone(): boolean {
    const hasReachedLimit = this.#words === 'optional' && this.scanned >= this.limits.maxUnindexed;
    return this.#hasReadAll || this.#words === 'none' || this.#next >= this.#weeks.length || hasReachedLimit;
  }

  get hasFullCount(): boolean {
    return this.totalMatches !== null || this.#words === 'none' || this.#next >= this.#weeks.length;
  }

  /** Returns the next range, large enough for the wanted number of matches by estimate. */
  planRange(wanted: number): WeekRange & { next: number } {
    return takeWeekRange(this.#weeks, this.#next, this.#estimateArticles(wanted));
  }

  /** Returns the next range that completes the sample. */
  planSampleRange(): WeekRange & { next: number } {
    return takeWeekRange(this.#weeks, this.#next, this.limits.sampleSize - this.scanned);
  }

  advance(range: WeekRange & { next: number }, found: number): void {
    this.matched += found;
    this.scanned += range.articles;
    this.#next = range.next;
  }

  /** Returns `true` if reading all matches is cheaper than scanning for the wanted ones, by estimate. */
  isFullReadCheaper(wanted: number): boolean {
    if (this.#words === 'optional' || this.scanned < this.limits.sampleSize) return false;
    if ((this.totalMatches ?? 0) > this.limits.maxSingleRead) return false;
    return this.#estimateMatchRate() * this.#total * READ_COST <= this.#estimateArticles(wanted);
  }

  async countRange(range: WeekRange): Promise<number> {
    const rows = await this.#queryRows<{ count: number }>(
      sql`select count(*)::int as count from articles where ${buildCondition(this.#query, getWeekTags(range))}`,
    );
    return rows[0]?.count ?? 0;
  }

  async countAll(): Promise<number> {
    const rows = await this.#queryRows<{ count: number }>(
      sql`select count(*)::int as count from articles where ${buildCondition(this.#query)}`,
    );
    this.totalMatches = rows[0]?.count ?? 0;
    return this.totalMatches;
  }

  /** Reads the IDs of a slice of a range's matches, and their count. */
  async readRange(
    range: WeekRange,
    offset: number,
    limit: number,
  ): Promise<{ count: number; ids: number[] }> {
    const words = this.#query.text === null ? sql`'required'` : classifyWords(this.#query.text);
    const rows = await this.#queryRows<{ count: number; ids: number[]; words: WordRole }>(sql`
      with found as materialized (
        select id, sort_date from articles where ${buildCondition(this.#query, getWeekTags(range))}
      )
      select (select count(*)::int from found) as count, ${words} as words, array(
        select id from found order by sort_date ${this.#direction}, id ${this.#direction}
        limit ${limit} offset ${offset}
      ) as ids`);
    this.#words = rows[0]?.words ?? 'required';
    return { count: rows[0]?.count ?? 0, ids: rows[0]?.ids ?? [] };
  }

  /** Reads the IDs of a slice of all matches. Returns `null` if there are too many; their count is then available. */
  async readAll(offset: number, limit: number): Promise<number[] | null> {
    const condition = buildCondition(this.#query);
    // Materialized, because the planner would otherwise scan the date index and read the text of every article.
    const rows = await this.#queryRows<{ count: number; ids: number[] | null }>(sql`
      select count, case when count <= ${this.limits.maxSingleRead} then array(
        with found as materialized (select id, sort_date from articles where ${condition})
        select id from found order by sort_date ${this.#direction}, id ${this.#direction}
        limit ${limit} offset ${offset}
      ) end as ids
      from (select count(*)::int as count from articles where ${condition}) as counted`);
    this.totalMatches = rows[0]?.count ?? 0;
    this.#hasReadAll = rows[0]?.ids != null;
    return rows[0]?.ids ?? null;
  }

  #estimateArticles(wanted: number): number {
    const { firstRange, sampleSize, maxUnindexed } = this.limits;
    if (this.scanned === 0) return firstRange;
    if (this.scanned < sampleSize && this.matched < MIN_MATCHES) return sampleSize;
    const expected = Math.max(firstRange, Math.ceil((wanted / this.#estimateMatchRate()) * RANGE_MARGIN));
    return this.#words === 'optional' ? Math.min(expected, maxUnindexed - this.scanned) : expected;
  }

  #estimateMatchRate(): number {
    return (this.matched + 0.5) / Math.max(1, this.scanned);
  }

  async #queryRows<Row>(query: SQL): Promise<Row[]> {
    return (await this.#db.execute(query)).rows as Row[];
  }
}

/** A query on the column `search`. */
export interface SearchQuery {
  /** The search text; `null` if only filters apply. */
  text: string | null;
  /** The companies of which the articles mention at least one; empty for any or none. */
  symbols: readonly string[];
  kinds: SelectedKinds;
}

/**
 * Builds the condition on `search`, limited to a range of weeks if its tags are given. Text without any word matches
 * nothing. The query is in a subquery to hide its words from the planner, which would otherwise prefer reading all texts
 * to looking up a frequent word.
 */
function buildCondition(query: SearchQuery, weekTags: readonly string[] = []): SQL {
  const matches = matchText(query, buildTagQuery(query, weekTags));
  // Lists of a source have all of its articles, others the first one of each story.
  const listed = query.kinds.sourceId ? matches : sql`${matches} and lead_id is null`;
  // The index finds a symbol as a word, which a text may contain with another meaning.
  return query.symbols.length === 0
    ? listed
    : sql`${listed} and symbols && ${sql.param([...query.symbols])}::text[]`;
}

function matchText({ text }: SearchQuery, tags: string): SQL {
  if (text === null) return sql`search @@ (select ${tags}::tsquery)`;
  const combined = tags === '' ? sql`words` : sql`words && ${tags}::tsquery`;
  return sql`search @@ (select case when numnode(words) > 0 then ${combined} end from (select ${buildTextQuery(text)} as words) as typed)`;
}

/** The role of a text's words: `optional` ones (such as only "-word") cannot be looked up in the index. */
type WordRole = 'none' | 'optional' | 'required';

/** Returns an expression for the `WordRole` of a search text. */
function classifyWords(text: string): SQL {
  const query = buildTextQuery(text);
  return sql`case when numnode(${query}) = 0 then 'none' when querytree(${query}) in ('', 'T') then 'optional' else 'required' end`;
}

function buildTextQuery(text: string): SQL {
  const words = sql`websearch_to_tsquery('english', ${text})`;
  // Also matches a symbol exactly, without stemming.
  const company = findCompany(text.trim());
  return company ? sql`(${words} || ${quote(company.symbol.toLowerCase())}::tsquery)` : words;
}

function buildTagQuery({ symbols, kinds }: SearchQuery, weekTags: readonly string[]): string {
  const { sourceId = [], sector = [], category = [] } = kinds;
  return [
    symbols.map((symbol) => symbol.toLowerCase()),
    sourceId.map((id) => `§source:${id}`),
    sector.map((name) => `§sector:${name}`),
    category.map((name) => `§category:${name}`),
    weekTags,
  ]
    .filter((tags) => tags.length > 0)
    .map((tags) => `(${tags.map(quote).join(' | ')})`)
    .join(' & ');
}

/** Quotes a lexeme for a tsquery. */
const quote = (word: string) => `'${word.replace(/['\\]/g, '$&$&')}'`;

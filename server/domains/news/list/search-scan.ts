import { type SQL, sql } from 'drizzle-orm';
import type { Queryable } from '#server/platform/database.ts';
import type { NewsOverview } from './news-overview.ts';
import { matches, type Query, type Words, wordsOf } from './tsquery.ts';
import { marksOf, type Stretch, stretchOf, type Week } from './week-ranges.ts';

/** How a search goes about it, in articles. */
export interface Pace {
  /** The first stretch, and the first two together. */
  firstStretch: number;
  enoughToJudge: number;
  /** Without a word that must be there no index finds the articles: only so many are looked through. */
  maxWithoutWord: number;
  /** So many matches at most are read at once, whatever their dates. */
  maxRead: number;
  /** So many matches to skip are worth being counted instead of read. */
  worthCounting: number;
}

/** Measured at a million articles (`npm run bench:news`). */
export const PACE: Pace = {
  firstStretch: 2_000,
  enoughToJudge: 20_000,
  maxWithoutWord: 50_000,
  maxRead: 5_000,
  worthCounting: 500,
};

/** A stretch is taken a little longer than what was found so far suggests. */
const MARGIN = 1.3;
/** Fewer matches than that say little. */
const FEW = 10;
/** Visiting a match costs about as much as passing so many articles by in the index. */
const READ_COST = 8;

/** Looks through the weeks from one end; knows how many matches it has passed and guesses where the next ones are. */
export class SearchWalk {
  passed = 0;
  seen = 0;
  #next = 0;
  /** How many match in all, when that is known. */
  count: number | null;
  #words: Words = 'required';
  #isAllRead = false;
  readonly #db: Queryable;
  readonly #query: Query;
  readonly #total: number;
  readonly #weeks: readonly Week[];
  readonly #direction: SQL;
  readonly pace: Pace;

  constructor(
    db: Queryable,
    overview: NewsOverview,
    query: Query,
    { isNewestFirst, knownCount, pace }: { isNewestFirst: boolean; knownCount: number | null; pace: Pace },
  ) {
    this.#db = db;
    this.#query = query;
    this.#total = overview.total;
    this.#weeks = isNewestFirst ? overview.weeks.toReversed() : overview.weeks;
    this.#direction = isNewestFirst ? sql`desc` : sql`asc`;
    this.count = knownCount;
    this.pace = pace;
  }

  /** Whether there is nothing more to look through. */
  get isOver(): boolean {
    const isGivenUp = this.#words === 'optional' && this.seen >= this.pace.maxWithoutWord;
    return this.#isAllRead || this.#words === 'none' || this.#next >= this.#weeks.length || isGivenUp;
  }

  /** Whether every match is counted. */
  get isAllCounted(): boolean {
    return this.count !== null || this.#words === 'none' || this.#next >= this.#weeks.length;
  }

  /** The stretch in which the next so many matches are expected. */
  stretchFor(wanted: number): Stretch & { next: number } {
    return stretchOf(this.#weeks, this.#next, this.#articlesFor(wanted));
  }

  /** The stretch up to where enough has been seen to judge by. */
  stretchToJudge(): Stretch & { next: number } {
    return stretchOf(this.#weeks, this.#next, this.pace.enoughToJudge - this.seen);
  }

  pass(stretch: Stretch & { next: number }, found: number): void {
    this.passed += found;
    this.seen += stretch.articles;
    this.#next = stretch.next;
  }

  /** Whether so few seem to match that reading all of them is less work than looking for the next so many. */
  isWholeCheaper(wanted: number): boolean {
    if (this.#words === 'optional' || (this.count ?? 0) > this.pace.maxRead) return false;
    if (this.count === null && this.seen < this.pace.enoughToJudge) return false;
    return this.#rate() * this.#total * READ_COST <= this.#articlesFor(wanted);
  }

  async countIn(stretch: Stretch): Promise<number> {
    const rows = await this.#rows<{ count: number }>(
      sql`select count(*)::int as count from articles where ${matches(this.#query, marksOf(stretch))}`,
    );
    return rows[0]?.count ?? 0;
  }

  async countAll(): Promise<number> {
    const rows = await this.#rows<{ count: number }>(
      sql`select count(*)::int as count from articles where ${matches(this.#query)}`,
    );
    this.count = rows[0]?.count ?? 0;
    return this.count;
  }

  /** The ids of some of a stretch's matches, and how many it has. */
  async readIn(stretch: Stretch, offset: number, limit: number): Promise<{ count: number; ids: number[] }> {
    const words = this.#query.text === null ? sql`'required'` : wordsOf(this.#query.text);
    const rows = await this.#rows<{ count: number; ids: number[]; words: Words }>(sql`
      with found as materialized (
        select id, sort_date from articles where ${matches(this.#query, marksOf(stretch))}
      )
      select (select count(*)::int from found) as count, ${words} as words, array(
        select id from found order by sort_date ${this.#direction}, id ${this.#direction}
        limit ${limit} offset ${offset}
      ) as ids`);
    this.#words = rows[0]?.words ?? 'required';
    return { count: rows[0]?.count ?? 0, ids: rows[0]?.ids ?? [] };
  }

  /** The ids of some of all matches; `null`, and the count known, when too many match. */
  async readAll(offset: number, limit: number): Promise<number[] | null> {
    const condition = matches(this.#query);
    // Materialised, or the planner walks the index of dates and reads the text of every article on the way.
    const rows = await this.#rows<{ count: number; ids: number[] | null }>(sql`
      select count, case when count <= ${this.pace.maxRead} then array(
        with found as materialized (select id, sort_date from articles where ${condition})
        select id from found order by sort_date ${this.#direction}, id ${this.#direction}
        limit ${limit} offset ${offset}
      ) end as ids
      from (select count(*)::int as count from articles where ${condition}) as counted`);
    this.count = rows[0]?.count ?? 0;
    this.#isAllRead = rows[0]?.ids != null;
    return rows[0]?.ids ?? null;
  }

  #articlesFor(wanted: number): number {
    const { firstStretch, enoughToJudge, maxWithoutWord } = this.pace;
    if (this.seen === 0 && this.count === null) return firstStretch;
    if (this.seen < enoughToJudge && this.passed < FEW && this.count === null) return enoughToJudge;
    const expected = Math.max(firstStretch, Math.ceil((wanted / this.#rate()) * MARGIN));
    return this.#words === 'optional' ? Math.min(expected, maxWithoutWord - this.seen) : expected;
  }

  /** How many articles of one match, as far as is known. */
  #rate(): number {
    if (this.count !== null && this.seen === 0) return (this.count + 0.5) / Math.max(1, this.#total);
    return (this.passed + 0.5) / Math.max(1, this.seen);
  }

  async #rows<Row>(query: SQL): Promise<Row[]> {
    return (await this.#db.execute(query)).rows as Row[];
  }
}

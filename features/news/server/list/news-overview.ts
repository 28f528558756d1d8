import { sql } from 'drizzle-orm';
import { toSingleLine } from '#core/contract/text/single-line.ts';
import { cachedUntilChange } from '#core/server/platform/cached-until-change.ts';
import type { Database, Queryable } from '#core/server/platform/database.ts';
import type { NewsOrdering } from '#features/news/contract/endpoints.ts';
import { newsCounts, newsSources, newsWeeks } from '#features/news/server/news.tables.ts';

/** The article counts by source, sector and category, and by week: enough to count the matches of any filter. */
export interface NewsOverview {
  counts: {
    sourceId: number;
    source: string;
    sector: string;
    category: string;
    articles: number;
    /** The articles that lists of all sources show: one per story. */
    leads: number;
  }[];
  /** The weeks with articles, oldest first. */
  weeks: Week[];
  /** The number of stories. */
  total: number;
}

/** Returns the overview, cached until the news change. */
export type GetNewsOverview = () => Promise<NewsOverview>;

export const cacheNewsOverview = ({ db, changes }: Database): GetNewsOverview =>
  cachedUntilChange(changes, 'news', () => loadNewsOverview(db));

/** Reads one row with JSON values, because mapping thousands of rows one by one blocks the server. */
export async function loadNewsOverview(db: Queryable): Promise<NewsOverview> {
  const { rows } = await db.execute<Pick<NewsOverview, 'counts' | 'weeks'>>(sql`
    select
      (select coalesce(json_agg(json_build_object(
          'sourceId', ${newsCounts.sourceId}, 'source', ${newsSources.name}, 'sector', ${newsCounts.sector},
          'category', ${newsCounts.category}, 'articles', ${newsCounts.articles}, 'leads', ${newsCounts.leads}
        )), '[]')
        from ${newsCounts} join ${newsSources} on ${newsSources.id} = ${newsCounts.sourceId}
        where ${newsCounts.articles} > 0) as counts,
      (select coalesce(json_agg(json_build_object(
          'index', (${newsWeeks.week} - date '1970-01-05') / 7, 'articles', ${newsWeeks.articles}
        ) order by ${newsWeeks.week}), '[]')
        from ${newsWeeks} where ${newsWeeks.articles} > 0) as weeks`);
  const { counts, weeks } = rows[0] ?? { counts: [], weeks: [] };
  // Earlier releases stored invisible characters, which filters do not contain.
  for (const row of counts) row.source = toSingleLine(row.source).trim();
  return { counts, weeks, total: counts.reduce((sum, { leads }) => sum + leads, 0) };
}

/** `localeCompare` with a locale was visible in profiles. */
const { compare: compareNames } = new Intl.Collator('en');

/** Lists the values that have articles, in alphabetical order. */
export function listChoices({ counts }: NewsOverview, kind: 'source' | 'sector' | 'category'): string[] {
  const shown = kind === 'source' ? counts : counts.filter(({ leads }) => leads > 0);
  const names = new Set(shown.map((row) => row[kind]).filter((name) => name !== ''));
  return [...names].sort(compareNames);
}

/** The filter of a request; empty lists match everything. */
export interface NewsFilter {
  search?: string | undefined;
  source?: string | undefined;
  sector?: string[] | undefined;
  category?: string[] | undefined;
  symbol?: readonly string[] | undefined;
}

/** The selected values that have articles; a filter that is not set is absent. */
export interface SelectedKinds {
  sourceId?: number[];
  sector?: string[];
  category?: string[];
}

export interface Selection {
  kinds: SelectedKinds;
  /** The number of matching articles. */
  count: number;
}

/** The requested part of the ordered articles. */
export interface Slice {
  ordering: NewsOrdering;
  offset: number;
  limit: number;
}

/** Returns `null` if nothing can match, because a selected name has no articles. */
export function resolveFilter(overview: NewsOverview, filter: NewsFilter): Selection | null {
  const kinds: SelectedKinds = {};
  let counts = filter.source ? overview.counts : overview.counts.filter(({ leads }) => leads > 0);
  if (filter.source) {
    counts = counts.filter(({ source }) => source === filter.source);
    kinds.sourceId = [...new Set(counts.map(({ sourceId }) => sourceId))];
  }
  for (const kind of ['sector', 'category'] as const) {
    const wanted = filter[kind];
    if (!wanted || wanted.length === 0) continue;
    counts = counts.filter((row) => wanted.includes(row[kind]));
    kinds[kind] = [...new Set(counts.map((row) => row[kind]))];
  }
  const count = counts.reduce((sum, { articles, leads }) => sum + (filter.source ? articles : leads), 0);
  return count === 0 ? null : { kinds, count };
}

/** A week that has articles, counted from Monday, 5 January 1970. */
export interface Week {
  index: number;
  articles: number;
}

/** Consecutive weeks. */
export interface WeekRange {
  first: number;
  last: number;
  articles: number;
}

/** The sizes of the blocks of weeks that the trigger `complete_article` tags articles with. */
const BLOCKS = [64, 16, 4];
const FIRST_MONDAY = Date.UTC(1970, 0, 5);
const WEEK_MS = 7 * 86_400_000;

/**
 * Returns the range that starts at `from` in `weeks` (in scan order) and has at least `articles` articles; `next` is the
 * start of the following range. A long range ends at the end of a block, so that few tags cover it.
 */
export function takeWeekRange(
  weeks: readonly Week[],
  from: number,
  articles: number,
): WeekRange & { next: number } {
  const begin = weeks[from]?.index ?? 0;
  let next = from;
  let sum = 0;
  let end = begin;
  const take = (week: Week) => {
    sum += week.articles;
    end = week.index;
    next += 1;
  };
  for (let week = weeks[next]; week && (next === from || sum < articles); week = weeks[next]) take(week);
  const block = BLOCKS.find((size) => 2 * size <= Math.abs(end - begin)) ?? 1;
  const lastBlock = getBlock(end, block);
  for (let week = weeks[next]; week && getBlock(week.index, block) === lastBlock; week = weeks[next])
    take(week);
  return { first: Math.min(begin, end), last: Math.max(begin, end), articles: sum, next };
}

/** Returns the tags that together cover exactly the weeks of a range. */
export function getWeekTags({ first, last }: Pick<WeekRange, 'first' | 'last'>): string[] {
  const tags: string[] = [];
  for (let week = first; week <= last; ) {
    const size = BLOCKS.find((block) => week % block === 0 && week + block - 1 <= last) ?? 1;
    tags.push(size === 1 ? `§week:${formatMonday(week)}` : `§weeks${size}:${getBlock(week, size)}`);
    week += size;
  }
  return tags;
}

const getBlock = (week: number, size: number) => Math.floor(week / size);

const formatMonday = (week: number) => new Date(FIRST_MONDAY + week * WEEK_MS).toISOString().slice(0, 10);

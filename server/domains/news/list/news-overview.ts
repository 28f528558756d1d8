import { sql } from 'drizzle-orm';
import { toSingleLine } from '#contract/single-line.ts';
import { newsCounts, newsSources, newsWeeks } from '#server/domains/news/news.tables.ts';
import { cachedUntilChange } from '#server/platform/cached-until-change.ts';
import type { Database, Queryable } from '#server/platform/database.ts';
import type { Week } from './week-ranges.ts';

/** The article counts by source, sector and category, and by week: enough to count the matches of any filter. */
export interface NewsOverview {
  counts: { sourceId: number; source: string; sector: string; category: string; articles: number }[];
  /** The weeks with articles, oldest first. */
  weeks: Week[];
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
          'category', ${newsCounts.category}, 'articles', ${newsCounts.articles}
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
  return { counts, weeks, total: counts.reduce((sum, { articles }) => sum + articles, 0) };
}

/** `localeCompare` with a locale was visible in profiles. */
const { compare: compareNames } = new Intl.Collator('en');

/** Lists the values that have articles, in alphabetical order. */
export function listChoices({ counts }: NewsOverview, kind: 'source' | 'sector' | 'category'): string[] {
  const names = new Set(counts.map((row) => row[kind]).filter((name) => name !== ''));
  return [...names].sort(compareNames);
}

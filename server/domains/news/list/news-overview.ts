import { eq, gt, sql } from 'drizzle-orm';
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

export async function loadNewsOverview(db: Queryable): Promise<NewsOverview> {
  const counts = await db
    .select({
      sourceId: newsCounts.sourceId,
      source: newsSources.name,
      sector: newsCounts.sector,
      category: newsCounts.category,
      articles: newsCounts.articles,
    })
    .from(newsCounts)
    .innerJoin(newsSources, eq(newsSources.id, newsCounts.sourceId))
    .where(gt(newsCounts.articles, 0));
  const weeks = await db
    .select({
      index: sql<number>`(${newsWeeks.week} - date '1970-01-05') / 7`,
      articles: newsWeeks.articles,
    })
    .from(newsWeeks)
    .where(gt(newsWeeks.articles, 0))
    .orderBy(newsWeeks.week);
  return { counts, weeks, total: counts.reduce((sum, { articles }) => sum + articles, 0) };
}

/** Lists the values that have articles, in alphabetical order. */
export function listChoices({ counts }: NewsOverview, kind: 'source' | 'sector' | 'category'): string[] {
  const names = new Set(counts.map((row) => row[kind]).filter((name) => name !== ''));
  return [...names].sort((a, b) => a.localeCompare(b, 'en'));
}

import { eq, gt, sql } from 'drizzle-orm';
import { newsCounts, newsSources, newsWeeks } from '#server/domains/news/news.tables.ts';
import { cachedUntilChange } from '#server/platform/cached-until-change.ts';
import type { Database, Queryable } from '#server/platform/database.ts';
import type { Week } from './week-ranges.ts';

/** How many articles there are of each kind and from each week: enough to count any choice of filters. */
export interface NewsOverview {
  kinds: { sourceId: number; source: string; sector: string; category: string; articles: number }[];
  /** Oldest first; only weeks with articles. */
  weeks: Week[];
  total: number;
}

/** Gives the overview, read once until the news change. */
export type KeptOverview = () => Promise<NewsOverview>;

export const keepOverview = ({ db, changes }: Database): KeptOverview =>
  cachedUntilChange(changes, 'news', () => readOverview(db));

export async function readOverview(db: Queryable): Promise<NewsOverview> {
  const kinds = await db
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
  return { kinds, weeks, total: kinds.reduce((sum, { articles }) => sum + articles, 0) };
}

/** What readers can choose from, in order; what has no articles is left out. */
export function choicesOf({ kinds }: NewsOverview, kind: 'source' | 'sector' | 'category'): string[] {
  const names = new Set(kinds.map((row) => row[kind]).filter((name) => name !== ''));
  return [...names].sort((a, b) => a.localeCompare(b, 'en'));
}

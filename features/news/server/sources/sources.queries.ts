import { asc, eq, getTableColumns, max, sql } from 'drizzle-orm';
import { addMilliseconds, MINUTE } from '#core/server/platform/clock.ts';
import type { Queryable } from '#core/server/platform/database.ts';
import { newsCounts, newsSources } from '#features/news/server/news.tables.ts';

export type SourceRow = typeof newsSources.$inferSelect;
export type SourceWithCount = SourceRow & { articleCount: number };

/** Lists the sources by name with their article counts. */
export async function listSources(db: Queryable): Promise<SourceWithCount[]> {
  return db.select(WITH_ARTICLE_COUNT).from(newsSources).orderBy(asc(newsSources.name));
}

export async function findSource(db: Queryable, id: number): Promise<SourceWithCount | null> {
  const [row] = await db.select(WITH_ARTICLE_COUNT).from(newsSources).where(eq(newsSources.id, id));
  return row ?? null;
}

export async function findSourceNamed(db: Queryable, name: string): Promise<SourceRow | null> {
  const [row] = await db.select().from(newsSources).where(eq(newsSources.name, name));
  return row ?? null;
}

const WITH_ARTICLE_COUNT = {
  ...getTableColumns(newsSources),
  articleCount: sql<number>`(
    select coalesce(sum(${newsCounts.articles}), 0)::int from ${newsCounts}
    where ${newsCounts.sourceId} = ${newsSources.id}
  )`,
};

/** The numbers of news sources by the result of their last fetch. */
export interface FeedHealth {
  healthy: number;
  /** The last fetch failed. */
  failing: number;
  /** Should have been fetched a while ago: feeds are not polled at present. */
  overdue: number;
  lastSuccessAt: Date | null;
}

/** A fetch is due every few minutes and waits for free processes. */
const OVERDUE_MS = 15 * MINUTE;

export async function readFeedHealth(db: Queryable, now: Date): Promise<FeedHealth> {
  const { isEnabled, failuresInARow, nextFetchAt, lastSuccessAt } = newsSources;
  const dueBefore = addMilliseconds(now, -OVERDUE_MS).toISOString();
  const isOverdue = sql`${isEnabled} and ${nextFetchAt} < ${dueBefore}`;
  const [row] = await db
    .select({
      healthy: sql<number>`(count(*) filter (where ${isEnabled} and ${failuresInARow} = 0))::int`,
      failing: sql<number>`(count(*) filter (where ${isEnabled} and ${failuresInARow} > 0))::int`,
      overdue: sql<number>`(count(*) filter (where ${isOverdue}))::int`,
      lastSuccessAt: max(lastSuccessAt),
    })
    .from(newsSources);
  return row ?? { healthy: 0, failing: 0, overdue: 0, lastSuccessAt: null };
}

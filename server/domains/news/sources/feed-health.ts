import { max, sql } from 'drizzle-orm';
import { newsSources } from '#server/domains/news/news.tables.ts';
import { addMilliseconds, MINUTE } from '#server/platform/clock.ts';
import type { Queryable } from '#server/platform/database.ts';

/** The numbers of news sources by the result of their last fetch. */
export interface FeedHealth {
  healthy: number;
  /** The last fetch failed. */
  failing: number;
  /** Should have been fetched a while ago: feeds are not polled at present. */
  overdue: number;
  disabled: number;
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
      disabled: sql<number>`(count(*) filter (where not ${isEnabled}))::int`,
      lastSuccessAt: max(lastSuccessAt),
    })
    .from(newsSources);
  return row ?? { healthy: 0, failing: 0, overdue: 0, disabled: 0, lastSuccessAt: null };
}

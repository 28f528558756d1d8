import { asc, eq, max, sql } from 'drizzle-orm';
import { newsCounts, newsSources } from '#server/domains/news/news.tables.ts';
import { addMilliseconds, MINUTE } from '#server/platform/clock.ts';
import type { Queryable, Transaction } from '#server/platform/database.ts';

export type SourceRow = typeof newsSources.$inferSelect;
export type SourceWithCount = SourceRow & { articleCount: number };

/** Lists the sources by name with their article counts. */
export async function listSources(db: Queryable): Promise<SourceWithCount[]> {
  const rows = await db.select(WITH_ARTICLE_COUNT).from(newsSources).orderBy(asc(newsSources.name));
  return rows.map(flattenRow);
}

export async function findSource(db: Queryable, id: number): Promise<SourceWithCount | null> {
  const [row] = await db.select(WITH_ARTICLE_COUNT).from(newsSources).where(eq(newsSources.id, id));
  return row ? flattenRow(row) : null;
}

export async function findSourceNamed(db: Queryable, name: string): Promise<SourceRow | null> {
  const [row] = await db.select().from(newsSources).where(eq(newsSources.name, name));
  return row ?? null;
}

/** Locks a source for an update, so that concurrent updates run one after another. */
export async function lockSource(tx: Transaction, id: number): Promise<SourceRow | null> {
  const [row] = await tx.select().from(newsSources).where(eq(newsSources.id, id)).for('update');
  return row ?? null;
}

export async function insertSource(
  tx: Transaction,
  source: typeof newsSources.$inferInsert,
): Promise<SourceRow> {
  const [row] = await tx.insert(newsSources).values(source).returning();
  return row as SourceRow;
}

export async function updateSource(
  tx: Transaction,
  id: number,
  changes: Partial<typeof newsSources.$inferInsert>,
): Promise<void> {
  await tx.update(newsSources).set(changes).where(eq(newsSources.id, id));
}

const WITH_ARTICLE_COUNT = {
  source: newsSources,
  articleCount: sql<number>`(
    select coalesce(sum(${newsCounts.articles}), 0)::int from ${newsCounts}
    where ${newsCounts.sourceId} = ${newsSources.id}
  )`,
};

const flattenRow = (row: { source: SourceRow; articleCount: number }): SourceWithCount => ({
  ...row.source,
  articleCount: row.articleCount,
});

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

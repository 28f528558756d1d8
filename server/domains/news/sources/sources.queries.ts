import { asc, eq, sql } from 'drizzle-orm';
import { newsCounts, newsSources } from '#server/domains/news/news.tables.ts';
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

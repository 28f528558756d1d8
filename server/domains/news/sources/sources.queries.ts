import { asc, eq, sql } from 'drizzle-orm';
import { newsCounts, newsSources } from '#server/domains/news/news.tables.ts';
import type { Queryable, Transaction } from '#server/platform/database.ts';

export type SourceRow = typeof newsSources.$inferSelect;
export type CountedSource = SourceRow & { articleCount: number };

/** Every source by name, with how many articles it has. */
export async function listSources(db: Queryable): Promise<CountedSource[]> {
  const rows = await db.select(COUNTED).from(newsSources).orderBy(asc(newsSources.name));
  return rows.map(flat);
}

export async function findSource(db: Queryable, id: number): Promise<CountedSource | null> {
  const [row] = await db.select(COUNTED).from(newsSources).where(eq(newsSources.id, id));
  return row ? flat(row) : null;
}

export async function findSourceNamed(db: Queryable, name: string): Promise<SourceRow | null> {
  const [row] = await db.select().from(newsSources).where(eq(newsSources.name, name));
  return row ?? null;
}

/** Finds a source to change it: two changes at once take turns. */
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

const COUNTED = {
  source: newsSources,
  articleCount: sql<number>`(
    select coalesce(sum(${newsCounts.articles}), 0)::int from ${newsCounts}
    where ${newsCounts.sourceId} = ${newsSources.id}
  )`,
};

const flat = (row: { source: SourceRow; articleCount: number }): CountedSource => ({
  ...row.source,
  articleCount: row.articleCount,
});

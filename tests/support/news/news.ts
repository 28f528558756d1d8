import type { Database } from '#core/server/platform/database.ts';
import { articles, newsSources } from '#features/news/server/news.tables.ts';

type NewArticle = Partial<typeof articles.$inferInsert>;

/** Inserts a source that is never fetched. Returns its ID. */
export async function makeSource(database: Database, name: string): Promise<number> {
  const now = new Date('2026-11-21T05:00:00Z');
  const [row] = await database.db
    .insert(newsSources)
    .values({
      name,
      url: `https://${name.toLowerCase().replace(/\W/g, '-')}.example/feed`,
      createdAt: now,
      nextFetchAt: now,
    })
    .returning({ id: newsSources.id });
  return row?.id ?? 0;
}

let articleCount = 0;

/** Inserts articles of one source with defaults for missing fields. Returns their IDs in order. */
export async function makeArticles(
  database: Database,
  sourceId: number,
  overrides: NewArticle[],
): Promise<number[]> {
  const rows = overrides.map((article) => {
    articleCount += 1;
    return {
      sourceId,
      key: `made-${articleCount}`,
      title: `Article ${articleCount}`,
      content: '<p>The market closed higher.</p>',
      excerpt: 'The market closed higher.',
      link: `https://publisher.example/${articleCount}`,
      pubDate: new Date('2026-11-20T10:00:00Z'),
      category: 'Markets',
      fetchedAt: new Date('2026-11-20T11:00:00Z'),
      ...article,
    };
  });
  return database.transaction(async (tx, announce) => {
    announce('news');
    const inserted = await tx.insert(articles).values(rows).returning({ id: articles.id });
    return inserted.map(({ id }) => id);
  });
}

import { articles, newsSources } from '#server/domains/news/news.tables.ts';
import type { Database } from '#server/platform/database.ts';

type NewArticle = Partial<typeof articles.$inferInsert>;

/** A source of the given name; nothing is fetched from it. */
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

let made = 0;

/** Articles of one source, in the order given; what a test does not say is the same for all. Gives their ids. */
export async function makeArticles(
  database: Database,
  sourceId: number,
  given: NewArticle[],
): Promise<number[]> {
  const rows = given.map((article) => {
    made += 1;
    return {
      sourceId,
      key: `made-${made}`,
      title: `Article ${made}`,
      content: '<p>The market closed higher.</p>',
      excerpt: 'The market closed higher.',
      link: `https://outlet.example/${made}`,
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

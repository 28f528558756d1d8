import { asc, desc, eq, inArray, sql } from 'drizzle-orm';
import type { ArticleLink } from '#contract/news/article.ts';
import type { Queryable } from '#server/platform/database.ts';
import { articles, newsSources } from './news.tables.ts';

/** An article and its source, with the columns that visitors see. */
export type ArticleRow = Awaited<ReturnType<typeof findArticles>>[number];

/** Finds articles by ID, in the given order. Missing IDs are skipped. */
export async function findArticles(db: Queryable, ids: number[], content: 'full' | 'excerpt') {
  if (ids.length === 0) return [];
  const rows = await db
    .select({
      id: articles.id,
      title: articles.title,
      // Does not read the full text unless it is requested.
      content: content === 'full' ? articles.content : articles.excerpt,
      excerpt: articles.excerpt,
      link: articles.link,
      imageUrl: articles.imageUrl,
      pubDate: articles.pubDate,
      creator: articles.creator,
      sector: articles.sector,
      source: newsSources.name,
      category: articles.category,
      symbols: articles.symbols,
      fetchedAt: articles.fetchedAt,
      sortDate: articles.sortDate,
    })
    .from(articles)
    .innerJoin(newsSources, eq(newsSources.id, articles.sourceId))
    .where(inArray(articles.id, ids));
  const byId = new Map(rows.map((row) => [row.id, row]));
  return ids.flatMap((id) => byId.get(id) ?? []);
}

/** Finds the articles before and after one by date. */
export async function findNeighbors(
  db: Queryable,
  { id, sortDate }: Pick<ArticleRow, 'id' | 'sortDate'>,
): Promise<{ newer: ArticleLink | null; older: ArticleLink | null }> {
  const link = { id: articles.id, title: articles.title };
  const [newer] = await db
    .select(link)
    .from(articles)
    .where(sql`(sort_date, id) > (${sortDate}, ${id})`)
    .orderBy(asc(articles.sortDate), asc(articles.id))
    .limit(1);
  const [older] = await db
    .select(link)
    .from(articles)
    .where(sql`(sort_date, id) < (${sortDate}, ${id})`)
    .orderBy(desc(articles.sortDate), desc(articles.id))
    .limit(1);
  return { newer: newer ?? null, older: older ?? null };
}

export async function hasArticles(db: Queryable): Promise<boolean> {
  const [row] = await db.select({ id: articles.id }).from(articles).limit(1);
  return row !== undefined;
}

/** Returns `true` if a source with one of the URLs has an article. */
export async function hasArticlesFrom(db: Queryable, sourceUrls: string[]): Promise<boolean> {
  const [row] = await db
    .select({ id: articles.id })
    .from(articles)
    .innerJoin(newsSources, eq(newsSources.id, articles.sourceId))
    .where(inArray(newsSources.url, sourceUrls))
    .limit(1);
  return row !== undefined;
}

import { eq, inArray, sql } from 'drizzle-orm';
import { prepareOnce } from '#core/server/platform/database/prepare-once.ts';
import type { Queryable } from '#core/server/platform/database.ts';
import { findCompany } from '#features/market/server/market.ts';
import type { Article, ArticleLink } from '#features/news/contract/endpoints.ts';
import { articles, newsSources } from './news.tables.ts';

/** An article and its source, with the columns that visitors see. */
export type ArticleRow = Awaited<ReturnType<typeof selectArticles>>[number];

const COLUMNS = {
  id: articles.id,
  title: articles.title,
  link: articles.link,
  imageUrl: articles.imageUrl,
  pubDate: articles.pubDate,
  creator: articles.creator,
  sector: articles.sector,
  source: newsSources.name,
  category: articles.category,
  symbols: articles.symbols,
  fetchedAt: articles.fetchedAt,
  /** The other sources of the story, the first one first. */
  otherSources: sql<{ name: string; link: string | null }[]>`array(
    select json_build_object('name', publisher.name, 'link', other.link)
    from articles as other join news_sources as publisher on publisher.id = other.source_id
    where other.id <> ${articles.id}
      and (other.id = ${articles.leadId} or other.lead_id = coalesce(${articles.leadId}, ${articles.id}))
    order by other.id)`,
};

/** The full text of an article, or its excerpt in its place. */
export type Content = 'full' | 'excerpt';

/** Selects articles with their sources. Does not read the full text unless it is requested. */
export const selectArticles = (db: Queryable, content: Content) =>
  db
    .select({ ...COLUMNS, content: content === 'full' ? articles.content : articles.excerpt })
    .from(articles)
    .innerJoin(newsSources, eq(newsSources.id, articles.sourceId));

const prepareFind = prepareOnce(
  (db, content: Content) =>
    selectArticles(db, content).where(sql`${articles.id} = any(${sql.placeholder('ids')}::int[])`),
  (content) => content,
);

/** Finds articles by ID, in the given order. Missing IDs are skipped. */
export async function findArticles(db: Queryable, ids: number[], content: Content) {
  if (ids.length === 0) return [];
  const rows = await prepareFind(db, content).execute({ ids });
  const byId = new Map(rows.map((row) => [row.id, row]));
  return ids.flatMap((id) => byId.get(id) ?? []);
}

/** Selects the link of the listed article before or after the selected one by date. */
const selectNeighbor = (comparison: '>' | '<') => sql<ArticleLink | null>`(
  select json_build_object('id', other.id, 'title', other.title) from articles as other
  where other.lead_id is null and (other.sort_date, other.id) ${sql.raw(comparison)} (${articles.sortDate}, ${articles.id})
  order by other.sort_date ${sql.raw(comparison === '>' ? 'asc' : 'desc')}, other.id ${sql.raw(comparison === '>' ? 'asc' : 'desc')}
  limit 1)`;

const prepareFindOne = prepareOnce(
  (db) =>
    db
      .select({
        ...COLUMNS,
        content: articles.content,
        newer: selectNeighbor('>'),
        older: selectNeighbor('<'),
      })
      .from(articles)
      .innerJoin(newsSources, eq(newsSources.id, articles.sourceId))
      .where(eq(articles.id, sql.placeholder('id'))),
  () => '',
);

/** Finds an article with the articles before and after it by date. */
export async function findArticle(
  db: Queryable,
  id: number,
): Promise<{ row: ArticleRow; newer: ArticleLink | null; older: ArticleLink | null } | null> {
  const [found] = await prepareFindOne(db, undefined).execute({ id });
  if (!found) return null;
  const { newer, older, ...row } = found;
  return { row, newer, older };
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

export function presentArticle(row: ArticleRow): Article {
  return {
    id: row.id,
    title: row.title,
    content: row.content,
    link: row.link,
    image_url: row.imageUrl,
    pub_date: row.pubDate?.toISOString() ?? null,
    creator: row.creator,
    sector: row.sector === '' ? null : row.sector,
    source: { name: row.source },
    sources: [{ name: row.source, link: row.link }, ...row.otherSources],
    category: { name: row.category },
    companies: row.symbols
      .map(findCompany)
      .filter((company) => company !== null)
      .map(({ symbol, name }) => ({ symbol, name })),
  };
}

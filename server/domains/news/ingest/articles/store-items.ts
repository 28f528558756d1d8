import { isDeepStrictEqual } from 'node:util';
import { eq, sql } from 'drizzle-orm';
import type { PreparedItem } from '#server/domains/news/feed/feed.ts';
import type { ArticlePipeline } from '#server/domains/news/ingest/feed-pipeline.ts';
import { articles, rawItems } from '#server/domains/news/news.tables.ts';
import type { Transaction } from '#server/platform/database.ts';
import {
  type ArticleIdentity,
  ExistingArticles,
  findByKeys,
  findDuplicateCandidates,
  findSharedLinks,
} from './existing-articles.ts';
import { type ArticleContent, toArticle, toStorableItem } from './to-article.ts';

type ArticleRow = typeof articles.$inferSelect;

interface IncomingArticle extends ArticleIdentity {
  item: PreparedItem;
  article: ArticleContent;
}

export interface StoreResult {
  new: number;
  existing: number;
  /** Is `true` if visitors see anything new or changed. */
  hasChanges: boolean;
}

/**
 * Stores the items of one fetch, oldest first. Items that duplicate an article of the same source are skipped, and articles
 * whose item changed under the same key are updated. Articles of other sources are never touched.
 */
export async function storeItems(
  tx: Transaction,
  source: { id: number },
  items: readonly PreparedItem[],
  now: Date,
  pipeline: ArticlePipeline,
): Promise<StoreResult> {
  const incoming = items.map((item) => toIncoming(item, now, pipeline));
  const rowsByKey = new Map(
    (await findByKeys(tx, source.id, [...new Set(incoming.map(({ key }) => key))])).map((row) => [
      row.key,
      row,
    ]),
  );
  const added = await selectNew(
    tx,
    source.id,
    incoming,
    incoming.filter(({ key }) => !rowsByKey.has(key)),
  );
  const changed = keepFirstPerKey(incoming).flatMap((each) => {
    const row = rowsByKey.get(each.key);
    return row && hasChanged(row, each) ? [{ row, each }] : [];
  });

  const hasChanges = added.length + changed.length > 0;
  if (hasChanges) await lockArticles(tx);
  for (const { row, each } of changed) await updateArticle(tx, row, each);
  await insertArticles(tx, source.id, added, now);
  if (hasChanges) await flushSearchIndex(tx);
  return { new: added.length, existing: items.length - added.length, hasChanges };
}

function toIncoming(item: PreparedItem, now: Date, pipeline: ArticlePipeline): IncomingArticle {
  const article = toArticle(item, pipeline);
  const { link, title, symbols } = article;
  return { key: item.key, link, title, symbols, date: item.publishedAt ?? now, item, article };
}

async function selectNew(
  tx: Transaction,
  sourceId: number,
  all: readonly IncomingArticle[],
  candidates: readonly IncomingArticle[],
): Promise<IncomingArticle[]> {
  const existing = new ExistingArticles(findSharedLinks(all));
  for (const identity of await findDuplicateCandidates(tx, sourceId, candidates)) existing.add(identity);
  const added: IncomingArticle[] = [];
  for (const each of candidates) {
    if (existing.has(each)) continue;
    existing.add(each);
    added.push(each);
  }
  return added.sort((a, b) => a.date.getTime() - b.date.getTime());
}

/** Keeps the first of several items with the same key. */
function keepFirstPerKey(incoming: readonly IncomingArticle[]): IncomingArticle[] {
  return [...new Map(incoming.toReversed().map((each) => [each.key, each])).values()];
}

/** Keeps the first date. Many publishers set a new one on every edit, which would move the article to the top again. */
const getPubDate = (row: ArticleRow, { item }: IncomingArticle) => row.pubDate ?? item.publishedAt;

function hasChanged(row: ArticleRow, incoming: IncomingArticle): boolean {
  const names = Object.keys(incoming.article) as (keyof ArticleContent)[];
  const isSame = names.every((name) => isDeepStrictEqual(row[name], incoming.article[name]));
  return !isSame || row.pubDate?.getTime() !== getPubDate(row, incoming)?.getTime();
}

/** An arbitrary advisory lock key. Article writers update the same count rows; the lock prevents deadlocks between them. */
const ARTICLES_LOCK = 8_250_318;

/** Waits until no other transaction writes articles, and keeps others waiting until this one ends. */
export async function lockArticles(tx: Transaction): Promise<void> {
  await tx.execute(sql`select pg_advisory_xact_lock(${ARTICLES_LOCK})`);
}

/**
 * Moves the pending entries of the search index to their place, all at once. Every search reads those that are pending. Only
 * the owner of the index may do this; otherwise PostgreSQL does it later.
 */
export async function flushSearchIndex(tx: Transaction): Promise<void> {
  await tx.execute(sql`
    select gin_clean_pending_list(oid) from pg_class
    where oid = 'articles_search_idx'::regclass and pg_has_role(relowner, 'usage')
  `);
}

async function updateArticle(tx: Transaction, row: ArticleRow, incoming: IncomingArticle): Promise<void> {
  await tx
    .update(articles)
    .set({ ...incoming.article, pubDate: getPubDate(row, incoming) })
    .where(eq(articles.id, row.id));
  const [stored] = await tx
    .select({ item: rawItems.item })
    .from(rawItems)
    .where(eq(rawItems.articleId, row.id));
  const item = toStorableItem(incoming.item.raw);
  // Keeps the first date in the raw item too, so that resanitizing does not change the article.
  if (row.pubDate && stored) item.published = stored.item.published;
  await tx
    .insert(rawItems)
    .values({ articleId: row.id, item })
    .onConflictDoUpdate({ target: rawItems.articleId, set: { item } });
}

const BATCH_SIZE = 100;

async function insertArticles(
  tx: Transaction,
  sourceId: number,
  added: readonly IncomingArticle[],
  now: Date,
): Promise<void> {
  for (let start = 0; start < added.length; start += BATCH_SIZE) {
    const batch = added.slice(start, start + BATCH_SIZE);
    const rows = await tx
      .insert(articles)
      .values(
        batch.map(({ key, article, item }) => ({
          ...article,
          sourceId,
          key,
          pubDate: item.publishedAt,
          fetchedAt: now,
        })),
      )
      .returning({ id: articles.id, key: articles.key });
    const rawByKey = new Map(batch.map(({ key, item }) => [key, toStorableItem(item.raw)]));
    await tx.insert(rawItems).values(
      rows.flatMap(({ id, key }) => {
        const item = rawByKey.get(key);
        return item ? [{ articleId: id, item }] : [];
      }),
    );
  }
}

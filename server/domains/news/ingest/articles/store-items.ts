import { isDeepStrictEqual } from 'node:util';
import { eq, sql } from 'drizzle-orm';
import type { PreparedItem } from '#server/domains/news/feed/feed.ts';
import type { EditingTools } from '#server/domains/news/ingest/feed-pipeline.ts';
import { articles, rawItems } from '#server/domains/news/news.tables.ts';
import type { Transaction } from '#server/platform/database.ts';
import { findAlike, findByKeys, type Identity, KnownArticles, sharedLinks } from './existing-articles.ts';
import { type ArticleContent, articleOf, storableRaw } from './to-article.ts';

type ArticleRow = typeof articles.$inferSelect;

interface Incoming extends Identity {
  item: PreparedItem;
  article: ArticleContent;
}

export interface Stored {
  new: number;
  known: number;
  /** Whether readers see anything new or changed. */
  isChanged: boolean;
}

/**
 * Stores the items of one reading, oldest first, so that an article is stored once however often and under whichever name
 * its source lists it. What the source changed under the same key is changed; other sources' articles are never touched.
 */
export async function storeItems(
  tx: Transaction,
  source: { id: number },
  items: readonly PreparedItem[],
  now: Date,
  tools: EditingTools,
): Promise<Stored> {
  const incoming = items.map((item) => incomingOf(item, now, tools));
  const rowsByKey = new Map(
    (await findByKeys(tx, source.id, [...new Set(incoming.map(({ key }) => key))])).map((row) => [
      row.key,
      row,
    ]),
  );
  const fresh = await notYetKnown(
    tx,
    source.id,
    incoming,
    incoming.filter(({ key }) => !rowsByKey.has(key)),
  );
  const changed = firstOfEachKey(incoming).flatMap((each) => {
    const row = rowsByKey.get(each.key);
    return row && isOtherThan(row, each) ? [{ row, each }] : [];
  });

  if (fresh.length + changed.length > 0) await takeTurns(tx);
  for (const { row, each } of changed) await change(tx, row, each);
  await insert(tx, source.id, fresh, now);
  return {
    new: fresh.length,
    known: items.length - fresh.length,
    isChanged: fresh.length + changed.length > 0,
  };
}

function incomingOf(item: PreparedItem, now: Date, tools: EditingTools): Incoming {
  const article = articleOf(item, tools);
  const { link, title, symbols } = article;
  return { key: item.key, link, title, symbols, date: item.publishedAt ?? now, item, article };
}

async function notYetKnown(
  tx: Transaction,
  sourceId: number,
  all: readonly Incoming[],
  candidates: readonly Incoming[],
): Promise<Incoming[]> {
  const known = new KnownArticles(sharedLinks(all));
  for (const identity of await findAlike(tx, sourceId, candidates)) known.add(identity);
  const fresh: Incoming[] = [];
  for (const each of candidates) {
    if (known.has(each)) continue;
    known.add(each);
    fresh.push(each);
  }
  return fresh.sort((a, b) => a.date.getTime() - b.date.getTime());
}

/** A feed that lists a key twice means the first. */
function firstOfEachKey(incoming: readonly Incoming[]): Incoming[] {
  return [...new Map(incoming.toReversed().map((each) => [each.key, each])).values()];
}

/** The outlet's first date stays: many set a new one at every touch, and the article would come up again and again. */
const dateOf = (row: ArticleRow, { item }: Incoming) => row.pubDate ?? item.publishedAt;

function isOtherThan(row: ArticleRow, incoming: Incoming): boolean {
  const names = Object.keys(incoming.article) as (keyof ArticleContent)[];
  const isSame = names.every((name) => isDeepStrictEqual(row[name], incoming.article[name]));
  return !isSame || row.pubDate?.getTime() !== dateOf(row, incoming)?.getTime();
}

/** Any fixed number. Writers of articles touch common counts: in turns, none waits for another in a circle. */
const STORING_LOCK = 8_250_318;

export async function takeTurns(tx: Transaction): Promise<void> {
  await tx.execute(sql`select pg_advisory_xact_lock(${STORING_LOCK})`);
}

async function change(tx: Transaction, row: ArticleRow, incoming: Incoming): Promise<void> {
  await tx
    .update(articles)
    .set({ ...incoming.article, pubDate: dateOf(row, incoming) })
    .where(eq(articles.id, row.id));
  const [kept] = await tx
    .select({ item: rawItems.item })
    .from(rawItems)
    .where(eq(rawItems.articleId, row.id));
  const item = storableRaw(incoming.item.raw);
  // With the date that the article keeps, so that it is the same when it is made anew.
  if (row.pubDate && kept) item.published = kept.item.published;
  await tx
    .insert(rawItems)
    .values({ articleId: row.id, item })
    .onConflictDoUpdate({ target: rawItems.articleId, set: { item } });
}

const ROWS_AT_ONCE = 100;

async function insert(
  tx: Transaction,
  sourceId: number,
  fresh: readonly Incoming[],
  now: Date,
): Promise<void> {
  for (let start = 0; start < fresh.length; start += ROWS_AT_ONCE) {
    const batch = fresh.slice(start, start + ROWS_AT_ONCE);
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
    const rawByKey = new Map(batch.map(({ key, item }) => [key, storableRaw(item.raw)]));
    await tx.insert(rawItems).values(
      rows.flatMap(({ id, key }) => {
        const item = rawByKey.get(key);
        return item ? [{ articleId: id, item }] : [];
      }),
    );
  }
}

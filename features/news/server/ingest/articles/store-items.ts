import { setImmediate } from 'node:timers/promises';
import { isDeepStrictEqual } from 'node:util';
import { eq, sql } from 'drizzle-orm';
import { ADVISORY_LOCKS } from '#core/server/platform/database/advisory-locks.ts';
import type { Transaction } from '#core/server/platform/database.ts';
import { hashKey, toTitleIdentity } from '#features/news/server/feed/parse/prepare-feed.ts';
import type { ArticleContent, FeedArticle } from '#features/news/server/feed/to-article.ts';
import { articles, rawItems } from '#features/news/server/news.tables.ts';
import {
  type ArticleIdentity,
  ExistingArticles,
  type ExistingRow,
  extractTitleWords,
  FeedIdentities,
  findDuplicateCandidates,
  findRows,
  mergeDateRanges,
} from './duplicates.ts';
import { findLeads } from './stories.ts';

type IncomingArticle = ArticleIdentity & FeedArticle;

export interface StoreResult {
  new: number;
  existing: number;
  /** Is `true` if visitors see anything new or changed. */
  hasChanges: boolean;
  added: readonly AddedArticle[];
}

/**
 * Stores the items of one fetch, oldest first. Items that duplicate an article of the same source are skipped, and articles
 * of which the feed has another version are updated (decision 121). Articles of other sources are never changed; a new article that reports
 * the same story refers to the first one.
 */
export async function storeItems(
  tx: Transaction,
  source: { id: number },
  items: readonly FeedArticle[],
  now: Date,
): Promise<StoreResult> {
  const incoming = items.map((item) => toIncoming(item, now));
  const feed = new FeedIdentities(incoming);
  const keys = [...new Set(incoming.flatMap((each) => listKeys(each, feed)))];
  const rows = await findRows(tx, source.id, { keys });
  const rowsByKey = new Map(rows.map((row) => [row.key, row]));
  const matches = new Map<number, { row: ExistingRow; each: IncomingArticle }>();
  const unmatched: IncomingArticle[] = [];
  for (const each of incoming) {
    const own = listKeys(each, feed);
    const row = own.map((key) => rowsByKey.get(key)).find((found) => found && feed.areSameStory(found, each));
    // The first of several items with the same key counts.
    if (row) matches.set(row.id, matches.get(row.id) ?? { row, each });
    else unmatched.push({ ...each, key: own.find((key) => !rowsByKey.has(key)) ?? hashKey(own.join()) });
  }
  const { added, versions } = await selectNew(tx, source.id, feed, unmatched);
  for (const row of await findRows(tx, source.id, { ids: [...versions.keys()] })) {
    const each = versions.get(row.id);
    if (each && !matches.has(row.id)) matches.set(row.id, { row, each });
  }
  const changed = [...matches.values()].filter(({ row, each }) => hasChanged(row, each));

  const hasChanges = added.length + changed.length > 0;
  if (hasChanges) await lockArticles(tx);
  for (const { row, each } of changed) await updateArticle(tx, row, each);
  const withLeads = await addLeads(tx, source.id, added);
  await insertArticles(tx, source.id, withLeads, now);
  if (hasChanges) await flushSearchIndex(tx);
  return { new: added.length, existing: items.length - added.length, hasChanges, added: withLeads };
}

function toIncoming(item: FeedArticle, now: Date): IncomingArticle {
  const { link, title, symbols } = item.article;
  return { ...item, link, title, symbols, date: item.publishedAt ?? now };
}

/** The keys under which an item may be stored: that of the feed, else that of its link, else that of its title and date. */
function listKeys({ key, link, title, raw }: IncomingArticle, feed: FeedIdentities): string[] {
  const hasLink = link !== null && feed.getLink({ link }) !== null;
  return [key, ...(hasLink ? [hashKey(link)] : []), hashKey(toTitleIdentity(title, raw))];
}

/** The titles that are compared in one turn of the event loop, so that responses are not delayed. */
const TITLES_PER_STEP = 50;

/** Returns the items that are new, oldest first, and those that are another version of a stored article, by its ID. */
async function selectNew(
  tx: Transaction,
  sourceId: number,
  feed: FeedIdentities,
  candidates: readonly IncomingArticle[],
): Promise<{ added: IncomingArticle[]; versions: Map<number, IncomingArticle> }> {
  const existing = new ExistingArticles(feed);
  const days = mergeDateRanges(candidates.map(({ date }) => date));
  const isCompared = ({ date }: ArticleIdentity) => days.some(([from, to]) => from <= date && date <= to);
  for (const [index, identity] of (await findDuplicateCandidates(tx, sourceId, candidates)).entries()) {
    if (index % TITLES_PER_STEP === 0) await setImmediate();
    existing.add(identity, isCompared(identity) ? extractTitleWords(identity.title) : null);
  }
  const added: IncomingArticle[] = [];
  const versions = new Map<number, IncomingArticle>();
  for (const [index, each] of candidates.entries()) {
    if (index % TITLES_PER_STEP === 0) await setImmediate();
    const found = existing.addIfNew(each);
    if (found === 'new') added.push(each);
    else if (found !== 'duplicate' && found.id !== undefined)
      versions.set(found.id, versions.get(found.id) ?? each);
  }
  return { added: added.sort((a, b) => a.date.getTime() - b.date.getTime()), versions };
}

/** Keeps the first date. Many publishers set a new one on every edit, which would move the article to the top again. */
const getPubDate = (row: ExistingRow, { publishedAt }: IncomingArticle) => row.pubDate ?? publishedAt;

function hasChanged(row: ExistingRow, incoming: IncomingArticle): boolean {
  const names = Object.keys(incoming.article) as (keyof ArticleContent)[];
  const isSame = names.every((name) => isDeepStrictEqual(row[name], incoming.article[name]));
  return !isSame || row.pubDate?.getTime() !== getPubDate(row, incoming)?.getTime();
}

/** Waits until no other transaction writes articles, and keeps others waiting until this one ends. */
export async function lockArticles(tx: Transaction): Promise<void> {
  await tx.execute(sql`select pg_advisory_xact_lock(${ADVISORY_LOCKS.articles})`);
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

async function updateArticle(tx: Transaction, row: ExistingRow, incoming: IncomingArticle): Promise<void> {
  await tx
    .update(articles)
    .set({ ...incoming.article, pubDate: getPubDate(row, incoming) })
    .where(eq(articles.id, row.id));
  const [stored] = await tx
    .select({ item: rawItems.item })
    .from(rawItems)
    .where(eq(rawItems.articleId, row.id));
  // Keeps the first date in the raw item too, so that resanitizing does not change the article.
  const item = { ...incoming.raw, ...(row.pubDate && stored ? { published: stored.item.published } : {}) };
  await tx
    .insert(rawItems)
    .values({ articleId: row.id, item })
    .onConflictDoUpdate({ target: rawItems.articleId, set: { item } });
}

/** An article with the one that reported its story first, if another source did. */
export type AddedArticle = IncomingArticle & { leadId: number | null };

async function addLeads(
  tx: Transaction,
  sourceId: number,
  added: readonly IncomingArticle[],
): Promise<AddedArticle[]> {
  const reports = added.flatMap(({ key, publishedAt, article }) =>
    publishedAt === null ? [] : [{ ...article, key, date: publishedAt }],
  );
  const leads = await findLeads(tx, sourceId, reports);
  return added.map((each) => ({ ...each, leadId: leads.get(each.key) ?? null }));
}

/** A batch is one statement. Building it blocks the server, so its size is limited. */
const MAX_BATCH_ARTICLES = 100;
const MAX_BATCH_LENGTH = 500_000;

async function insertArticles(
  tx: Transaction,
  sourceId: number,
  added: readonly AddedArticle[],
  now: Date,
): Promise<void> {
  let batch: string[] = [];
  let length = 0;
  for (const [index, { key, article, publishedAt, raw, leadId }] of added.entries()) {
    const json = JSON.stringify({ ...article, key, pubDate: publishedAt, leadId, item: raw });
    batch.push(json);
    length += json.length;
    const isFull = batch.length === MAX_BATCH_ARTICLES || length >= MAX_BATCH_LENGTH;
    if (!isFull && index < added.length - 1) continue;
    await tx.execute(insertBatch(sourceId, batch, now));
    batch = [];
    length = 0;
  }
}

/** Inserts articles and their raw items in the given order. Has one parameter instead of one per column and article. */
const insertBatch = (sourceId: number, batch: readonly string[], now: Date) => sql`
  with incoming as (
    select * from jsonb_to_recordset(${`[${batch.join()}]`}::jsonb) as (
      key text, title text, content text, excerpt text, link text, "imageUrl" text, "pubDate" timestamptz,
      creator text, sector text, category text, symbols text[], "companyNames" text, "leadId" int,
      item jsonb
    )
  ), inserted as (
    insert into articles (
      source_id, key, title, content, excerpt, link, image_url, pub_date, creator, sector, category, symbols,
      company_names, lead_id, fetched_at
    )
    select
      ${sourceId}::int, key, title, content, excerpt, link, "imageUrl", "pubDate", creator, sector, category, symbols,
      "companyNames", "leadId", ${now.toISOString()}::timestamptz
    from incoming
    returning id, key
  )
  insert into raw_items (article_id, item)
  select inserted.id, incoming.item from inserted join incoming using (key)`;

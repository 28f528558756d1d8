import { isDeepStrictEqual } from 'node:util';
import { asc, eq, gt } from 'drizzle-orm';
import type { EditingTools, PrepareItem } from '#server/domains/news/ingest/feed-pipeline.ts';
import { articles, newsSources, rawItems } from '#server/domains/news/news.tables.ts';
import type { Database, Transaction } from '#server/platform/database.ts';
import { takeTurns } from './store-items.ts';
import { type ArticleContent, articleOf } from './to-article.ts';

export interface Resanitised {
  checked: number;
  changed: number;
  /** Nothing of their text may be shown any more; the items as they came are kept. */
  emptied: number;
}

const ARTICLES_AT_ONCE = 100;

/**
 * Makes every article anew from its item as it came, by today's rules, a transaction a batch. It can be broken off and
 * begun again: what is up to date is not written. `report` is told the last article's id after each batch.
 */
export async function resanitise(
  database: Database,
  tools: EditingTools & { prepareItem: PrepareItem },
  { afterId = 0, report = () => {} }: { afterId?: number; report?: (lastId: number) => void } = {},
): Promise<Resanitised> {
  const total = { checked: 0, changed: 0, emptied: 0 };
  for (let lastId: number | null = afterId; lastId !== null; ) {
    const from: number = lastId;
    lastId = await database.transaction(async (tx, announce) => {
      const batch = await resanitiseBatch(tx, from, tools);
      if (batch.changed > 0) announce('news');
      total.checked += batch.checked;
      total.changed += batch.changed;
      total.emptied += batch.emptied;
      return batch.lastId;
    });
    if (lastId !== null) report(lastId);
  }
  return total;
}

async function resanitiseBatch(
  tx: Transaction,
  afterId: number,
  tools: EditingTools & { prepareItem: PrepareItem },
): Promise<Resanitised & { lastId: number | null }> {
  await takeTurns(tx);
  const rows = await tx
    .select({
      article: articles,
      raw: rawItems.item,
      isSummaryOnly: newsSources.isSummaryOnly,
      url: newsSources.url,
    })
    .from(rawItems)
    .innerJoin(articles, eq(articles.id, rawItems.articleId))
    .innerJoin(newsSources, eq(newsSources.id, articles.sourceId))
    .where(gt(rawItems.articleId, afterId))
    .orderBy(asc(rawItems.articleId))
    .limit(ARTICLES_AT_ONCE);
  const batch = { checked: rows.length, changed: 0, emptied: 0, lastId: rows.at(-1)?.article.id ?? null };
  for (const { article, raw, isSummaryOnly, url } of rows) {
    const prepared = tools.prepareItem(raw, { isSummaryOnly, now: article.fetchedAt, baseUrl: url });
    if (!prepared) batch.emptied += 1;
    const next = prepared
      ? { ...articleOf(prepared, tools), pubDate: prepared.publishedAt }
      : { ...EMPTIED, pubDate: article.pubDate };
    if (!isOther(article, next)) continue;
    batch.changed += 1;
    await tx.update(articles).set(next).where(eq(articles.id, article.id));
  }
  return batch;
}

const EMPTIED: Partial<ArticleContent> = { content: '', excerpt: '', link: null, imageUrl: null };

function isOther(article: typeof articles.$inferSelect, next: Partial<typeof articles.$inferSelect>) {
  const names = Object.keys(next) as (keyof typeof next)[];
  return names.some((name) => !isDeepStrictEqual(article[name], next[name]));
}

import { isDeepStrictEqual } from 'node:util';
import { asc, eq, gt } from 'drizzle-orm';
import type { Database, Transaction } from '#core/server/platform/database.ts';
import type { ArticleContent, convertItem } from '#features/news/server/feed/to-article.ts';
import { articles, newsSources, rawItems } from '#features/news/server/news.tables.ts';
import { flushSearchIndex, lockArticles } from './store-items.ts';

export interface ResanitizeResult {
  checked: number;
  changed: number;
  /** The articles whose text may no longer be shown. Their raw items stay stored. */
  emptied: number;
}

export type ConvertItem = typeof convertItem;

const BATCH_SIZE = 100;

/**
 * Rebuilds every article from its raw item with the current rules, one transaction per batch. It can be interrupted and
 * resumed: articles that are up to date are not written. `report` receives the last article's id after each batch. `record` runs
 * in the transaction of the first one.
 */
export async function resanitizeArticles(
  database: Database,
  pipeline: { convertItem: ConvertItem },
  {
    afterId = 0,
    report = () => {},
    record = async () => {},
  }: {
    afterId?: number;
    report?: (lastId: number) => void;
    record?: (tx: Transaction) => Promise<void>;
  } = {},
): Promise<ResanitizeResult> {
  const total = { checked: 0, changed: 0, emptied: 0 };
  for (let lastId: number | null = afterId; lastId !== null; ) {
    const from: number = lastId;
    lastId = await database.transaction(async (tx, announce) => {
      if (from === afterId) await record(tx);
      const batch = await resanitizeBatch(tx, from, pipeline);
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

async function resanitizeBatch(
  tx: Transaction,
  afterId: number,
  pipeline: { convertItem: ConvertItem },
): Promise<ResanitizeResult & { lastId: number | null }> {
  await lockArticles(tx);
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
    .limit(BATCH_SIZE);
  const batch = { checked: rows.length, changed: 0, emptied: 0, lastId: rows.at(-1)?.article.id ?? null };
  for (const { article, raw, isSummaryOnly, url } of rows) {
    const converted = pipeline.convertItem(raw, { isSummaryOnly, now: article.fetchedAt, baseUrl: url });
    if (!converted) batch.emptied += 1;
    const next = converted
      ? { ...converted.article, pubDate: converted.publishedAt }
      : { ...EMPTIED, pubDate: article.pubDate };
    if (!hasChanges(article, next)) continue;
    batch.changed += 1;
    await tx.update(articles).set(next).where(eq(articles.id, article.id));
  }
  if (batch.changed > 0) await flushSearchIndex(tx);
  return batch;
}

const EMPTIED: Partial<ArticleContent> = { content: '', excerpt: '', link: null, imageUrl: null };

function hasChanges(article: typeof articles.$inferSelect, next: Partial<typeof articles.$inferSelect>) {
  const names = Object.keys(next) as (keyof typeof next)[];
  return names.some((name) => !isDeepStrictEqual(article[name], next[name]));
}

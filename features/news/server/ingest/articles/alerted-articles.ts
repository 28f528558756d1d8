import { eq } from 'drizzle-orm';
import { addMilliseconds, HOUR, MINUTE, SECOND } from '#core/server/platform/clock.ts';
import { isOneOf } from '#core/server/platform/database/parameters.ts';
import type { Queryable, Transaction } from '#core/server/platform/database.ts';
import { enqueue } from '#core/server/platform/jobs/enqueue.ts';
import { defineQueue } from '#core/server/platform/jobs/queue.ts';
import { articles, newsSources } from '#features/news/server/news.tables.ts';
import { findRows } from './duplicates.ts';
import type { AddedArticle } from './store-items.ts';

/** New articles about companies, each the first report of its story. */
export interface NewsAlert {
  articleIds: number[];
}

/** A job for the new articles of one fetch. The alerts feature handles them. */
export const newsAlertQueue = defineQueue<NewsAlert>('news-alert', {
  timeLimitMs: 10 * MINUTE,
  retries: { maxAttempts: 8, firstDelayMs: 5 * SECOND, longestDelayMs: 10 * MINUTE },
});

/** Most feeds are fetched more often. What is older is no news. */
const FRESH_MS = 6 * HOUR;

/**
 * Queues the alerts of the articles that a fetch added. Old ones cause none, nor does the first fetch of a source, which adds all that its
 * feed has, nor an article whose story another source has reported.
 */
export async function queueNewsAlerts(
  tx: Transaction,
  source: { id: number; lastSuccessAt: Date | null },
  added: readonly AddedArticle[],
  now: Date,
): Promise<void> {
  if (source.lastSuccessAt === null) return;
  const since = addMilliseconds(now, -FRESH_MS);
  const fresh = added.filter(
    ({ publishedAt, symbols, leadId }) =>
      publishedAt !== null && publishedAt >= since && symbols.length > 0 && leadId === null,
  );
  if (fresh.length === 0) return;
  const rows = await findRows(tx, source.id, { keys: fresh.map(({ key }) => key) });
  await enqueue(tx, newsAlertQueue, { articleIds: rows.map(({ id }) => id) });
}

/** An article of which customers may be alerted, as it is now. */
export interface AlertedArticle {
  id: number;
  title: string;
  source: string;
  pubDate: Date | null;
  symbols: string[];
}

export async function readAlertedArticles(
  db: Queryable,
  ids: readonly number[],
): Promise<Map<number, AlertedArticle>> {
  if (ids.length === 0) return new Map();
  const { id, title, pubDate, symbols } = articles;
  const rows = await db
    .select({ id, title, pubDate, symbols, source: newsSources.name })
    .from(articles)
    .innerJoin(newsSources, eq(newsSources.id, articles.sourceId))
    .where(isOneOf(id, ids));
  return new Map(rows.map((row) => [row.id, row]));
}

import { queueFetches } from '#server/domains/news/ingest/source-queue.ts';
import { isUniqueViolation, type Transaction } from '#server/platform/database.ts';
import { sourceNameTaken, sourceUrlTaken } from './sources.errors.ts';
import { insertSource, type SourceWithCount } from './sources.queries.ts';

/** Adds a source, which is fetched immediately. Throws `sourceNameTaken` and `sourceUrlTaken`. */
export async function addSource(
  tx: Transaction,
  source: { name: string; url: string; isSummaryOnly: boolean },
  now: Date,
): Promise<SourceWithCount> {
  const row = await translateUniqueViolation(
    insertSource(tx, { ...source, url: normalizeFeedUrl(source.url), createdAt: now, nextFetchAt: now }),
  );
  await queueFetches(tx, [row.id]);
  return { ...row, articleCount: 0 };
}

/** Converts a violated unique constraint to the field's error. */
export async function translateUniqueViolation<T>(write: Promise<T>): Promise<T> {
  try {
    return await write;
  } catch (error) {
    if (isUniqueViolation(error, 'news_sources_name_unique')) throw sourceNameTaken(error);
    if (isUniqueViolation(error, 'news_sources_url_unique')) throw sourceUrlTaken(error);
    throw error;
  }
}

/** Normalizes a feed URL, so that no feed is added twice. Removes the fragment, which is never sent. */
export function normalizeFeedUrl(text: string): string {
  const url = new URL(text);
  url.hash = '';
  return url.href;
}

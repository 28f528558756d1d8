import { type Clock, DAY } from '#core/server/platform/clock.ts';
import type { Database } from '#core/server/platform/database.ts';
import type { Logger } from '#core/server/platform/logger.ts';
import type { FetchedResponse, GuardedFetch } from '#core/server/platform/outbound/guarded-fetch.ts';
import type { ParseFeedOptions } from '#features/news/server/feed/feed.ts';
import { createFeedParser, type ParsedFeed } from '#features/news/server/feed/parse-in-worker.ts';
import { convertItem } from '#features/news/server/feed/to-article.ts';
import { queueNewsAlerts } from './articles/alerted-articles.ts';
import { type StoreResult, storeItems } from './articles/store-items.ts';
import {
  createInternalError,
  createStatusError,
  FetchError,
  toConnectionError,
  toParseError,
} from './fetch-error.ts';
import {
  type LeasedSource,
  lockLease,
  parseRetryAfter,
  releaseLease,
  scheduleAfterFailure,
  scheduleAfterSuccess,
  scheduleAfterUnchanged,
} from './schedule.ts';

/** The steps of fetching a source, injected so that tests can replace them. */
export interface FeedPipeline {
  /** Resolves with any status. */
  fetch(
    url: string,
    options: { headers: Record<string, string>; signal?: AbortSignal },
  ): Promise<FetchedResponse>;
  parseFeed(body: Buffer, options: ParseFeedOptions): Promise<StorableFeed>;
  /** Returns a number from 0 to below 1. */
  random(): number;
}

type StorableFeed = Pick<ParsedFeed, 'ttlMinutes' | 'items' | 'rejected'>;

export const createFeedPipeline = (fetch: GuardedFetch) => ({
  fetch,
  parseFeed: createFeedParser(),
  convertItem,
  random: Math.random,
});

export interface IngestDependencies {
  database: Database;
  clock: Clock;
  logger: Logger;
  pipeline: FeedPipeline;
}

/** The result of fetching a source once. */
export type FetchResult =
  | { kind: 'fetched'; new: number; existing: number; rejected: number }
  | { kind: 'failed'; error: string }
  /** Aborted, or the lease expired or was revoked: nothing was stored. */
  | { kind: 'abandoned' };

/** No real feed needs more; further items count as rejected. */
const MAX_ITEMS = 1000;

interface FetchOptions {
  signal?: AbortSignal | undefined;
  /** No caller waits for the result. */
  isBackground?: boolean;
}

/** Fetches a leased source, stores its new articles, and records the result and the time of the next fetch. */
export async function fetchSource(
  source: LeasedSource,
  dependencies: IngestDependencies,
  { signal, isBackground = false }: FetchOptions = {},
): Promise<FetchResult> {
  try {
    const { headers, feed } = await fetchFeed(source, dependencies, signal);
    return feed
      ? await storeFeed(source, { headers, feed, isBackground }, dependencies)
      : await recordUnchanged(source, headers, dependencies);
  } catch (error) {
    if (signal?.aborted) {
      await releaseLease(dependencies.database.db, source);
      return { kind: 'abandoned' };
    }
    return recordFailure(
      source,
      error instanceof FetchError ? error : createInternalError(error),
      dependencies,
    );
  }
}

/** Fetches and parses the feed. `feed` is `null` if it has not changed (304). */
async function fetchFeed(
  source: LeasedSource,
  { clock, pipeline }: IngestDependencies,
  signal?: AbortSignal,
): Promise<{ headers: Headers; feed: StorableFeed | null }> {
  const conditions = getConditionalHeaders(source, clock.now());
  const { status, headers, body, url } = await pipeline
    .fetch(source.url, { headers: conditions, ...(signal ? { signal } : {}) })
    .catch((error) => {
      throw toConnectionError(error);
    });
  if (status === 304 && Object.keys(conditions).length > 0) return { headers, feed: null };
  if (status < 200 || status > 299) {
    throw createStatusError(status, parseRetryAfter(headers.get('retry-after'), clock.now()));
  }
  const { isSummaryOnly } = source;
  const feed = await pipeline
    .parseFeed(body, {
      contentType: headers.get('content-type'),
      contentLocation: headers.get('content-location'),
      url,
      isSummaryOnly,
      now: clock.now(),
    })
    .catch((error) => {
      throw toParseError(error);
    });
  return { headers, feed };
}

/** Some servers respond 304 to every conditional request, so the feed itself is fetched once a day. */
const MAX_UNCHANGED_MS = DAY;

function getConditionalHeaders(
  { etag, lastModified, lastFullFetchAt }: LeasedSource,
  now: Date,
): Record<string, string> {
  if (lastFullFetchAt === null || now.getTime() - lastFullFetchAt.getTime() >= MAX_UNCHANGED_MS) return {};
  return {
    ...(etag === null ? {} : { 'If-None-Match': etag }),
    ...(lastModified === null ? {} : { 'If-Modified-Since': lastModified }),
  };
}

async function storeFeed(
  source: LeasedSource,
  { headers, feed, isBackground }: { headers: Headers; feed: StorableFeed; isBackground: boolean },
  { database, clock, pipeline }: IngestDependencies,
): Promise<FetchResult> {
  const items = feed.items.slice(0, MAX_ITEMS);
  const rejected = feed.rejected + feed.items.length - items.length;
  const now = clock.now();
  const stored = await database.transaction(async (tx, announce): Promise<StoreResult | null> => {
    if (!(await lockLease(tx, source))) return null;
    const result = await storeItems(tx, source, items, now);
    await queueNewsAlerts(tx, source, result.added, now);
    if (result.hasChanges) announce('news', { staleWhileRevalidate: isBackground });
    await releaseLease(tx, source, {
      ...toSuccessState(now),
      lastFullFetchAt: now,
      ...(result.new > 0 ? { lastNewAt: now } : {}),
      etag: headers.get('etag'),
      lastModified: headers.get('last-modified'),
      lastNew: result.new,
      lastExisting: result.existing,
      lastRejected: rejected,
      nextFetchAt: scheduleAfterSuccess(
        now,
        { ttlMinutes: feed.ttlMinutes, cacheControl: headers.get('cache-control') },
        pipeline.random,
      ),
    });
    return result;
  });
  return stored
    ? { kind: 'fetched', new: stored.new, existing: stored.existing, rejected }
    : { kind: 'abandoned' };
}

/** Counts all articles of the last fetch as existing. */
async function recordUnchanged(
  source: LeasedSource,
  headers: Headers,
  { database, clock, pipeline }: IngestDependencies,
): Promise<FetchResult> {
  const now = clock.now();
  const existing = source.lastNew + source.lastExisting;
  const wasHeld = await releaseLease(database.db, source, {
    ...toSuccessState(now),
    lastNew: 0,
    lastExisting: existing,
    nextFetchAt: scheduleAfterUnchanged(
      now,
      { lastWaitMs: getLastWaitMs(source), cacheControl: headers.get('cache-control') },
      pipeline.random,
    ),
  });
  return wasHeld
    ? { kind: 'fetched', new: 0, existing, rejected: source.lastRejected }
    : { kind: 'abandoned' };
}

/** Returns the wait that the last success scheduled, or 0 if the last fetch failed. */
function getLastWaitMs({ failuresInARow, lastSuccessAt, nextFetchAt }: LeasedSource): number {
  if (failuresInARow > 0 || lastSuccessAt === null) return 0;
  return nextFetchAt.getTime() - lastSuccessAt.getTime();
}

const toSuccessState = (now: Date) => ({ lastSuccessAt: now, lastError: null, failuresInARow: 0 });

async function recordFailure(
  source: LeasedSource,
  error: FetchError,
  { database, clock, logger, pipeline }: IngestDependencies,
): Promise<FetchResult> {
  const { id, name } = source;
  const failures = source.failuresInARow + 1;
  const context = { err: error, source: { id, name }, failures };
  if (error.isInternal) logger.error(context, 'fetching a news source failed with an internal error');
  else if (error.isGone) logger.warn(context, 'news source disabled: the publisher has removed the feed');
  else logger.warn(context, 'fetching a news source failed');
  const now = clock.now();
  const wasHeld = await releaseLease(database.db, source, {
    lastError: error.message,
    failuresInARow: failures,
    ...(error.isGone ? { isEnabled: false } : {}),
    nextFetchAt: scheduleAfterFailure(now, { failures, retryAfterMs: error.retryAfterMs }, pipeline.random),
  });
  return wasHeld ? { kind: 'failed', error: error.message } : { kind: 'abandoned' };
}

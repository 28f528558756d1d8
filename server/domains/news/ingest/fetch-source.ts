import type { Clock } from '#server/platform/clock.ts';
import type { Database } from '#server/platform/database.ts';
import type { Logger } from '#server/platform/logger.ts';
import { type Stored, storeItems } from './articles/store-items.ts';
import type { FeedPipeline, ReadFeed } from './feed-pipeline.ts';
import { ReadingFailure, refusedAnswer, unexpected, unreadableFeed, withoutAnswer } from './fetch-failure.ts';
import { endLease, holdLease, type LeasedSource } from './lease.ts';
import { nextAfterFailure, nextAfterSuccess, nextAfterUnchanged, readRetryAfter } from './next-fetch.ts';

export interface ReadingParts {
  database: Database;
  clock: Clock;
  logger: Logger;
  tools: FeedPipeline;
}

/** What came of reading a source once. */
export type FetchResult =
  | { kind: 'read'; new: number; known: number; refused: number }
  | { kind: 'failed'; error: string }
  /** Told to stop, or the lease ended or was taken away meanwhile: nothing was stored. */
  | { kind: 'given-up' };

/** No feed needs more; what one lists beyond counts as refused. */
const MAX_ITEMS = 1000;

/** Reads a source that is leased: asks the outlet, stores what is new, and writes down how it went and when to ask again. */
export async function readSource(
  source: LeasedSource,
  parts: ReadingParts,
  signal?: AbortSignal,
): Promise<FetchResult> {
  try {
    const answer = await ask(source, parts, signal);
    return answer.feed
      ? await keep(source, answer.headers, answer.feed, parts)
      : await keepUnchanged(source, answer.headers, parts);
  } catch (error) {
    if (signal?.aborted) {
      await endLease(parts.database.db, source);
      return { kind: 'given-up' };
    }
    return noteFailure(source, error instanceof ReadingFailure ? error : unexpected(error), parts);
  }
}

type ReadableFeed = Awaited<ReturnType<ReadFeed>>;

/** What the outlet answers; no feed when it has not changed. */
async function ask(
  source: LeasedSource,
  { clock, tools }: ReadingParts,
  signal?: AbortSignal,
): Promise<{ headers: Headers; feed: ReadableFeed | null }> {
  const { status, headers, body, url } = await tools
    .fetch(source.url, { headers: conditionalHeaders(source), ...(signal ? { signal } : {}) })
    .catch((error) => {
      throw withoutAnswer(error);
    });
  if (status === 304) return { headers, feed: null };
  if (status < 200 || status > 299) {
    throw refusedAnswer(status, readRetryAfter(headers.get('retry-after'), clock.now()));
  }
  const { isSummaryOnly } = source;
  const feed = await tools
    .readFeed(body, { contentType: headers.get('content-type'), url, isSummaryOnly, now: clock.now() })
    .catch((error) => {
      throw unreadableFeed(error);
    });
  return { headers, feed };
}

function conditionalHeaders({ etag, lastModified }: LeasedSource): Record<string, string> {
  return {
    ...(etag === null ? {} : { 'If-None-Match': etag }),
    ...(lastModified === null ? {} : { 'If-Modified-Since': lastModified }),
  };
}

async function keep(
  source: LeasedSource,
  headers: Headers,
  feed: ReadableFeed,
  { database, clock, tools }: ReadingParts,
): Promise<FetchResult> {
  const items = feed.items.slice(0, MAX_ITEMS);
  const refused = feed.refused + feed.items.length - items.length;
  const now = clock.now();
  const stored = await database.transaction(async (tx, announce): Promise<Stored | null> => {
    if (!(await holdLease(tx, source))) return null;
    const result = await storeItems(tx, source, items, now, tools);
    if (result.isChanged) announce('news');
    await endLease(tx, source, {
      ...successAt(now),
      etag: headers.get('etag'),
      lastModified: headers.get('last-modified'),
      lastNew: result.new,
      lastKnown: result.known,
      lastRefused: refused,
      nextFetchAt: nextAfterSuccess(
        now,
        { ttlMinutes: feed.ttlMinutes, cacheControl: headers.get('cache-control') },
        tools.random,
      ),
    });
    return result;
  });
  return stored ? { kind: 'read', new: stored.new, known: stored.known, refused } : { kind: 'given-up' };
}

/** What the last reading found new is known by now. */
async function keepUnchanged(
  source: LeasedSource,
  headers: Headers,
  { database, clock, tools }: ReadingParts,
): Promise<FetchResult> {
  const now = clock.now();
  const known = source.lastNew + source.lastKnown;
  const isHeld = await endLease(database.db, source, {
    ...successAt(now),
    lastNew: 0,
    lastKnown: known,
    nextFetchAt: nextAfterUnchanged(
      now,
      { lastWaitMs: lastWaitMs(source), cacheControl: headers.get('cache-control') },
      tools.random,
    ),
  });
  return isHeld ? { kind: 'read', new: 0, known, refused: source.lastRefused } : { kind: 'given-up' };
}

/** How long the last success let the source wait; nothing is known of it after a failure. */
function lastWaitMs({ failuresInARow, lastSuccessAt, nextFetchAt }: LeasedSource): number {
  if (failuresInARow > 0 || lastSuccessAt === null) return 0;
  return nextFetchAt.getTime() - lastSuccessAt.getTime();
}

const successAt = (now: Date) => ({ lastSuccessAt: now, lastError: null, failuresInARow: 0 });

async function noteFailure(
  source: LeasedSource,
  failure: ReadingFailure,
  { database, clock, logger, tools }: ReadingParts,
): Promise<FetchResult> {
  const { id, name } = source;
  const failures = source.failuresInARow + 1;
  const line = { err: failure, source: { id, name }, failures };
  if (failure.isOurs) logger.error(line, 'reading a news source failed');
  else logger.warn(line, 'a news source could not be read');
  const now = clock.now();
  const isHeld = await endLease(database.db, source, {
    lastError: failure.message,
    failuresInARow: failures,
    nextFetchAt: nextAfterFailure(now, { failures, retryAfterMs: failure.retryAfterMs }, tools.random),
  });
  return isHeld ? { kind: 'failed', error: failure.message } : { kind: 'given-up' };
}

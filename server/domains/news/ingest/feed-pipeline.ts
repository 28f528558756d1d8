import type { FeedItem } from '#server/domains/news/feed/feed.ts';
import { type PrepareOptions, prepareItem } from '#server/domains/news/feed/parse/prepare-item.ts';
import { createFeedParser } from '#server/domains/news/feed/parse-in-worker.ts';
import { type FeedArticle, toArticle } from '#server/domains/news/feed/to-article.ts';
import type { GuardedFetch } from '#server/platform/outbound/guarded-fetch.ts';

/**
 * Sends a request to a publisher. Resolves with any status; rejects with an error that has a `code` if there is no
 * response.
 */
export type FetchFeed = (
  url: string,
  options: { headers: Record<string, string>; signal?: AbortSignal },
) => Promise<{ status: number; headers: Headers; body: Buffer; url: string }>;

/** Parses a response body into articles that are safe to store. Errors have a `code` and a message for the operator. */
export type ParseFeed = (
  body: Buffer,
  options: {
    contentType: string | null;
    contentLocation: string | null;
    url: string;
    isSummaryOnly: boolean;
    now: Date;
  },
) => Promise<{ ttlMinutes: number | null; items: FeedArticle[]; rejected: number }>;

/** Converts one item to an article that is safe to store; returns `null` if none of it can be shown. */
export type ConvertItem = (item: FeedItem, options: PrepareOptions) => FeedArticle | null;

/** The steps of fetching a source, injected so that tests can replace them. */
export interface FeedPipeline {
  fetch: FetchFeed;
  parseFeed: ParseFeed;
  /** Returns a number from 0 to below 1. */
  random: () => number;
}

export function createFeedPipeline(fetch: GuardedFetch): FeedPipeline & { convertItem: ConvertItem } {
  return { fetch, parseFeed: createFeedParser(), convertItem, random: Math.random };
}

const convertItem: ConvertItem = (item, options) => {
  const prepared = prepareItem(item, options);
  return prepared && toArticle(prepared);
};

import { classify } from '#server/domains/news/classify/classify.ts';
import type { FeedItem, PreparedItem } from '#server/domains/news/feed/feed.ts';
import { prepareItem } from '#server/domains/news/feed/parse/prepare-item.ts';
import { createFeedParser } from '#server/domains/news/feed/parse-in-worker.ts';
import { htmlToText, toExcerpt } from '#server/domains/news/feed/sanitize/html-to-text.ts';
import type { GuardedFetch } from '#server/platform/outbound/guarded-fetch.ts';

/**
 * Sends a request to a publisher. Resolves with any status; rejects with an error that has a `code` if there is no
 * response.
 */
export type FetchFeed = (
  url: string,
  options: { headers: Record<string, string>; signal?: AbortSignal },
) => Promise<{ status: number; headers: Headers; body: Buffer; url: string }>;

/** Parses a response body into items that are safe to store. Errors have a `code` and a message for the operator. */
export type ParseFeed = (
  body: Buffer,
  options: {
    contentType: string | null;
    contentLocation: string | null;
    url: string;
    isSummaryOnly: boolean;
    now: Date;
  },
) => Promise<{ ttlMinutes: number | null; items: PreparedItem[]; rejected: number }>;

/** Makes one item safe to store; returns `null` if none of it can be shown. */
export type PrepareItem = (
  item: FeedItem,
  options: { isSummaryOnly: boolean; now: Date; baseUrl: string | null },
) => PreparedItem | null;

/** The steps that turn a prepared item into an article. */
export interface ArticlePipeline {
  htmlToText: (html: string) => string;
  toExcerpt: (html: string) => string;
  classify: (item: { title: string; text: string; feedCategories: string[] }) => {
    sector: string | null;
    category: string;
    symbols: string[];
  };
}

/** The steps of fetching a source, injected so that tests can replace them. */
export interface FeedPipeline extends ArticlePipeline {
  fetch: FetchFeed;
  parseFeed: ParseFeed;
  /** Returns a number from 0 to below 1. */
  random: () => number;
}

export function createFeedPipeline(fetch: GuardedFetch): FeedPipeline & { prepareItem: PrepareItem } {
  return {
    fetch,
    parseFeed: createFeedParser(),
    prepareItem,
    htmlToText,
    toExcerpt,
    classify,
    random: Math.random,
  };
}

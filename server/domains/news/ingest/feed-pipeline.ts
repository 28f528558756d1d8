import type { FeedItem, PreparedItem } from '#server/domains/news/feed/feed.ts';

/** Calls an outlet; any status is an answer, and what gives none is an error with a `code`. */
export type FetchFeed = (
  url: string,
  options: { headers: Record<string, string>; signal?: AbortSignal },
) => Promise<{ status: number; headers: Headers; body: Buffer; url: string }>;

/** Makes an answer into items that are safe to keep; throws errors whose `code` and message are for the operator. */
export type ReadFeed = (
  body: Buffer,
  options: { contentType: string | null; url: string; isSummaryOnly: boolean; now: Date },
) => Promise<{ ttlMinutes: number | null; items: PreparedItem[]; refused: number }>;

/** Makes one item safe to keep; `null` when there is nothing to keep. */
export type PrepareItem = (
  item: FeedItem,
  options: { isSummaryOnly: boolean; now: Date; baseUrl: string | null },
) => PreparedItem | null;

/** What turns a prepared item into an article. */
export interface EditingTools {
  textOf: (html: string) => string;
  excerptOf: (html: string) => string;
  classify: (item: { title: string; text: string; feedCategories: string[] }) => {
    sector: string | null;
    category: string;
    symbols: string[];
  };
}

/** What reading a source takes, handed in so that tests can bring their own. */
export interface FeedPipeline extends EditingTools {
  fetch: FetchFeed;
  readFeed: ReadFeed;
  /** From 0 to below 1. */
  random: () => number;
}

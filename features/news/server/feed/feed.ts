/** One item of a feed, untrusted. */
export interface FeedItem {
  /** The feed's own identifier of the item. */
  guid: string | null;
  link: string | null;
  title: string | null;
  /** Raw HTML. */
  content: string | null;
  summary: string | null;
  imageUrl: string | null;
  /** The date in the feed's own format. */
  published: string | null;
  creator: string | null;
  categories: string[];
  /** The base of relative URLs, if it is not the URL of the feed. */
  baseUrl?: string | null;
  /** The language of the feed, such as `en-pk`. */
  language?: string | null;
}

export interface Feed {
  format: 'rss' | 'atom' | 'rdf' | 'json' | 'mettis';
  title: string | null;
  language: string | null;
  /** The minimum interval between fetches that the feed asks for. */
  ttlMinutes: number | null;
  items: FeedItem[];
}

/** One item, safe to store and to show. */
export interface PreparedItem {
  /** Identifies the article within its source: a hash of the GUID, else of the link, else of the title and date. */
  key: string;
  title: string;
  link: string | null;
  /** Sanitized HTML; one or two paragraphs if the source is summary only. */
  content: string;
  /** The beginning of the text of the content, in one line. */
  text: string;
  imageUrl: string | null;
  /** Is `null` if the date is invalid or too far in the future. */
  publishedAt: Date | null;
  creator: string | null;
  feedCategories: string[];
  /** The item that it was prepared from. */
  raw: FeedItem;
}

/** A feed of prepared items. */
export interface PreparedFeed extends Omit<Feed, 'items' | 'language'> {
  items: PreparedItem[];
  /** The number of items without a title and text. */
  rejected: number;
}

export interface ParseFeedOptions {
  contentType: string | null;
  /** The response's own URL, which relative URLs refer to (`Content-Location`). */
  contentLocation?: string | null;
  url: string;
  isSummaryOnly: boolean;
  now: Date;
}

export type FeedErrorCode = 'not_a_feed' | 'too_slow' | 'broken';

/** A feed that cannot be parsed. The message tells the operator why and what to do. */
export class FeedError extends Error {
  override readonly name = 'FeedError';
  readonly code: FeedErrorCode;

  constructor(code: FeedErrorCode, message: string, options?: ErrorOptions) {
    super(message, options);
    this.code = code;
  }
}

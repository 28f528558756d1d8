/** One item as a feed has it, before anything in it is trusted. */
export interface FeedItem {
  /** The feed's own identifier of the item. */
  guid: string | null;
  link: string | null;
  title: string | null;
  /** HTML as it came. */
  content: string | null;
  summary: string | null;
  imageUrl: string | null;
  /** The date as the feed writes it. */
  published: string | null;
  creator: string | null;
  categories: string[];
}

export interface Feed {
  format: 'rss' | 'atom' | 'rdf' | 'json' | 'mettis';
  title: string | null;
  /** How long the feed asks to be left alone, in minutes. */
  ttlMinutes: number | null;
  items: FeedItem[];
}

/** One item made safe to keep and to show. */
export interface PreparedItem {
  /** Names the article within its source: a hash of the guid, else of the link, else of the title and date. */
  key: string;
  title: string;
  link: string | null;
  /** Sanitised HTML; a paragraph or two when the source is summary only. */
  content: string;
  imageUrl: string | null;
  /** `null` when the date cannot be read or lies in the future beyond belief. */
  publishedAt: Date | null;
  creator: string | null;
  feedCategories: string[];
  /** What it was made of. */
  raw: FeedItem;
}

/** A feed whose items are safe. */
export interface PreparedFeed extends Omit<Feed, 'items'> {
  items: PreparedItem[];
  /** How many items had nothing to be shown by. */
  refused: number;
}

export interface ReadFeedOptions {
  contentType: string | null;
  url: string;
  isSummaryOnly: boolean;
  now: Date;
}

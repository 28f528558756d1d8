import type { FeedItem, PreparedItem } from '#features/news/server/feed/feed.ts';
import { htmlToText } from '#features/news/server/feed/sanitize/html-to-text.ts';
import { type FeedArticle, toArticle } from '#features/news/server/feed/to-article.ts';
import type { FeedPipeline } from '#features/news/server/news.ts';

/** A simulated response. Parsing its body returns `items`. */
export interface PublisherResponse {
  status?: number;
  headers?: Record<string, string>;
  items?: PreparedItem[];
  rejected?: number;
  ttlMinutes?: number;
  /** Thrown when the body is parsed. */
  parseError?: Error;
}

interface PublisherRequest {
  url: string;
  headers: Record<string, string>;
}

type Handler = (request: PublisherRequest, signal?: AbortSignal) => Promise<PublisherResponse>;

/** Simulated publishers for tests that do not parse real feeds. */
export interface FakePublishers {
  pipeline: FeedPipeline;
  /** Returns the requests since the last call. */
  takeRequests(): PublisherRequest[];
  /** Sets the response of a URL. */
  respond(url: string, response: PublisherResponse | Handler): void;
}

/** Fails a request to a URL that has no response. */
export function createFakePublishers(): FakePublishers {
  const responses = new Map<string, PublisherResponse | Handler>();
  const responseByBody = new Map<Buffer, PublisherResponse>();
  const requests: PublisherRequest[] = [];
  return {
    respond: (url, response) => void responses.set(url, response),
    takeRequests: () => requests.splice(0),
    pipeline: {
      async fetch(url, { headers, signal }) {
        requests.push({ url, headers });
        const found = responses.get(url);
        if (!found) throw new Error(`unexpected outbound request: ${url}`);
        const response = typeof found === 'function' ? await found({ url, headers }, signal) : found;
        const body = Buffer.from('feed');
        responseByBody.set(body, response);
        return { status: response.status ?? 200, headers: new Headers(response.headers), body, url };
      },
      async parseFeed(body) {
        const { items = [], rejected = 0, ttlMinutes = null, parseError } = responseByBody.get(body) ?? {};
        if (parseError) throw parseError;
        return { items: items.map((item) => makeArticle(item)), rejected, ttlMinutes };
      },
      random: () => 0.5,
    },
  };
}

/** Converts an item as the feed parser does, with simple rules for its sector, category and companies. */
export const makeArticle = (
  item: PreparedItem,
  symbols = /lucky cement/i.test(item.title) ? ['LUCK'] : [],
): FeedArticle =>
  toArticle(item, ({ title, feedCategories }) => ({
    sector: /cement/i.test(title) ? 'Cement' : null,
    category: feedCategories[0] ?? 'Markets',
    symbols,
  }));

let itemCount = 0;

/** Makes an item as the feed parser returns it, unique unless a test overrides its fields. */
export function makePreparedItem(item: Partial<PreparedItem> = {}): PreparedItem {
  itemCount += 1;
  const prepared = {
    key: `item-${itemCount}`,
    // Titles of different words, so that no two are similar.
    title: `Headline ${String.fromCharCode(97 + (itemCount % 26)).repeat(3 + (itemCount % 7))} ${itemCount}`,
    link: `https://publisher.example/articles/${itemCount}`,
    content: `<p>Text ${itemCount}</p>`,
    imageUrl: null,
    publishedAt: new Date('2026-11-21T04:00:00Z'),
    creator: null,
    feedCategories: [],
    ...item,
  };
  return {
    ...prepared,
    text: item.text ?? htmlToText(prepared.content),
    raw: item.raw ?? toRawItem(prepared),
  };
}

const toRawItem = (item: Omit<PreparedItem, 'raw' | 'text'>): FeedItem => ({
  guid: item.key,
  link: item.link,
  title: item.title,
  content: item.content,
  summary: null,
  imageUrl: item.imageUrl,
  published: item.publishedAt?.toISOString() ?? null,
  creator: item.creator,
  categories: item.feedCategories,
});

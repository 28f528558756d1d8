import type { PreparedFeed, ReadFeedOptions } from '#server/domains/news/feed/feed.ts';
import { cut, textOf } from '#server/domains/news/feed/sanitize/html-to-text.ts';
import { decodeBody } from './decode-body.ts';
import { parseFeed } from './parse-feed.ts';
import { prepareItem } from './prepare-item.ts';

const MAX_TITLE_LENGTH = 200;

/**
 * All that `readFeed` does, in this thread: a hostile feed can block it for minutes.
 *
 * @throws {FeedError} for what is no feed or is broken.
 */
export function prepareFeed(body: Uint8Array, options: ReadFeedOptions): PreparedFeed {
  const { contentType, url, isSummaryOnly, now } = options;
  const { format, title, ttlMinutes, items } = parseFeed(decodeBody(body, contentType));
  const prepared = items.map((item) => prepareItem(item, { isSummaryOnly, now, baseUrl: url }));
  const kept = prepared.filter((item) => item !== null);
  return {
    format,
    title: cut(textOf(cut(title ?? '', 10 * MAX_TITLE_LENGTH)), MAX_TITLE_LENGTH) || null,
    ttlMinutes,
    items: kept,
    refused: prepared.length - kept.length,
  };
}

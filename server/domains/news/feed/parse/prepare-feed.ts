import type { ParseFeedOptions, PreparedFeed } from '#server/domains/news/feed/feed.ts';
import { truncate } from '#server/domains/news/feed/sanitize/characters.ts';
import { htmlToText } from '#server/domains/news/feed/sanitize/html-to-text.ts';
import { resolveBaseUrl } from './base-url.ts';
import { decodeBody } from './decode-body.ts';
import { parseFeed } from './parse-feed.ts';
import { prepareItem } from './prepare-item.ts';

const MAX_FEED_TITLE_LENGTH = 200;

/**
 * Decodes, parses and sanitizes a feed in the current thread, which a hostile feed can block for minutes: see
 * `createFeedParser`.
 *
 * @throws {FeedError} if the body is not a feed or is malformed.
 */
export function prepareFeed(body: Uint8Array, options: ParseFeedOptions): PreparedFeed {
  const { contentType, url, isSummaryOnly, now } = options;
  const documentUrl = resolveBaseUrl(url, options.contentLocation);
  const { format, title, language, ttlMinutes, items } = parseFeed(
    decodeBody(body, contentType),
    documentUrl,
  );
  const prepared = items.map((item) =>
    prepareItem({ ...item, language }, { isSummaryOnly, now, baseUrl: url }),
  );
  const accepted = prepared.filter((item) => item !== null);
  return {
    format,
    title:
      truncate(htmlToText(truncate(title ?? '', 10 * MAX_FEED_TITLE_LENGTH)), MAX_FEED_TITLE_LENGTH) || null,
    ttlMinutes,
    items: accepted,
    rejected: prepared.length - accepted.length,
  };
}

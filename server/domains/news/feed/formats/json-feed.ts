import { type JsonFeed, parseJsonFeed as parseFeed } from 'feedsmith';
import type { Feed, FeedItem } from '#server/domains/news/feed/feed.ts';
import { FeedError } from '#server/domains/news/feed/feed-error.ts';
import { escapeText } from '#server/domains/news/feed/sanitize/html-to-text.ts';
import { isMettis, mettisFeed } from './mettis.ts';

type JsonItem = Partial<JsonFeed.Item<string>>;

/** JSON Feed, or the list that Mettis Global has instead of a feed. */
export function parseJsonFeed(text: string, maxItems: number): Feed {
  const value = parseJson(text);
  if (isMettis(value)) {
    return mettisFeed(value.slice(0, maxItems));
  }
  try {
    const feed = parseFeed(value, { maxItems });
    return {
      format: 'json',
      title: feed.title ?? null,
      ttlMinutes: null,
      items: (feed.items ?? []).map(feedItem),
    };
  } catch (error) {
    throw new FeedError(
      'not_a_feed',
      'The address answers with JSON that is not a feed. Check that it is the address of the feed itself.',
      { cause: error },
    );
  }
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    throw new FeedError(
      'broken',
      'The feed is broken: its JSON cannot be read. It may be mended at the next reading; tell the outlet if it is not.',
      { cause: error },
    );
  }
}

function feedItem(item: JsonItem): FeedItem {
  return {
    guid: item.id ?? null,
    link: item.url ?? item.external_url ?? null,
    title: escaped(item.title),
    content: item.content_html ?? escaped(item.content_text),
    summary: escaped(item.summary),
    imageUrl: item.image ?? item.banner_image ?? attachedImage(item),
    published: item.date_published ?? item.date_modified ?? null,
    creator: escaped(item.authors?.[0]?.name),
    categories: (item.tags ?? []).map(escapeText),
  };
}

function escaped(text: string | undefined): string | null {
  return text === undefined ? null : escapeText(text);
}

function attachedImage({ attachments }: JsonItem): string | null {
  return attachments?.find(({ mime_type }) => mime_type?.startsWith('image/'))?.url ?? null;
}

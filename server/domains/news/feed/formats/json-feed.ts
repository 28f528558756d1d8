import { type JsonFeed, parseJsonFeed as parseFeed } from 'feedsmith';
import type { Feed, FeedItem } from '#server/domains/news/feed/feed.ts';
import { FeedError } from '#server/domains/news/feed/feed-error.ts';
import { pickCreator } from '#server/domains/news/feed/parse/creator-name.ts';
import { escapeText } from '#server/domains/news/feed/sanitize/html-to-text.ts';
import { convertMettisList, isMettisList } from './mettis.ts';

type JsonItem = Partial<JsonFeed.Item<string>>;

/** Parses a JSON Feed, or the list that Mettis Global publishes instead of a feed. */
export function parseJsonFeed(text: string, maxItems: number, baseUrl: string | null): Feed {
  const value = parseJson(text);
  if (isMettisList(value)) {
    return convertMettisList(value.slice(0, maxItems), baseUrl);
  }
  try {
    const feed = parseFeed(value, { maxItems });
    return {
      format: 'json',
      title: feed.title ?? null,
      language: feed.language ?? null,
      ttlMinutes: null,
      items: (feed.items ?? []).map((item) => ({ ...toFeedItem(item), baseUrl })),
    };
  } catch (error) {
    throw new FeedError(
      'not_a_feed',
      'The URL returns JSON that is not a feed. Check that it is the URL of the feed itself.',
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
      'The feed is malformed: its JSON cannot be parsed. The source is retried automatically; contact the publisher if the problem persists.',
      { cause: error },
    );
  }
}

function toFeedItem(item: JsonItem): FeedItem {
  return {
    guid: item.id ?? null,
    link: item.url ?? item.external_url ?? null,
    title: escapeOptional(item.title),
    content: item.content_html ?? escapeOptional(item.content_text),
    summary: escapeOptional(item.summary),
    imageUrl: item.image ?? item.banner_image ?? findAttachedImage(item),
    published: item.date_published ?? item.date_modified ?? null,
    creator: escapeOptional(pickCreator((item.authors ?? []).map(({ name }) => name)) ?? undefined),
    categories: (item.tags ?? []).map(escapeText),
  };
}

function escapeOptional(text: string | undefined): string | null {
  return text === undefined ? null : escapeText(text);
}

function findAttachedImage({ attachments }: JsonItem): string | null {
  return attachments?.find(({ mime_type }) => mime_type?.startsWith('image/'))?.url ?? null;
}

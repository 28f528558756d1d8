import type { RdfFeed, RssFeed } from 'feedsmith';
import type { Feed, FeedItem } from '#server/domains/news/feed/feed.ts';
import { findMediaImage } from '#server/domains/news/feed/parse/media-image.ts';

type RssItem = Partial<RssFeed.Item<string>>;
type Channel = { title?: string; ttl?: number; items?: RssItem[] };

export function convertRssFeed(
  format: 'rss' | 'rdf',
  feed: Partial<RssFeed.Feed<string>> | Partial<RdfFeed.Feed<string>>,
): Feed {
  const { title, ttl, items }: Channel = feed;
  return {
    format,
    title: title ?? null,
    ttlMinutes: ttl !== undefined && ttl > 0 ? Math.round(ttl) : null,
    items: items?.map(toFeedItem) ?? [],
  };
}

function toFeedItem(item: RssItem): FeedItem {
  return {
    guid: item.guid?.value ?? null,
    link: item.link ?? item.atom?.links?.[0]?.href ?? getPermalink(item),
    title: getTitle(item),
    content: item.content?.encoded ?? null,
    summary: item.description ?? item.dc?.descriptions?.[0] ?? null,
    imageUrl: findMediaImage(item.media) ?? findEnclosedImage(item),
    published: item.pubDate ?? item.dc?.dates?.[0] ?? item.atom?.published ?? null,
    creator: item.dc?.creators?.[0] ?? item.authors?.[0]?.name ?? item.source?.title ?? null,
    categories: [...(item.categories ?? []).flatMap(({ name }) => name ?? []), ...(item.dc?.subjects ?? [])],
  };
}

function getPermalink({ guid }: RssItem): string | null {
  const isUrl = guid?.isPermaLink !== false && /^https?:/i.test(guid?.value ?? '');
  return isUrl ? (guid?.value ?? null) : null;
}

/** Strips the publisher's name from the end, which Google News adds and also provides as the source. */
function getTitle({ title, source, dc }: RssItem): string | null {
  const suffix = ` - ${source?.title}`;
  return title?.endsWith(suffix) ? title.slice(0, -suffix.length) : (title ?? dc?.titles?.[0] ?? null);
}

function findEnclosedImage({ enclosures }: RssItem): string | null {
  const image = enclosures?.find(
    ({ type, url }) => type?.startsWith('image/') || /\.(?:jpe?g|png|webp|gif|avif)(?:\?|$)/i.test(url ?? ''),
  );
  return image?.url ?? null;
}

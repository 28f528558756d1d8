import type { RdfFeed, RssFeed } from 'feedsmith';
import type { Feed, FeedItem } from '#server/domains/news/feed/feed.ts';
import { mediaImage } from '#server/domains/news/feed/parse/media-image.ts';

type RssItem = Partial<RssFeed.Item<string>>;
type Channel = { title?: string; ttl?: number; items?: RssItem[] };

export function rssFeed(
  format: 'rss' | 'rdf',
  feed: Partial<RssFeed.Feed<string>> | Partial<RdfFeed.Feed<string>>,
): Feed {
  const { title, ttl, items }: Channel = feed;
  return {
    format,
    title: title ?? null,
    ttlMinutes: ttl !== undefined && ttl > 0 ? Math.round(ttl) : null,
    items: items?.map(feedItem) ?? [],
  };
}

function feedItem(item: RssItem): FeedItem {
  return {
    guid: item.guid?.value ?? null,
    link: item.link ?? item.atom?.links?.[0]?.href ?? permalink(item),
    title: titleOf(item),
    content: item.content?.encoded ?? null,
    summary: item.description ?? item.dc?.descriptions?.[0] ?? null,
    imageUrl: mediaImage(item.media) ?? enclosedImage(item),
    published: item.pubDate ?? item.dc?.dates?.[0] ?? item.atom?.published ?? null,
    creator: item.dc?.creators?.[0] ?? item.authors?.[0]?.name ?? item.source?.title ?? null,
    categories: [...(item.categories ?? []).flatMap(({ name }) => name ?? []), ...(item.dc?.subjects ?? [])],
  };
}

function permalink({ guid }: RssItem): string | null {
  const isAddress = guid?.isPermaLink !== false && /^https?:/i.test(guid?.value ?? '');
  return isAddress ? (guid?.value ?? null) : null;
}

/** Without the outlet's name at the end, which Google News adds and also gives as the source. */
function titleOf({ title, source, dc }: RssItem): string | null {
  const suffix = ` - ${source?.title}`;
  return title?.endsWith(suffix) ? title.slice(0, -suffix.length) : (title ?? dc?.titles?.[0] ?? null);
}

function enclosedImage({ enclosures }: RssItem): string | null {
  const image = enclosures?.find(
    ({ type, url }) => type?.startsWith('image/') || /\.(?:jpe?g|png|webp|gif|avif)(?:\?|$)/i.test(url ?? ''),
  );
  return image?.url ?? null;
}

import type { RdfFeed, RssFeed } from 'feedsmith';
import type { Feed, FeedItem } from '#server/domains/news/feed/feed.ts';
import { resolveBaseUrl } from '#server/domains/news/feed/parse/base-url.ts';
import { pickCreator } from '#server/domains/news/feed/parse/creator-name.ts';
import { findMediaImage } from '#server/domains/news/feed/parse/media-image.ts';
import { readExtensions } from './item-extensions.ts';

type RssItem = Partial<RssFeed.Item<string>> & { rdf?: { about?: string } };
type Channel = {
  title?: string;
  language?: string;
  ttl?: number;
  items?: RssItem[];
  dc?: { languages?: string[] };
};

export function convertRssFeed(
  format: 'rss' | 'rdf',
  feed: Partial<RssFeed.Feed<string>> | Partial<RdfFeed.Feed<string>>,
  baseUrl: string | null,
): Feed {
  const { title, language, ttl, items, dc }: Channel = feed;
  return {
    format,
    title: title ?? null,
    language: language ?? dc?.languages?.[0] ?? null,
    ttlMinutes: ttl !== undefined && ttl > 0 ? Math.round(ttl) : null,
    items: items?.map((item) => toFeedItem(item, baseUrl)) ?? [],
  };
}

function toFeedItem(item: RssItem, baseUrl: string | null): FeedItem {
  const extensions = readExtensions(item);
  const link = item.link ?? item.atom?.links?.[0]?.href ?? getPermalink(item);
  const about = item.rdf?.about ?? null;
  return {
    guid: item.guid?.value ?? (link === null ? about : null),
    link: link ?? about,
    title: getTitle(item) ?? extensions.title,
    content: item.content?.encoded ?? null,
    summary: item.description ?? extensions.summary,
    imageUrl: findMediaImage(item.media) ?? findEnclosedImage(item) ?? extensions.imageUrl,
    published:
      item.pubDate ??
      extensions.published ??
      item.atom?.published ??
      extensions.updated ??
      item.atom?.updated ??
      null,
    creator: pickCreator([
      ...extensions.creators,
      ...(item.authors ?? []).map(({ name }) => name),
      item.source?.title,
    ]),
    categories: [...(item.categories ?? []).flatMap(({ name }) => name ?? []), ...extensions.categories],
    baseUrl: resolveBaseUrl(baseUrl, item.xml?.base),
  };
}

function getPermalink({ guid }: RssItem): string | null {
  const isUrl = guid?.isPermaLink !== false && /^https?:/i.test(guid?.value ?? '');
  return isUrl ? (guid?.value ?? null) : null;
}

/** Strips the publisher's name from the end, which Google News adds and also provides as the source. */
function getTitle({ title, source }: RssItem): string | null {
  const suffix = ` - ${source?.title}`;
  return title?.endsWith(suffix) ? title.slice(0, -suffix.length) : (title ?? null);
}

function findEnclosedImage({ enclosures }: RssItem): string | null {
  const image = enclosures?.find(
    ({ type, url }) => type?.startsWith('image/') || /\.(?:jpe?g|png|webp|gif|avif)(?:\?|$)/i.test(url ?? ''),
  );
  return image?.url ?? null;
}

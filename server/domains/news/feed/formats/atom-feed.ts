import type { AtomFeed } from 'feedsmith';
import type { Feed, FeedItem } from '#server/domains/news/feed/feed.ts';
import { resolveBaseUrl, resolveUrl } from '#server/domains/news/feed/parse/base-url.ts';
import { pickCreator } from '#server/domains/news/feed/parse/creator-name.ts';
import { findMediaImage } from '#server/domains/news/feed/parse/media-image.ts';
import { decodeContent } from './base64-text.ts';
import { readExtensions, toHtml } from './item-extensions.ts';

type Entry = Partial<AtomFeed.Entry<string>>;

export function convertAtomFeed(feed: Partial<AtomFeed.Feed<string>>, baseUrl: string | null): Feed {
  const entries: Entry[] = feed.entries ?? [];
  return {
    format: 'atom',
    title: feed.title?.value ?? null,
    language: feed.xml?.lang ?? null,
    ttlMinutes: null,
    items: entries.map((entry) => toFeedItem(entry, baseUrl)),
  };
}

function toFeedItem(entry: Entry, feedBaseUrl: string | null): FeedItem {
  const extensions = readExtensions(entry);
  const baseUrl = resolveBaseUrl(feedBaseUrl, entry.xml?.base);
  const imageUrl =
    findMediaImage(entry.media) ??
    findLink(entry, (rel, type) => rel === 'enclosure' && /^image\//.test(type)) ??
    extensions.imageUrl;
  return {
    guid: entry.id ?? null,
    link: resolveUrl(
      findLink(entry, (rel) => rel === undefined || rel === 'alternate'),
      baseUrl,
    ),
    title: toHtml(entry.title) ?? extensions.title,
    content: decodeText(entry.content),
    summary: decodeText(entry.summary) ?? extensions.summary,
    imageUrl: resolveUrl(imageUrl, baseUrl),
    published: entry.published ?? extensions.published ?? entry.updated ?? extensions.updated ?? null,
    creator: pickCreator([...(entry.authors ?? []).map(({ name }) => name), ...extensions.creators]),
    categories: [
      ...(entry.categories ?? []).flatMap(({ label, term }) => label ?? term ?? []),
      ...extensions.categories,
    ],
    baseUrl: resolveBaseUrl(baseUrl, (entry.content ?? entry.summary)?.xml?.base),
  };
}

function findLink(entry: Entry, isWanted: (rel: string | undefined, type: string) => boolean): string | null {
  return entry.links?.find(({ rel, type }) => isWanted(rel, type ?? ''))?.href ?? null;
}

function decodeText(text: { value?: string; type?: string } | undefined): string | null {
  const { value, type = '' } = text ?? {};
  const decoded = value === undefined ? null : decodeContent(value, type);
  return decoded === null ? null : toHtml({ value: decoded, type });
}

import type { AtomFeed } from 'feedsmith';
import type { Feed, FeedItem } from '#server/domains/news/feed/feed.ts';
import { findMediaImage } from '#server/domains/news/feed/parse/media-image.ts';
import { escapeText } from '#server/domains/news/feed/sanitize/html-to-text.ts';

type Entry = Partial<AtomFeed.Entry<string>>;

export function convertAtomFeed(feed: Partial<AtomFeed.Feed<string>>): Feed {
  const entries: Entry[] = feed.entries ?? [];
  return {
    format: 'atom',
    title: feed.title?.value ?? null,
    ttlMinutes: null,
    items: entries.map(toFeedItem),
  };
}

function toFeedItem(entry: Entry): FeedItem {
  return {
    guid: entry.id ?? null,
    link: findLink(entry, (rel) => rel === undefined || rel === 'alternate'),
    title: toHtml(entry.title),
    content: toHtml(entry.content),
    summary: toHtml(entry.summary),
    imageUrl:
      findMediaImage(entry.media) ??
      findLink(entry, (rel, type) => rel === 'enclosure' && /^image\//.test(type)),
    published: entry.published ?? entry.updated ?? entry.dc?.dates?.[0] ?? null,
    creator: entry.authors?.[0]?.name ?? entry.dc?.creators?.[0] ?? null,
    categories: (entry.categories ?? []).flatMap(({ label, term }) => label ?? term ?? []),
  };
}

function findLink(entry: Entry, isWanted: (rel: string | undefined, type: string) => boolean): string | null {
  return entry.links?.find(({ rel, type }) => isWanted(rel, type ?? ''))?.href ?? null;
}

/** Treats a text without a type as HTML: many publishers omit `type="html"`. */
function toHtml(text: { value?: string; type?: string } | undefined): string | null {
  const isText = text?.type === 'text' || text?.type === 'text/plain';
  return (isText ? escapeText(text?.value ?? '') : text?.value) ?? null;
}

import type { AtomFeed } from 'feedsmith';
import type { Feed, FeedItem } from '#server/domains/news/feed/feed.ts';
import { mediaImage } from '#server/domains/news/feed/parse/media-image.ts';
import { escapeText } from '#server/domains/news/feed/sanitize/html-to-text.ts';

type Entry = Partial<AtomFeed.Entry<string>>;

export function atomFeed(feed: Partial<AtomFeed.Feed<string>>): Feed {
  const entries: Entry[] = feed.entries ?? [];
  return { format: 'atom', title: feed.title?.value ?? null, ttlMinutes: null, items: entries.map(feedItem) };
}

function feedItem(entry: Entry): FeedItem {
  return {
    guid: entry.id ?? null,
    link: linkOf(entry, (rel) => rel === undefined || rel === 'alternate'),
    title: html(entry.title),
    content: html(entry.content),
    summary: html(entry.summary),
    imageUrl:
      mediaImage(entry.media) ?? linkOf(entry, (rel, type) => rel === 'enclosure' && /^image\//.test(type)),
    published: entry.published ?? entry.updated ?? entry.dc?.dates?.[0] ?? null,
    creator: entry.authors?.[0]?.name ?? entry.dc?.creators?.[0] ?? null,
    categories: (entry.categories ?? []).flatMap(({ label, term }) => label ?? term ?? []),
  };
}

function linkOf(entry: Entry, isWanted: (rel: string | undefined, type: string) => boolean): string | null {
  return entry.links?.find(({ rel, type }) => isWanted(rel, type ?? ''))?.href ?? null;
}

/** Only what says that it is text is taken as such: many outlets write HTML without saying so. */
function html(text: { value?: string; type?: string } | undefined): string | null {
  const isText = text?.type === 'text' || text?.type === 'text/plain';
  return (isText ? escapeText(text?.value ?? '') : text?.value) ?? null;
}

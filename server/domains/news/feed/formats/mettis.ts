import type { Feed, FeedItem } from '#server/domains/news/feed/feed.ts';

type Fields = Record<string, unknown>;

/** How deep texts may lie in each other's lists. */
const MAX_DEPTH = 4;

/**
 * The list of `mettisglobal.news/Home/LoadMore`, which stands for the outlet's feed:
 * `[{row, link, headings: {heading: […]}, contents: {content: […]}, publishedTime}]`.
 */
export function isMettis(value: unknown): value is Fields[] {
  return Array.isArray(value) && value.every(isFields) && value.some((item) => 'headings' in item);
}

export function mettisFeed(items: Fields[]): Feed {
  return { format: 'mettis', title: 'Mettis Global', ttlMinutes: null, items: items.map(feedItem) };
}

function feedItem(item: Fields): FeedItem {
  const slug = textsOf(item.link)[0] ?? null;
  const content = textsOf(item.contents)
    .map((text) => (text.includes('<') ? text : `<p>${text}</p>`))
    .join('');
  return {
    // The number at its end is the article's, whatever becomes of the words before it.
    guid: slug === null ? null : (/-(\d{3,})\/?$/.exec(slug)?.[1] ?? slug),
    link: slug === null || /^https?:/i.test(slug) ? slug : `/${slug.replace(/^\/+/, '')}`,
    title: textsOf(item.headings)[0] ?? null,
    content: content === '' ? null : content,
    summary: null,
    imageUrl: null,
    published: textsOf(item.publishedTime)[0] ?? null,
    creator: null,
    categories: [],
  };
}

/** Every text within, in order. */
function textsOf(value: unknown, depth = 0): string[] {
  if (typeof value === 'string') {
    return value.trim() === '' ? [] : [value];
  }
  if (depth >= MAX_DEPTH || typeof value !== 'object' || value === null) {
    return [];
  }
  return Object.values(value).flatMap((part) => textsOf(part, depth + 1));
}

function isFields(value: unknown): value is Fields {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

import type { Feed, FeedItem } from '#server/domains/news/feed/feed.ts';

type JsonRecord = Record<string, unknown>;

/** The maximum nesting depth of texts. */
const MAX_DEPTH = 4;

/**
 * The format of `mettisglobal.news/Home/LoadMore`, which the publisher offers instead of a feed:
 * `[{row, link, headings: {heading: […]}, contents: {content: […]}, publishedTime}]`.
 */
export function isMettisList(value: unknown): value is JsonRecord[] {
  return Array.isArray(value) && value.every(isRecord) && value.some((item) => 'headings' in item);
}

export function convertMettisList(items: JsonRecord[], baseUrl: string | null): Feed {
  return {
    format: 'mettis',
    title: 'Mettis Global',
    language: 'en-pk',
    ttlMinutes: null,
    items: items.map((item) => ({ ...toFeedItem(item), baseUrl })),
  };
}

function toFeedItem(item: JsonRecord): FeedItem {
  const slug = collectTexts(item.link)[0] ?? null;
  const content = collectTexts(item.contents)
    .map((text) => (text.includes('<') ? text : `<p>${text}</p>`))
    .join('');
  return {
    // The number at the end identifies the article; the words before it may change.
    guid: slug === null ? null : (/-(\d{3,})\/?$/.exec(slug)?.[1] ?? slug),
    link: slug === null || /^https?:/i.test(slug) ? slug : `/${slug.replace(/^\/+/, '')}`,
    title: collectTexts(item.headings)[0] ?? null,
    content: content === '' ? null : content,
    summary: null,
    imageUrl: null,
    published: collectTexts(item.publishedTime)[0] ?? null,
    creator: null,
    categories: [],
  };
}

/** Collects all texts of a value, in order. */
function collectTexts(value: unknown, depth = 0): string[] {
  if (typeof value === 'string') {
    return value.trim() === '' ? [] : [value];
  }
  if (depth >= MAX_DEPTH || typeof value !== 'object' || value === null) {
    return [];
  }
  return Object.values(value).flatMap((part) => collectTexts(part, depth + 1));
}

function isRecord(value: unknown): value is JsonRecord {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

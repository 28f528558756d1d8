import { type JsonFeed, parseJsonFeed as parseFeed } from 'feedsmith';
import { type Feed, FeedError, type FeedItem } from '#features/news/server/feed/feed.ts';
import { escapeText } from '#features/news/server/feed/sanitize/html-to-text.ts';
import { pickImage } from './images.ts';
import { escapePlainText, pickCreator } from './xml-feeds.ts';

type JsonItem = Partial<JsonFeed.Item<string>>;

/** Parses a JSON Feed, or the list that Mettis Global publishes instead of a feed. */
export function parseJsonFeed(text: string, maxItems: number, baseUrl: string | null): Feed {
  const value = parseJson(text);
  if (isMettisList(value)) return convertMettisList(value.slice(0, maxItems), baseUrl);
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
    title: item.title === undefined ? null : escapePlainText(item.title),
    content: item.content_html ?? escapeOptional(item.content_text),
    summary: escapeOptional(item.summary),
    imageUrl: pickImage([item.image, item.banner_image, ...listAttachedImages(item)].map((url) => ({ url }))),
    published: item.date_published ?? item.date_modified ?? null,
    creator: escapeOptional(pickCreator((item.authors ?? []).map(({ name }) => name)) ?? undefined),
    categories: (item.tags ?? []).map(escapeText),
  };
}

function escapeOptional(text: string | undefined): string | null {
  return text === undefined ? null : escapeText(text);
}

const listAttachedImages = ({ attachments = [] }: JsonItem) =>
  attachments.filter(({ mime_type }) => mime_type?.startsWith('image/')).map(({ url }) => url);

type JsonRecord = Record<string, unknown>;

/** The maximum nesting depth of texts. */
const MAX_DEPTH = 4;

/**
 * The format of `mettisglobal.news/Home/LoadMore`, which the publisher offers instead of a feed:
 * `[{row, link, headings: {heading: […]}, contents: {content: […]}, publishedTime}]`.
 */
function isMettisList(value: unknown): value is JsonRecord[] {
  return Array.isArray(value) && value.every(isRecord) && value.some((item) => 'headings' in item);
}

function convertMettisList(items: JsonRecord[], baseUrl: string | null): Feed {
  return {
    format: 'mettis',
    title: 'Mettis Global',
    language: 'en-pk',
    ttlMinutes: null,
    items: items.map((item) => ({ ...toMettisItem(item), baseUrl })),
  };
}

function toMettisItem(item: JsonRecord): FeedItem {
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
  if (typeof value === 'string') return value.trim() === '' ? [] : [value];
  if (depth >= MAX_DEPTH || typeof value !== 'object' || value === null) return [];
  return Object.values(value).flatMap((part) => collectTexts(part, depth + 1));
}

function isRecord(value: unknown): value is JsonRecord {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

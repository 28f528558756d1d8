import { createHash } from 'node:crypto';
import { truncateAtWord } from '#core/contract/text/truncate-at-word.ts';
import { separateStatus } from '#core/server/platform/inline-text.ts';
import type {
  FeedItem,
  ParseFeedOptions,
  PreparedFeed,
  PreparedItem,
} from '#features/news/server/feed/feed.ts';
import {
  cleanCharacters,
  extractTextBlocks,
  htmlToText,
  toParagraphs,
  truncate,
} from '#features/news/server/feed/sanitize/html-to-text.ts';
import { sanitize } from '#features/news/server/feed/sanitize/sanitize.ts';
import { canLead } from './images.ts';
import { isFromPakistan, parseDate } from './parse-date.ts';
import { decodeBody, parseFeed } from './parse-feed.ts';
import { isStoryLink, resolveBaseUrl, toImageUrl, toLinkId, toWebUrl } from './urls.ts';
import { toCreatorName } from './xml-feeds.ts';

const MAX_FEED_TITLE_LENGTH = 200;

/**
 * Decodes, parses and sanitizes a feed in the current thread, which a hostile feed can block for minutes: see
 * `createFeedParser`.
 *
 * @throws {FeedError} if the body is not a feed or is malformed.
 */
export function prepareFeed(body: Uint8Array, options: ParseFeedOptions): PreparedFeed {
  const { contentType, url, isSummaryOnly, now } = options;
  const documentUrl = resolveBaseUrl(url, options.contentLocation);
  const { format, title, language, ttlMinutes, items } = parseFeed(
    decodeBody(body, contentType),
    documentUrl,
  );
  const prepared = items.map((item) =>
    prepareItem({ ...item, language }, { isSummaryOnly, now, baseUrl: url }),
  );
  const accepted = identifyItems(prepared.filter((item) => item !== null));
  return {
    format,
    title:
      truncate(htmlToText(truncate(title ?? '', 10 * MAX_FEED_TITLE_LENGTH)), MAX_FEED_TITLE_LENGTH) || null,
    ttlMinutes,
    items: accepted,
    rejected: prepared.length - accepted.length,
  };
}

/** Two items with the same link are one article. From this number on, the link does not identify an article. */
const SHARED_LINK_ITEMS = 3;

/**
 * Returns the links that do not identify an article, as `toLinkId` writes them: many items have them, several with one GUID, or they are those of
 * a site.
 */
export function findSharedLinks(
  items: readonly { link: string | null; title: string; raw: Pick<FeedItem, 'guid' | 'published'> }[],
): Set<string> {
  const storiesByLink = new Map<string, Map<string, string | null>>();
  const itemsByLink = new Map<string, Set<string>>();
  const shared = new Set<string>();
  for (const { link, title, raw } of items) {
    if (link === null) continue;
    const id = toLinkId(link);
    if (shared.has(id)) continue;
    const stories = storiesByLink.get(id) ?? new Map();
    const story = toTitleIdentity(title, raw);
    const hasTheirGuid = raw.guid !== null && !stories.has(story) && [...stories.values()].includes(raw.guid);
    storiesByLink.set(id, stories.set(story, raw.guid));
    // Notices of several companies may have one title and no date, but each has a GUID.
    const items = (itemsByLink.get(id) ?? new Set()).add(`${raw.guid}\n${story}`);
    itemsByLink.set(id, items);
    if (items.size >= SHARED_LINK_ITEMS || hasTheirGuid || !isStoryLink(link)) shared.add(id);
  }
  return shared;
}

/** A GUID or a link that several items of a feed have does not identify them. */
function identifyItems(items: PreparedItem[]): PreparedItem[] {
  const guids = Map.groupBy(items, ({ raw }) => raw.guid);
  const sharedLinks = findSharedLinks(items);
  return items.map((item) => {
    const { link, title, raw } = item;
    if (raw.guid !== null && guids.get(raw.guid)?.length === 1) return item;
    const isShared = link === null || sharedLinks.has(toLinkId(link));
    return { ...item, key: hashKey(isShared ? toTitleIdentity(title, raw) : link) };
  });
}

const MAX_TITLE_LENGTH = 300;
/** The length of a title that is taken from the text. */
const FIRST_WORDS_LENGTH = 100;
/** More than the excerpt and the classification need. */
const MAX_TEXT_LENGTH = 5000;
const MAX_CREATOR_LENGTH = 150;
const MAX_CATEGORY_LENGTH = 100;
const SUMMARY_PARAGRAPHS = 2;
const SUMMARY_LENGTH = 400;
/** The start and the rest of the sentence that WordPress adds to texts: "The post <a>Title</a> appeared first on <a>Site</a>." */
const ATTRIBUTION_START = 'The post ';
const ATTRIBUTION = 'appeared first on';
const ATTRIBUTION_END =
  /^(?:&nbsp;|\s){0,10}(?:<a\b[^<>]{0,1000}>[^<>]{0,300}<\/a>|[^<>]{1,200}?(?=\.?\s{0,100}(?:<|$)))(?:\s{0,10}\.)?/i;
const MAX_ATTRIBUTION_LENGTH = 3000;

export interface PrepareOptions {
  /** Keeps only a summary, never the publisher's full text. */
  isSummaryOnly: boolean;
  now: Date;
  /** The URL of the feed: the base of relative URLs, unless the item has its own. */
  baseUrl: string | null;
}

/** Makes an item safe; returns `null` if it has neither title nor text. */
export function prepareItem(item: FeedItem, options: PrepareOptions): PreparedItem | null {
  const raw = limitItem(item);
  const texts = { content: stripAttribution(raw.content), summary: stripAttribution(raw.summary) };
  const title =
    truncate(separateStatus(htmlToText(raw.title ?? '')), MAX_TITLE_LENGTH).trim() || getFirstWords(texts);
  if (title === '') return null;
  const baseUrl = toWebUrl(raw.baseUrl, options.baseUrl) ?? options.baseUrl;
  const ownLink = toWebUrl(raw.link, baseUrl);
  // A link such as `#` leads to the feed, which is no page of the item.
  const isFeed =
    ownLink !== null && options.baseUrl !== null && toFeedId(ownLink) === toFeedId(options.baseUrl);
  const link = isFeed ? null : ownLink;
  const isPakistani = isFromPakistan([options.baseUrl, link], raw.language ?? null);
  return {
    key: hashKey(raw.guid ?? link ?? toTitleIdentity(title, raw)),
    title,
    link,
    ...extractContentAndImage({ ...raw, ...texts }, { ...options, baseUrl }),
    publishedAt: parseDate(raw.published, { now: options.now, isPakistani }),
    creator: truncate(toCreatorName(raw.creator) ?? '', MAX_CREATOR_LENGTH).trim() || null,
    feedCategories: normalizeCategories(raw),
    raw,
  };
}

const toFeedId = (url: string) => toLinkId(url).replace(/#$/, '');

/** Returns a title for an item without one, which RSS allows. */
function getFirstWords({ summary, content }: Pick<FeedItem, 'content' | 'summary'>): string {
  const [first = ''] = [summary, content].flatMap((html) => extractTextBlocks(html ?? ''));
  return truncateAtWord(first, FIRST_WORDS_LENGTH);
}

/** Strips the sentence that WordPress adds to the end of a text or summary, which is not part of the article. */
function stripAttribution(html: string | null): string | null {
  const at = html?.lastIndexOf(ATTRIBUTION) ?? -1;
  const start = html?.lastIndexOf(ATTRIBUTION_START, at) ?? -1;
  if (html === null || at === -1 || start === -1 || at - start > MAX_ATTRIBUTION_LENGTH) return html;
  const before = html.slice(0, start).trimEnd();
  const rest = html.slice(at + ATTRIBUTION.length);
  const end = ATTRIBUTION_END.exec(rest)?.[0];
  // In the middle of a sentence, the same words are the author's.
  const isSentence = before === '' || /[>.…\]!?”"’;]$/.test(before);
  if (end === undefined || !isSentence || htmlToText(rest.slice(end.length)) !== '') return html;
  return `${before.replace(/<p(?:\s[^<>]{0,500})?>$/i, '<p>')}${rest.slice(end.length)}`.replace(
    /<p><\/p>/gi,
    '',
  );
}

export function hashKey(identity: string): string {
  return createHash('sha256').update(identity).digest('base64url');
}

export const toTitleIdentity = (title: string, { published }: Pick<FeedItem, 'published'>): string =>
  `${title}\n${published ?? ''}`;

/** The image is the feed's, else the first in the text that is no icon or avatar. It is shown above the text, so it is removed from the text. */
function extractContentAndImage(
  raw: FeedItem,
  { isSummaryOnly, baseUrl }: PrepareOptions,
): { content: string; text: string; imageUrl: string | null } {
  const html = raw.content ?? raw.summary ?? '';
  const feedImage = toImageUrl(raw.imageUrl, baseUrl);
  let imageUrl = feedImage !== null && canLead(feedImage) ? feedImage : null;
  const isShownAbove = (url: string, isLead: boolean) => {
    if (isLead) imageUrl ??= url;
    return url === imageUrl;
  };
  const sanitized = sanitize(html, { baseUrl, isShownAbove });
  if (imageUrl === null && raw.content !== null && raw.summary !== null) {
    sanitize(raw.summary, { baseUrl, isShownAbove });
  }
  if (!isSummaryOnly) {
    return { content: sanitized.html, text: truncate(sanitized.text, MAX_TEXT_LENGTH), imageUrl };
  }
  const content = summarize(raw.summary ?? html);
  return { content, text: htmlToText(content), imageUrl };
}

function summarize(html: string): string {
  const selected: string[] = [];
  let remaining = SUMMARY_LENGTH;
  const blocks = extractTextBlocks(html).map((text) => text.replace(/ ?\[(?:…|\.\.\.)\]$/, '…'));
  for (const block of blocks.slice(0, SUMMARY_PARAGRAPHS)) {
    if (block.length > remaining) {
      selected.push(`${truncate(block, remaining).replace(/\s+\S*$/, '')}…`);
      break;
    }
    selected.push(block);
    remaining -= block.length;
  }
  return toParagraphs(selected.filter((text) => text !== '…'));
}

function normalizeCategories({ categories }: FeedItem): string[] {
  const names = categories.map((category) => truncate(htmlToText(category), MAX_CATEGORY_LENGTH).trim());
  return [...new Set(names.filter((name) => name !== ''))];
}

const MAX_URL_LENGTH = 2000;
const MAX_RAW_TITLE_LENGTH = 2000;
const MAX_CONTENT_LENGTH = 200_000;
const MAX_NAME_LENGTH = 300;
const MAX_CATEGORIES = 20;

/** Limits the size of an item and strips characters that cannot be stored. Empty fields become `null`. */
function limitItem(item: FeedItem): FeedItem {
  return {
    guid: limitUrl(item.guid),
    link: limitUrl(item.link),
    title: limitText(item.title, MAX_RAW_TITLE_LENGTH),
    content: limitText(item.content, MAX_CONTENT_LENGTH),
    summary: limitText(item.summary, MAX_CONTENT_LENGTH),
    imageUrl: limitUrl(item.imageUrl),
    published: limitText(item.published, MAX_NAME_LENGTH),
    creator: limitText(item.creator, MAX_NAME_LENGTH),
    categories: item.categories
      .slice(0, MAX_CATEGORIES)
      .map((category) => limitText(category, MAX_NAME_LENGTH))
      .filter((category) => category !== null),
    baseUrl: limitUrl(item.baseUrl ?? null),
    language: limitText(item.language ?? null, MAX_NAME_LENGTH),
  };
}

/** A truncated URL would be a different URL, so one that is too long becomes `null`. */
function limitUrl(value: string | null): string | null {
  return (value?.length ?? 0) > MAX_URL_LENGTH ? null : limitText(value, MAX_URL_LENGTH);
}

function limitText(value: string | null, maxLength: number): string | null {
  const text = truncate(cleanCharacters(value ?? ''), maxLength)
    .toWellFormed()
    .trim();
  return text === '' ? null : text;
}

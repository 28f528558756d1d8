import { createHash } from 'node:crypto';
import { truncateAtWord } from '#contract/truncate-at-word.ts';
import type {
  FeedItem,
  ParseFeedOptions,
  PreparedFeed,
  PreparedItem,
} from '#server/domains/news/feed/feed.ts';
import {
  cleanCharacters,
  extractTextBlocks,
  htmlToText,
  toParagraphs,
  truncate,
} from '#server/domains/news/feed/sanitize/html-to-text.ts';
import { sanitize } from '#server/domains/news/feed/sanitize/sanitize.ts';
import { isFromPakistan, parseDate } from './parse-date.ts';
import { decodeBody, parseFeed } from './parse-feed.ts';
import { resolveBaseUrl, toImageUrl, toWebUrl } from './urls.ts';
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
  const accepted = prepared.filter((item) => item !== null);
  return {
    format,
    title:
      truncate(htmlToText(truncate(title ?? '', 10 * MAX_FEED_TITLE_LENGTH)), MAX_FEED_TITLE_LENGTH) || null,
    ttlMinutes,
    items: accepted,
    rejected: prepared.length - accepted.length,
  };
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

/** Makes an item safe; returns `null` if it has neither title nor text. The key of an item is always the same. */
export function prepareItem(item: FeedItem, options: PrepareOptions): PreparedItem | null {
  const raw = limitItem(item);
  const texts = { content: stripAttribution(raw.content), summary: stripAttribution(raw.summary) };
  const title = truncate(htmlToText(raw.title ?? ''), MAX_TITLE_LENGTH).trim() || getFirstWords(texts);
  if (title === '') return null;
  const baseUrl = toWebUrl(raw.baseUrl, options.baseUrl) ?? options.baseUrl;
  const link = toWebUrl(raw.link, baseUrl);
  const isPakistani = isFromPakistan([options.baseUrl, link], raw.language ?? null);
  return {
    key: hashKey(raw.guid ?? link ?? `${title}\n${raw.published ?? ''}`),
    title,
    link,
    ...extractContentAndImage({ ...raw, ...texts }, { ...options, baseUrl }),
    publishedAt: parseDate(raw.published, { now: options.now, isPakistani }),
    creator: truncate(toCreatorName(raw.creator) ?? '', MAX_CREATOR_LENGTH).trim() || null,
    feedCategories: normalizeCategories(raw),
    raw,
  };
}

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
  // The same words in the middle of a text are the author's.
  const isSentence = before === '' || /[>.…\]!?”"’;]$/.test(before);
  if (end === undefined || !isSentence || htmlToText(rest.slice(end.length)) !== '') return html;
  return `${before.replace(/<p(?:\s[^<>]{0,500})?>$/i, '<p>')}${rest.slice(end.length)}`.replace(
    /<p><\/p>/gi,
    '',
  );
}

function hashKey(identity: string): string {
  return createHash('sha256').update(identity).digest('base64url');
}

/** The image is the feed's, else the first in the text. It is shown above the text, so it is removed from the text. */
function extractContentAndImage(
  raw: FeedItem,
  { isSummaryOnly, baseUrl }: PrepareOptions,
): { content: string; text: string; imageUrl: string | null } {
  const html = raw.content ?? raw.summary ?? '';
  let imageUrl = toImageUrl(raw.imageUrl, baseUrl);
  const isShownAbove = (url: string) => {
    imageUrl ??= url;
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

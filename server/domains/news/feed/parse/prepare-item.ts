import { createHash } from 'node:crypto';
import type { FeedItem, PreparedItem } from '#server/domains/news/feed/feed.ts';
import { cut, paragraphs, textBlocks, textOf } from '#server/domains/news/feed/sanitize/html-to-text.ts';
import { sanitise } from '#server/domains/news/feed/sanitize/sanitize.ts';
import { capItem } from './cap-item.ts';
import { imageAddress, webAddress } from './http-url.ts';
import { readDate } from './parse-date.ts';

const MAX_TITLE_LENGTH = 300;
const MAX_CREATOR_LENGTH = 150;
const MAX_CATEGORY_LENGTH = 100;
const SUMMARY_PARAGRAPHS = 2;
const SUMMARY_LENGTH = 400;
/** What WordPress adds to summaries. */
const BOILERPLATE = /^The post .* appeared first on .*\.$/;

export interface PrepareOptions {
  /** Only a summary is kept, never the outlet's whole text. */
  isSummaryOnly: boolean;
  now: Date;
  /** What relative addresses start from. */
  baseUrl: string | null;
}

/** An item made safe; `null` when it has no title. The same item gives the same key whenever it is prepared. */
export function prepareItem(item: FeedItem, options: PrepareOptions): PreparedItem | null {
  const raw = capItem(item);
  const title = cut(textOf(raw.title ?? ''), MAX_TITLE_LENGTH).trim();
  if (title === '') {
    return null;
  }
  const link = webAddress(raw.link, options.baseUrl);
  return {
    key: keyOf(raw.guid ?? link ?? `${title}\n${raw.published ?? ''}`),
    title,
    link,
    ...textAndImage(raw, options),
    publishedAt: readDate(raw.published, options.now),
    creator: cut(textOf(raw.creator ?? ''), MAX_CREATOR_LENGTH).trim() || null,
    feedCategories: categoriesOf(raw),
    raw,
  };
}

function keyOf(identity: string): string {
  return createHash('sha256').update(identity).digest('base64url');
}

/** The picture is the feed's, else the first in the text; it stands above the text, so the text goes without it. */
function textAndImage(
  raw: FeedItem,
  { isSummaryOnly, baseUrl }: PrepareOptions,
): { content: string; imageUrl: string | null } {
  const html = raw.content ?? raw.summary ?? '';
  let imageUrl = imageAddress(raw.imageUrl, baseUrl);
  const isShownAbove = (address: string) => {
    imageUrl ??= address;
    return address === imageUrl;
  };
  const whole = sanitise(html, { baseUrl, isShownAbove });
  if (imageUrl === null && raw.content !== null && raw.summary !== null) {
    sanitise(raw.summary, { baseUrl, isShownAbove });
  }
  return { content: isSummaryOnly ? summaryOf(raw.summary ?? html) : whole, imageUrl };
}

function summaryOf(html: string): string {
  const kept: string[] = [];
  let room = SUMMARY_LENGTH;
  const blocks = textBlocks(html)
    .filter((text) => !BOILERPLATE.test(text))
    .map((text) => text.replace(/ ?\[(?:…|\.\.\.)\]$/, '…'));
  for (const block of blocks.slice(0, SUMMARY_PARAGRAPHS)) {
    if (block.length > room) {
      kept.push(`${cut(block, room).replace(/\s+\S*$/, '')}…`);
      break;
    }
    kept.push(block);
    room -= block.length;
  }
  return paragraphs(kept.filter((text) => text !== '…'));
}

function categoriesOf({ categories }: FeedItem): string[] {
  const names = categories.map((category) => cut(textOf(category), MAX_CATEGORY_LENGTH).trim());
  return [...new Set(names.filter((name) => name !== ''))];
}

import type { FeedItem } from '#server/domains/news/feed/feed.ts';
import { cleanCharacters, truncate } from '#server/domains/news/feed/sanitize/characters.ts';

const MAX_URL_LENGTH = 2000;
const MAX_RAW_TITLE_LENGTH = 2000;
const MAX_CONTENT_LENGTH = 200_000;
const MAX_NAME_LENGTH = 300;
const MAX_CATEGORIES = 20;

/** Limits the size of an item and strips characters that cannot be stored. Empty fields become `null`. */
export function limitItem(item: FeedItem): FeedItem {
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

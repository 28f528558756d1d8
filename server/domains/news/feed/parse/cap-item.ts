import type { FeedItem } from '#server/domains/news/feed/feed.ts';
import { cut, withoutUnwanted } from '#server/domains/news/feed/sanitize/html-to-text.ts';

const MAX_ADDRESS_LENGTH = 2000;
const MAX_TITLE_LENGTH = 2000;
const MAX_CONTENT_LENGTH = 200_000;
const MAX_NAME_LENGTH = 300;
const MAX_CATEGORIES = 20;

/** An item of a bounded size and of characters that can be stored. What is empty is none. */
export function capItem(item: FeedItem): FeedItem {
  return {
    guid: address(item.guid),
    link: address(item.link),
    title: cap(item.title, MAX_TITLE_LENGTH),
    content: cap(item.content, MAX_CONTENT_LENGTH),
    summary: cap(item.summary, MAX_CONTENT_LENGTH),
    imageUrl: address(item.imageUrl),
    published: cap(item.published, MAX_NAME_LENGTH),
    creator: cap(item.creator, MAX_NAME_LENGTH),
    categories: item.categories
      .slice(0, MAX_CATEGORIES)
      .map((category) => cap(category, MAX_NAME_LENGTH))
      .filter((category) => category !== null),
  };
}

/** A part of an address would be another address. */
function address(value: string | null): string | null {
  return (value?.length ?? 0) > MAX_ADDRESS_LENGTH ? null : cap(value, MAX_ADDRESS_LENGTH);
}

function cap(value: string | null, maxLength: number): string | null {
  const kept = cut(withoutUnwanted(value ?? ''), maxLength)
    .toWellFormed()
    .trim();
  return kept === '' ? null : kept;
}

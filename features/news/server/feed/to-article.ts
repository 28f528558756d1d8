import { truncateAtWord } from '#core/contract/text/truncate-at-word.ts';
import { findCompany } from '#features/market/server/companies.ts';
import { classify } from '#features/news/server/classify/classify.ts';
import type { articles } from '#features/news/server/news.tables.ts';
import type { FeedItem, PreparedItem } from './feed.ts';
import { type PrepareOptions, prepareItem } from './parse/prepare-feed.ts';

/** The columns of an article that are derived from its item. */
export type ArticleContent = Pick<
  typeof articles.$inferSelect,
  | 'title'
  | 'content'
  | 'excerpt'
  | 'link'
  | 'imageUrl'
  | 'creator'
  | 'sector'
  | 'category'
  | 'symbols'
  | 'companyNames'
>;

/** An item as it is stored: the article and the raw item. */
export interface FeedArticle extends Pick<PreparedItem, 'key' | 'publishedAt' | 'raw'> {
  article: ArticleContent;
}

const EXCERPT_LENGTH = 150;
const MAX_STORED_TITLE_LENGTH = 500;
/** Links, sectors and categories are indexed, which limits their length. */
const MAX_URL_LENGTH = 2000;
const MAX_LABEL_LENGTH = 100;

/** Converts a raw item to an article that is safe to store; returns `null` if none of it can be shown. */
export function convertItem(item: FeedItem, options: PrepareOptions): FeedArticle | null {
  const prepared = prepareItem(item, options);
  return prepared && toArticle(prepared);
}

/** Converts a prepared item to an article. Truncates values that PostgreSQL would reject, so that no item fails its batch. */
export function toArticle(item: PreparedItem, classifyItem: typeof classify = classify): FeedArticle {
  const title = toStorableText(item.title).slice(0, MAX_STORED_TITLE_LENGTH);
  const text = toStorableText(item.text);
  const { sector, category, symbols } = classifyItem({ title, text, feedCategories: item.feedCategories });
  const companies = [...new Set(symbols)];
  const article = {
    title,
    content: toStorableText(item.content),
    excerpt: toExcerpt(text),
    link: toStorableUrl(item.link),
    imageUrl: toStorableUrl(item.imageUrl),
    creator: item.creator === null ? null : toStorableText(item.creator),
    sector: toStorableText(sector ?? '').slice(0, MAX_LABEL_LENGTH),
    category: toStorableText(category).slice(0, MAX_LABEL_LENGTH),
    symbols: companies,
    companyNames: companies.flatMap((symbol) => findCompany(symbol)?.name ?? []).join('\n'),
  };
  return { key: item.key, publishedAt: item.publishedAt, raw: toStorableItem(item.raw), article };
}

/** Returns the first words of a text, which lists show. */
export const toExcerpt = (text: string) => truncateAtWord(text, EXCERPT_LENGTH);

/** Returns the raw item without the characters that PostgreSQL cannot store. */
function toStorableItem(item: FeedItem): FeedItem {
  const entries = Object.entries(item).map(([name, value]) => [
    name,
    typeof value === 'string'
      ? toStorableText(value)
      : Array.isArray(value)
        ? value.map(toStorableText)
        : value,
  ]);
  return Object.fromEntries(entries) as FeedItem;
}

/** PostgreSQL stores neither NUL characters nor lone surrogates. */
const toStorableText = (text: string) => text.replaceAll('\0', '').toWellFormed();

const toStorableUrl = (url: string | null) =>
  url === null || url.length > MAX_URL_LENGTH ? null : toStorableText(url);

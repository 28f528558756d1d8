import { findCompany } from '#server/domains/market/market.ts';
import type { FeedItem, PreparedItem } from '#server/domains/news/feed/feed.ts';
import type { ArticlePipeline } from '#server/domains/news/ingest/feed-pipeline.ts';
import type { articles } from '#server/domains/news/news.tables.ts';

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

const MAX_TITLE_LENGTH = 500;
/** Links, sectors and categories are indexed, which limits their length. */
const MAX_URL_LENGTH = 2000;
const MAX_LABEL_LENGTH = 100;

/** Converts an item to an article. Truncates values that PostgreSQL would reject, so that no item fails its batch. */
export function toArticle(
  item: PreparedItem,
  { htmlToText, toExcerpt, classify }: ArticlePipeline,
): ArticleContent {
  const title = toStorableText(item.title).slice(0, MAX_TITLE_LENGTH);
  const content = toStorableText(item.content);
  const { sector, category, symbols } = classify({
    title,
    text: htmlToText(content),
    feedCategories: item.feedCategories,
  });
  const companies = [...new Set(symbols)];
  return {
    title,
    content,
    excerpt: toExcerpt(content),
    link: toStorableUrl(item.link),
    imageUrl: toStorableUrl(item.imageUrl),
    creator: item.creator === null ? null : toStorableText(item.creator),
    sector: toStorableText(sector ?? '').slice(0, MAX_LABEL_LENGTH),
    category: toStorableText(category).slice(0, MAX_LABEL_LENGTH),
    symbols: companies,
    companyNames: companies.flatMap((symbol) => findCompany(symbol)?.name ?? []).join('\n'),
  };
}

/** Returns the raw item without the characters that PostgreSQL cannot store. */
export function toStorableItem(item: FeedItem): FeedItem {
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

import { findCompany } from '#server/domains/market/market.ts';
import type { FeedItem, PreparedItem } from '#server/domains/news/feed/feed.ts';
import type { EditingTools } from '#server/domains/news/ingest/feed-pipeline.ts';
import type { articles } from '#server/domains/news/news.tables.ts';

/** What an article has of its item, as against what it has of its coming in. */
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
/** An index holds links, sectors and categories: longer ones cannot be stored. */
const MAX_ADDRESS_LENGTH = 2000;
const MAX_KIND_LENGTH = 100;

/** Makes an item into what is stored of it. One that came through everything before cannot fail its whole batch here. */
export function articleOf(item: PreparedItem, { textOf, excerptOf, classify }: EditingTools): ArticleContent {
  const title = storable(item.title).slice(0, MAX_TITLE_LENGTH);
  const content = storable(item.content);
  const { sector, category, symbols } = classify({
    title,
    text: textOf(content),
    feedCategories: item.feedCategories,
  });
  const companies = [...new Set(symbols)];
  return {
    title,
    content,
    excerpt: excerptOf(content),
    link: storableAddress(item.link),
    imageUrl: storableAddress(item.imageUrl),
    creator: item.creator === null ? null : storable(item.creator),
    sector: storable(sector ?? '').slice(0, MAX_KIND_LENGTH),
    category: storable(category).slice(0, MAX_KIND_LENGTH),
    symbols: companies,
    companyNames: companies.flatMap((symbol) => findCompany(symbol)?.name ?? []).join('\n'),
  };
}

/** The item as it came, less what PostgreSQL cannot hold. */
export function storableRaw(item: FeedItem): FeedItem {
  const entries = Object.entries(item).map(([name, value]) => [
    name,
    typeof value === 'string' ? storable(value) : Array.isArray(value) ? value.map(storable) : value,
  ]);
  return Object.fromEntries(entries) as FeedItem;
}

/** PostgreSQL holds neither NUL characters nor halves of surrogate pairs. */
const storable = (text: string) => text.replaceAll('\0', '').toWellFormed();

const storableAddress = (address: string | null) =>
  address === null || address.length > MAX_ADDRESS_LENGTH ? null : storable(address);

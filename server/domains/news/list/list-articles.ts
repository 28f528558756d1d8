import { type Article, DEFAULT_NEWS_ORDERING, type NewsOrdering } from '#contract/news/endpoints.ts';
import {
  type ArticleRow,
  type Content,
  findArticles,
  presentArticle,
} from '#server/domains/news/news.queries.ts';
import type { Queryable } from '#server/platform/database.ts';
import { listByIndex } from './list-by-index.ts';
import {
  type NewsFilter,
  type NewsOverview,
  resolveFilter,
  type Selection,
  type Slice,
} from './news-overview.ts';
import { searchByDate, searchByTitle } from './search-articles.ts';
import { SCAN_LIMITS, type ScanLimits } from './search-scan.ts';

interface ListOptions {
  /** A search, or the filter by symbol, stops counting here. */
  maxCount: number;
  content: Content;
  limits?: ScanLimits;
}

export interface ListedArticles {
  rows: ArticleRow[];
  count: number;
  isCapped: boolean;
}

const NO_ARTICLES: ListedArticles = { rows: [], count: 0, isCapped: false };

/** Lists a slice of the matching articles, and their count. */
export async function listArticles(
  db: Queryable,
  overview: NewsOverview,
  filter: NewsFilter,
  slice: Slice,
  { maxCount, content, limits = SCAN_LIMITS }: ListOptions,
): Promise<ListedArticles> {
  const selection = resolveFilter(overview, filter);
  if (selection === null) return NO_ARTICLES;
  const symbols = filter.symbol ?? [];
  if (filter.search || symbols.length > 0) {
    const search = { text: filter.search || null, symbols, selection, maxCount };
    const find = slice.ordering.endsWith('title') ? searchByTitle : searchByDate;
    const { ids, ...found } = await find(db, overview, search, slice, limits);
    return { rows: await findArticles(db, ids, content), ...found };
  }
  const rows = await listFiltered(db, selection, slice, content);
  return { rows, count: selection.count, isCapped: false };
}

/** Lists the slice from the nearer end. */
async function listFiltered(
  db: Queryable,
  { kinds, count }: Selection,
  slice: Slice,
  content: Content,
): Promise<ArticleRow[]> {
  const limit = Math.min(slice.limit, count - slice.offset);
  if (limit <= 0) return [];
  const fromEnd = count - slice.offset - limit;
  if (fromEnd >= slice.offset) return listByIndex(db, kinds, { ...slice, limit }, content);
  const reversed = { ordering: reverse(slice.ordering), offset: fromEnd, limit };
  return (await listByIndex(db, kinds, reversed, content)).reverse();
}

const reverse = (ordering: NewsOrdering) =>
  (ordering.startsWith('-') ? ordering.slice(1) : `-${ordering}`) as NewsOrdering;

/** Returns the newest articles that a search finds, with excerpts. */
export type SearchArticles = (search: string, limit: number) => Promise<Article[]>;

export const createArticleSearch =
  (db: Queryable, getOverview: () => Promise<NewsOverview>): SearchArticles =>
  async (search, limit) => {
    const slice = { ordering: DEFAULT_NEWS_ORDERING, offset: 0, limit };
    // Without a count nothing needs to be counted beyond the slice.
    const options = { maxCount: limit, content: 'excerpt' } as const;
    const { rows } = await listArticles(db, await getOverview(), { search }, slice, options);
    return rows.map(presentArticle);
  };

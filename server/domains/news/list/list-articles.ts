import type { Article } from '#contract/news/article.ts';
import { DEFAULT_NEWS_ORDERING, type NewsOrdering } from '#contract/news/endpoints.ts';
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
import { filterByDate, filterByTitle, searchByDate, searchByTitle } from './search-articles.ts';
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

const REVERSED: Record<NewsOrdering, NewsOrdering> = {
  '-pub_date': 'pub_date',
  pub_date: '-pub_date',
  title: '-title',
  '-title': 'title',
};

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
  if (filter.search || filter.symbol) {
    const search = { text: filter.search || null, symbol: filter.symbol || null, selection, maxCount };
    const find = slice.ordering.endsWith('title') ? searchByTitle : searchByDate;
    const { ids, ...found } = await find(db, overview, search, slice, limits);
    return { rows: await findArticles(db, ids, content), ...found };
  }
  const rows = await listFiltered(db, overview, selection, slice, { content, limits });
  return { rows, count: selection.count, isCapped: false };
}

type FilterOptions = Required<Pick<ListOptions, 'content' | 'limits'>>;

/** Lists the slice from the nearer end. */
async function listFiltered(
  db: Queryable,
  overview: NewsOverview,
  selection: Selection,
  slice: Slice,
  options: FilterOptions,
): Promise<ArticleRow[]> {
  const limit = Math.min(slice.limit, selection.count - slice.offset);
  if (limit <= 0) return [];
  const fromEnd = selection.count - slice.offset - limit;
  if (fromEnd >= slice.offset) return listFromStart(db, overview, selection, { ...slice, limit }, options);
  const reversed = { ordering: REVERSED[slice.ordering], offset: fromEnd, limit };
  return (await listFromStart(db, overview, selection, reversed, options)).reverse();
}

async function listFromStart(
  db: Queryable,
  overview: NewsOverview,
  selection: Selection,
  slice: Slice,
  { content, limits }: FilterOptions,
): Promise<ArticleRow[]> {
  if (Object.keys(selection.kinds).length <= 1) return listByIndex(db, overview, selection, slice, content);
  const ids = await (slice.ordering.endsWith('title')
    ? filterByTitle(db, selection, slice)
    : filterByDate(db, overview, selection, slice, limits));
  return findArticles(db, ids, content);
}

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

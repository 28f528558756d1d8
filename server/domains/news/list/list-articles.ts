import type { NewsOrdering } from '#contract/news/endpoints.ts';
import type { Queryable } from '#server/platform/database.ts';
import { listByIndex } from './list-by-index.ts';
import type { NewsOverview } from './news-overview.ts';
import { type NewsFilter, resolveFilter, type Selection, type Slice } from './resolve-filter.ts';
import {
  type FoundArticles,
  filterByDate,
  filterByTitle,
  searchByDate,
  searchByTitle,
} from './search-articles.ts';
import { SCAN_LIMITS, type ScanLimits } from './search-scan.ts';

const NO_ARTICLES: FoundArticles = { ids: [], count: 0, isCapped: false };

const REVERSED: Record<NewsOrdering, NewsOrdering> = {
  '-pub_date': 'pub_date',
  pub_date: '-pub_date',
  title: '-title',
  '-title': 'title',
};

/** Lists the IDs of a slice of the matching articles, and their count. A search stops counting at `maxCount`. */
export async function listArticles(
  db: Queryable,
  overview: NewsOverview,
  filter: NewsFilter,
  slice: Slice,
  maxCount: number,
  limits = SCAN_LIMITS,
): Promise<FoundArticles> {
  const selection = resolveFilter(overview, filter);
  if (selection === null) return NO_ARTICLES;
  if (filter.search) {
    const search = { text: filter.search, selection, maxCount };
    const find = slice.ordering.endsWith('title') ? searchByTitle : searchByDate;
    return find(db, overview, search, slice, limits);
  }
  return {
    ids: await listFiltered(db, overview, selection, slice, limits),
    count: selection.count,
    isCapped: false,
  };
}

/** Lists the slice from the nearer end. */
async function listFiltered(
  db: Queryable,
  overview: NewsOverview,
  selection: Selection,
  slice: Slice,
  limits: ScanLimits,
): Promise<number[]> {
  const limit = Math.min(slice.limit, selection.count - slice.offset);
  if (limit <= 0) return [];
  const fromEnd = selection.count - slice.offset - limit;
  if (fromEnd >= slice.offset) return listFromStart(db, overview, selection, { ...slice, limit }, limits);
  const reversed = { ordering: REVERSED[slice.ordering], offset: fromEnd, limit };
  return (await listFromStart(db, overview, selection, reversed, limits)).reverse();
}

function listFromStart(
  db: Queryable,
  overview: NewsOverview,
  selection: Selection,
  slice: Slice,
  limits: ScanLimits,
): Promise<number[]> {
  if (Object.keys(selection.kinds).length <= 1) return listByIndex(db, overview, selection, slice);
  return slice.ordering.endsWith('title')
    ? filterByTitle(db, selection, slice)
    : filterByDate(db, overview, selection, slice, limits);
}

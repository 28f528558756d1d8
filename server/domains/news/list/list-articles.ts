import type { NewsOrdering } from '#contract/news/endpoints.ts';
import type { Queryable } from '#server/platform/database.ts';
import { listByIndex } from './list-by-index.ts';
import type { NewsOverview } from './news-overview.ts';
import { type Found, filterByDate, filterByTitle, searchByDate, searchByTitle } from './search-articles.ts';
import { PACE, type Pace } from './search-scan.ts';
import { type Choice, chooseArticles, type NewsFilter, type Slice } from './select-articles.ts';

const NOTHING: Found = { ids: [], count: 0, isCapped: false };

const REVERSED: Record<NewsOrdering, NewsOrdering> = {
  '-pub_date': 'pub_date',
  pub_date: '-pub_date',
  title: '-title',
  '-title': 'title',
};

/**
 * The ids of a slice of the articles that pass the filter, in order, and how many pass it, as far as a search counts.
 */
export async function listArticles(
  db: Queryable,
  overview: NewsOverview,
  filter: NewsFilter,
  slice: Slice,
  maxFound: number,
  pace = PACE,
): Promise<Found> {
  const choice = chooseArticles(overview, filter);
  if (choice === null) return NOTHING;
  if (filter.search) {
    const search = { text: filter.search, choice, maxCount: maxFound };
    const find = slice.ordering.endsWith('title') ? searchByTitle : searchByDate;
    return find(db, overview, search, slice, pace);
  }
  return { ids: await listKinds(db, overview, choice, slice, pace), count: choice.count, isCapped: false };
}

/** From whichever end of the list is nearer. */
async function listKinds(
  db: Queryable,
  overview: NewsOverview,
  choice: Choice,
  slice: Slice,
  pace: Pace,
): Promise<number[]> {
  const limit = Math.min(slice.limit, choice.count - slice.offset);
  if (limit <= 0) return [];
  const fromEnd = choice.count - slice.offset - limit;
  if (fromEnd >= slice.offset) return listFromBeginning(db, overview, choice, { ...slice, limit }, pace);
  const reversed = { ordering: REVERSED[slice.ordering], offset: fromEnd, limit };
  return (await listFromBeginning(db, overview, choice, reversed, pace)).reverse();
}

function listFromBeginning(
  db: Queryable,
  overview: NewsOverview,
  choice: Choice,
  slice: Slice,
  pace: Pace,
): Promise<number[]> {
  if (Object.keys(choice.chosen).length <= 1) return listByIndex(db, overview, choice, slice);
  return slice.ordering.endsWith('title')
    ? filterByTitle(db, choice, slice)
    : filterByDate(db, overview, choice, slice, pace);
}

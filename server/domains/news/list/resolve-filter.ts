import type { NewsOrdering } from '#contract/news/endpoints.ts';
import type { NewsOverview } from './news-overview.ts';

/** The filter of a request; empty lists match everything. */
export interface NewsFilter {
  search?: string | undefined;
  source?: string | undefined;
  sector?: string[] | undefined;
  category?: string[] | undefined;
  symbol?: string | undefined;
}

/** The selected values that have articles; a filter that is not set is absent. */
export interface SelectedKinds {
  sourceId?: number[];
  sector?: string[];
  category?: string[];
}

export interface Selection {
  kinds: SelectedKinds;
  /** The number of matching articles. */
  count: number;
}

/** The requested part of the ordered articles. */
export interface Slice {
  ordering: NewsOrdering;
  offset: number;
  limit: number;
}

/** Returns `null` if nothing can match, because a selected name has no articles. */
export function resolveFilter(overview: NewsOverview, filter: NewsFilter): Selection | null {
  const kinds: SelectedKinds = {};
  let counts = overview.counts;
  if (filter.source) {
    counts = counts.filter(({ source }) => source === filter.source);
    kinds.sourceId = [...new Set(counts.map(({ sourceId }) => sourceId))];
  }
  for (const kind of ['sector', 'category'] as const) {
    const wanted = filter[kind];
    if (!wanted || wanted.length === 0) continue;
    counts = counts.filter((row) => wanted.includes(row[kind]));
    kinds[kind] = [...new Set(counts.map((row) => row[kind]))];
  }
  const count =
    counts === overview.counts ? overview.total : counts.reduce((sum, { articles }) => sum + articles, 0);
  return count === 0 ? null : { kinds, count };
}

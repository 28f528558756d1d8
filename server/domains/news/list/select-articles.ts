import type { NewsOrdering } from '#contract/news/endpoints.ts';
import type { NewsOverview } from './news-overview.ts';

/** What a reader asks for; empty lists choose everything. */
export interface NewsFilter {
  search?: string | undefined;
  source?: string | undefined;
  sector?: string[] | undefined;
  category?: string[] | undefined;
}

/** The chosen values of each kind that have articles; a kind without a choice is absent. */
export interface Chosen {
  sourceId?: number[];
  sector?: string[];
  category?: string[];
}

export interface Choice {
  chosen: Chosen;
  /** How many articles are of the chosen kinds. */
  count: number;
}

/** Which part of the ordered articles is asked for. */
export interface Slice {
  ordering: NewsOrdering;
  offset: number;
  limit: number;
}

/** `null` when nothing can match, for a chosen name has no articles. */
export function chooseArticles(overview: NewsOverview, filter: NewsFilter): Choice | null {
  const chosen: Chosen = {};
  let kinds = overview.kinds;
  if (filter.source) {
    kinds = kinds.filter(({ source }) => source === filter.source);
    chosen.sourceId = [...new Set(kinds.map(({ sourceId }) => sourceId))];
  }
  for (const kind of ['sector', 'category'] as const) {
    const wanted = filter[kind];
    if (!wanted || wanted.length === 0) continue;
    kinds = kinds.filter((row) => wanted.includes(row[kind]));
    chosen[kind] = [...new Set(kinds.map((row) => row[kind]))];
  }
  const count = kinds.reduce((sum, { articles }) => sum + articles, 0);
  return count === 0 ? null : { chosen, count };
}

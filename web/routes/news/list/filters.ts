import type { EndpointInput } from '#contract/endpoint.ts';
import {
  DEFAULT_NEWS_ORDERING,
  type listArticles,
  NEWS_ORDERINGS,
  type NewsOrdering,
} from '#contract/news/endpoints.ts';
import { paths } from '#contract/paths.ts';
import { createFilteredList } from '#web/list/filtered-list.ts';
import { cleanValue, parseNames, parsePage } from '#web/list/url-values.ts';

/** The filters by their names in the URL and the API. An empty value means all. */
export interface NewsFilters {
  search: string;
  source: string;
  sector: string[];
  category: string[];
  symbol: string;
  ordering: NewsOrdering;
  page: number;
}

export const NO_FILTERS: NewsFilters = {
  search: '',
  source: '',
  sector: [],
  category: [],
  symbol: '',
  ordering: DEFAULT_NEWS_ORDERING,
  page: 1,
};

/** The limits of the API. */
export const MAX_SEARCH_LENGTH = 200;
const MAX_SYMBOL_LENGTH = 20;
const NAME_LIMITS = { maxLength: 100, maxCount: 60 };

export function readFilters(params: URLSearchParams): NewsFilters {
  return {
    search: cleanValue(params.get('search')).slice(0, MAX_SEARCH_LENGTH).trim(),
    source: parseNames(params.getAll('source').slice(0, 1), NAME_LIMITS)[0] ?? '',
    sector: parseNames(params.getAll('sector'), NAME_LIMITS),
    category: parseNames(params.getAll('category'), NAME_LIMITS),
    symbol: cleanValue(params.get('symbol')).slice(0, MAX_SYMBOL_LENGTH).toUpperCase(),
    ordering: NEWS_ORDERINGS.find((ordering) => ordering === params.get('ordering')) ?? DEFAULT_NEWS_ORDERING,
    page: parsePage(params.get('page')),
  };
}

export const newsList = createFilteredList<NewsFilters>({
  path: paths.news,
  noFilters: NO_FILTERS,
  readFilters,
  storageKey: 'tezi:news',
  lastViewedKey: 'lastViewedArticleId',
});

/** Returns the query string of the page in canonical form. */
export const toCanonicalQuery = (params: URLSearchParams) => newsList.toQuery(readFilters(params));

export function toArticlesQuery(filters: NewsFilters): EndpointInput<typeof listArticles>['query'] {
  return { ...filters, page: String(filters.page), content: 'excerpt' };
}

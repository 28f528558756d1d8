import { paths } from '#core/contract/paths.ts';
import { name, names, oneOf, searchText, symbols } from '#core/web/list/filters.ts';
import { createListRoute } from '#core/web/list/list-route.ts';
import { DEFAULT_NEWS_ORDERING, listArticles, NEWS_ORDERINGS } from '#features/news/contract/endpoints.ts';

/** The limits of the API. */
export const MAX_SEARCH_LENGTH = 200;
const NAME_LIMITS = { maxLength: 100, maxCount: 60 };

export const newsList = createListRoute(listArticles, {
  path: paths.news,
  title: 'Financial News',
  description: 'Market news, economic analysis and company updates for Pakistan Stock Exchange traders.',
  filters: {
    search: searchText(MAX_SEARCH_LENGTH),
    source: name(NAME_LIMITS.maxLength),
    sector: names(NAME_LIMITS),
    category: names(NAME_LIMITS),
    symbol: symbols,
    ordering: oneOf(NEWS_ORDERINGS, DEFAULT_NEWS_ORDERING),
  },
  query: { content: 'excerpt' },
  storageKey: 'tezi:news',
  lastViewedKey: 'lastViewedArticleId',
});

export type NewsFilters = typeof newsList.noFilters;

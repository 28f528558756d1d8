import { keepPreviousData, useQuery } from '@tanstack/react-query';
import {
  type ArticleList,
  listArticles,
  listNewsCategories,
  listNewsSectors,
  listNewsSources,
} from '#contract/news/endpoints.ts';
import { api } from '#web/api/api.ts';
import { rendered, retry } from '#web/list/list-queries.ts';
import { articlesQuery, type NewsFilters } from './list/filters.ts';

const MINUTE_MS = 60_000;
/** Section 9 of the specification. */
export const ARTICLES_FRESH_MS = 5 * MINUTE_MS;
const CHOICES_FRESH_MS = 30 * MINUTE_MS;

/** What there is to filter by. */
export interface NewsChoices {
  sources: string[];
  sectors: string[];
  categories: string[];
}

/** What the server rendered, and when; each part `null` when it could not be had. */
export interface RenderedNews {
  articles: ArticleList | null;
  choices: NewsChoices | null;
  /** The address is of a page past the last one. */
  isPastEnd: boolean;
  asOf: string;
}

/** A page of articles. While another page or filter is loaded the list stays as it was. */
export function useArticles(filters: NewsFilters, from: RenderedNews | null) {
  return useQuery({
    queryKey: ['news', 'articles', filters],
    queryFn: () => api(listArticles, { query: articlesQuery(filters) }),
    staleTime: ARTICLES_FRESH_MS,
    retry,
    placeholderData: keepPreviousData,
    // The server has just found that there is no such page.
    enabled: !from?.isPastEnd,
    ...rendered(from?.articles, from?.asOf),
  });
}

/** Sources, sectors and categories; empty as long as they are not known. */
export function useNewsChoices(from: RenderedNews | null): NewsChoices {
  const { data } = useQuery({
    queryKey: ['news', 'choices'],
    queryFn: async () => {
      const [{ sources }, { sectors }, { categories }] = await Promise.all([
        api(listNewsSources, {}),
        api(listNewsSectors, {}),
        api(listNewsCategories, {}),
      ]);
      return { sources, sectors, categories };
    },
    staleTime: CHOICES_FRESH_MS,
    gcTime: CHOICES_FRESH_MS,
    retry,
    ...rendered(from?.choices, from?.asOf),
  });
  return data ?? { sources: [], sectors: [], categories: [] };
}

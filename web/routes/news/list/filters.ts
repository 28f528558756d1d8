import type { EndpointInput } from '#contract/endpoint.ts';
import {
  DEFAULT_NEWS_ORDERING,
  type listArticles,
  NEWS_ORDERINGS,
  type NewsOrdering,
} from '#contract/news/endpoints.ts';
import { paths } from '#contract/paths.ts';
import { withQuery } from '#web/document/page-query.ts';
import { cleanValue, readPage } from '#web/list/url-values.ts';

/** What the list shows (section 3 of the specification); empty means all. */
export interface NewsFilters {
  search: string;
  source: string;
  sector: string[];
  category: string[];
  ordering: NewsOrdering;
  page: number;
}

export const NO_FILTERS: NewsFilters = {
  search: '',
  source: '',
  sector: [],
  category: [],
  ordering: DEFAULT_NEWS_ORDERING,
  page: 1,
};

/** The names in the address, which are the API's. */
export const FILTER_NAMES = ['search', 'source', 'sector', 'category', 'ordering', 'page'] as const;

/** What the API takes. */
const MAX_SEARCH_LENGTH = 200;
const MAX_NAME_LENGTH = 100;
const MAX_CHOICES = 60;

export function readFilters(address: URLSearchParams): NewsFilters {
  const one = (name: string) => cleanValue(address.get(name));
  const several = (name: string) =>
    [...new Set(address.getAll(name).map(cleanValue))].filter(isName).slice(0, MAX_CHOICES);
  const source = one('source');
  return {
    search: one('search').slice(0, MAX_SEARCH_LENGTH).trim(),
    source: isName(source) ? source : '',
    sector: several('sector'),
    category: several('category'),
    ordering: NEWS_ORDERINGS.find((known) => known === address.get('ordering')) ?? DEFAULT_NEWS_ORDERING,
    page: readPage(address.get('page')),
  };
}

const isName = (text: string) => text !== '' && text.length <= MAX_NAME_LENGTH;

/** Whether the address asks for nothing, so that the stored preferences may fill it. */
export const isEmptyAddress = (address: URLSearchParams) => FILTER_NAMES.every((name) => !address.has(name));

/** The address of the list; what is as usual is left out. */
export const newsAddress = (filters: NewsFilters) => withQuery(paths.news, filterQuery(filters));

/** The query string of a page in canonical form. */
export const canonicalFilters = (search: URLSearchParams) => filterQuery(readFilters(search));

function filterQuery(filters: NewsFilters): URLSearchParams {
  const address = new URLSearchParams();
  if (filters.search) address.set('search', filters.search);
  if (filters.source) address.set('source', filters.source);
  for (const sector of filters.sector) address.append('sector', sector);
  for (const category of filters.category) address.append('category', category);
  if (filters.ordering !== DEFAULT_NEWS_ORDERING) address.set('ordering', filters.ordering);
  if (filters.page > 1) address.set('page', String(filters.page));
  return address;
}

/** How many filters are set; the page is none. */
export function countActive({ search, source, sector, category, ordering }: NewsFilters): number {
  const isSet = [
    search !== '',
    source !== '',
    sector.length > 0,
    category.length > 0,
    ordering !== DEFAULT_NEWS_ORDERING,
  ];
  return isSet.filter(Boolean).length;
}

export function articlesQuery(filters: NewsFilters): EndpointInput<typeof listArticles>['query'] {
  return { ...filters, page: String(filters.page), content: 'excerpt' };
}

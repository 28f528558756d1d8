import { keepPreviousData, useQuery } from '@tanstack/react-query';
import {
  type BookClosureList,
  listBookClosureCompanies,
  listBookClosures,
} from '#contract/corporate-actions/book-closures.ts';
import { api } from '#web/api/api.ts';
import { rendered, retry } from '#web/list/list-queries.ts';
import { type ClosureFilters, closuresQuery } from './filters.ts';

const MINUTE_MS = 60_000;
const CLOSURES_FRESH_MS = 5 * MINUTE_MS;
const COMPANIES_FRESH_MS = 30 * MINUTE_MS;

/** What the server rendered, and when; `null` when it could not be had. */
export interface RenderedClosures {
  closures: BookClosureList | null;
  /** The address is of a page past the last one. */
  isPastEnd: boolean;
  asOf: string;
}

/** A page of closures. While another page or filter is loaded the list stays as it was. */
export function useClosures(filters: ClosureFilters, from: RenderedClosures | null) {
  return useQuery({
    queryKey: ['book-closures', 'list', filters],
    queryFn: () => api(listBookClosures, { query: closuresQuery(filters) }),
    staleTime: CLOSURES_FRESH_MS,
    retry,
    placeholderData: keepPreviousData,
    // The server has just found that there is no such page.
    enabled: !from?.isPastEnd,
    ...rendered(from?.closures, from?.asOf),
  });
}

/** All companies' names: hundreds, so they are asked for when somebody is about to choose among them. */
export function useClosureCompanies(isWanted: boolean) {
  return useQuery({
    queryKey: ['book-closures', 'companies'],
    queryFn: async () => (await api(listBookClosureCompanies, {})).companies,
    staleTime: COMPANIES_FRESH_MS,
    retry,
    enabled: isWanted,
  });
}

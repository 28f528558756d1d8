import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useEffect, useMemo, useRef } from 'react';
import { useLocation, useNavigate, useNavigationType } from 'react-router';
import type { EndpointInput, EndpointOutput, EndpointShape } from '#core/contract/endpoint.ts';
import { api } from '#core/web/api/api.ts';
import { getLastPage } from '#core/web/api/call.ts';
import { LIST_STALE_MS, shouldRetry, toInitialData } from '#core/web/api/query-options.ts';
import type { Elements } from '#core/web/ui/elements.ts';
import { PageHeader } from '#core/web/ui/page-header.tsx';
import { ClearFiltersForm } from './clear-filters.tsx';
import { type DateRange, NO_DATES } from './filters.ts';
import type { RenderedList } from './list-loader.ts';
import type { ListRoute } from './list-route.ts';
import { useFilterChange } from './use-filter-change.ts';
import { useRestoredList } from './use-restored-list.ts';

export interface ListQuery<Response> {
  data: Response | undefined;
  dataUpdatedAt: number;
  error: unknown;
  isFetching: boolean;
  /** `data` is of the previous page or filters. */
  isPlaceholderData: boolean;
  /** The last page if the requested one is past it, else `null`. */
  lastPage: number | null;
  refetch: () => unknown;
}

/** The state of a list page: its filters in the URL, how the fields change them, and the page of the list. */
export interface ListState<Values, Response> {
  filters: Values;
  query: ListQuery<Response>;
  /** The item to scroll to after the user returns from its page by a link of that page. */
  returnedFromId: number | null;
  isRestoring: boolean;
  clear: () => void;
  fields: {
    /** The filters including a change that is still loading. */
    filters: Values;
    /** Dates in the URL that are invalid, as they were typed. */
    invalidDates: DateRange;
    /** Resets typed text when it changes. */
    clearCount: number;
    onChange: (changed: Partial<Values>) => void;
  };
}

/**
 * Reads the filters from the URL and queries the list. `today` is the date by which the API is queried. `rendered` is the list as the
 * server rendered it. While another page loads, the previous one stays visible.
 */
export function useListPage<Values extends { page: number }, Endpoint extends EndpointShape>(
  list: ListRoute<Values, Endpoint>,
  rendered: RenderedList<EndpointOutput<Endpoint>> | null,
  today = '',
): ListState<Values, EndpointOutput<Endpoint>> {
  const { search } = useLocation();
  const { filters, invalidDates } = useMemo(() => {
    const params = new URLSearchParams(search);
    return { filters: list.readFilters(params), invalidDates: list.readInvalidDates(params) };
  }, [list, search]);
  const { isRestoring, returnedFromId } = useRestoredList(filters, list);
  const { chosen, change, clear, clearCount } = useFilterChange(filters, list);
  const apiQuery = list.toApiQuery(filters, today);
  const query = useListQuery(
    [list.endpoint.path, apiQuery],
    () => api(list.endpoint, { query: apiQuery } as EndpointInput<Endpoint>),
    rendered,
  );
  const { lastPage } = query;
  const navigate = useNavigate();
  useEffect(() => {
    if (lastPage !== null) navigate(list.toUrl({ ...filters, page: lastPage }), { replace: true });
  }, [lastPage, filters, list, navigate]);
  useScrollToTop(filters.page);
  const fields = {
    filters: chosen,
    // Right after clearing, the URL still contains the invalid dates.
    invalidDates: clearCount === 0 ? invalidDates : NO_DATES,
    clearCount,
    onChange: change,
  };
  return { filters, query, returnedFromId, isRestoring, clear, fields };
}

function useListQuery<Response>(
  queryKey: readonly unknown[],
  queryFn: () => Promise<Response>,
  rendered: RenderedList<Response> | null,
): ListQuery<Response> {
  const { data, dataUpdatedAt, error, isPending, isFetching, isPlaceholderData, refetch } = useQuery({
    queryKey,
    queryFn,
    staleTime: LIST_STALE_MS,
    retry: shouldRetry,
    placeholderData: keepPreviousData,
    // The server has just found that this page does not exist.
    enabled: !rendered?.lastPage,
    ...toInitialData(rendered?.response, rendered?.asOf),
  });
  const lastPage = getLastPage(error) ?? (isPending ? (rendered?.lastPage ?? null) : null);
  // Only these properties, because each one that is read causes a render when it changes.
  return { data, dataUpdatedAt, error, isFetching, isPlaceholderData, lastPage, refetch };
}

/** Scrolls to the top when a link leads to another page of the list. Back and Forward restore the position instead. */
function useScrollToTop(page: number): void {
  const isForward = useNavigationType() === 'PUSH';
  const shownPage = useRef(page);
  useEffect(() => {
    if (shownPage.current === page) return;
    shownPage.current = page;
    if (!isForward) return;
    const prefersReducedMotion = matchMedia('(prefers-reduced-motion: reduce)').matches;
    window.scrollTo({ top: 0, behavior: prefersReducedMotion ? 'auto' : 'smooth' });
  }, [page, isForward]);
}

interface ListPageProps {
  path: string;
  title: string;
  description: string;
  state: Pick<ListState<unknown, unknown>, 'isRestoring' | 'clear'>;
  children: Elements;
}

/** The frame of a list page: its header, and the form that the buttons for clearing all filters submit. */
export function ListPage({ path, title, description, state, children }: ListPageProps) {
  return (
    <>
      <PageHeader title={title} description={description} />
      {state.isRestoring && <RestoringBanner />}
      {children}
      <ClearFiltersForm path={path} onClear={state.clear} />
    </>
  );
}

/** Covers the top of the page without moving its content. */
function RestoringBanner() {
  return (
    <p
      role="status"
      className="fixed inset-x-4 top-[calc(var(--spacing-header)+0.75rem)] z-10 mx-auto w-fit max-w-full rounded-box border border-s-4 border-line-strong border-s-accent bg-surface px-4 py-2 text-sm"
    >
      Restoring your previous browsing position and filters...
    </p>
  );
}

import type { EndpointInput, EndpointShape } from '#core/contract/endpoint.ts';
import { createPageMeta } from '#core/web/document/page-meta.ts';
import type { PageHandle } from '#core/web/document/page-query.ts';
import {
  createFilteredList,
  type FilteredList,
  type FilteredListOptions,
  type FilterSet,
  type FilterValues,
} from './filtered-list.ts';
import type { DateRange } from './filters.ts';

type Query<Endpoint> = EndpointInput<Endpoint> extends { query: infer Query } ? Query : never;

interface ListRouteOptions<Filters extends FilterSet, Endpoint> extends FilteredListOptions<Filters> {
  /** For search engines, and for the tab of the browser. */
  title: string;
  description: string;
  /** Filters of the API, by the names of their parameters. */
  filters: Filters & { [Name in Exclude<keyof Filters, keyof Query<Endpoint>>]: never };
  /** Further parameters of the API. */
  query?: Partial<Query<Endpoint>>;
  /** Returns the filters that apply on a date, if they depend on it. */
  resolve?: (filters: FilterValues<Filters>, today: string) => FilterValues<Filters>;
}

export interface ListRoute<Values extends { page: number }, Endpoint extends EndpointShape>
  extends FilteredList<Values> {
  endpoint: Endpoint;
  /** The route exports both. */
  handle: PageHandle;
  meta: ReturnType<typeof createPageMeta>;
  /** Returns the dates in the URL that are invalid, so that the fields can show them as they were typed. */
  readInvalidDates: (params: URLSearchParams) => DateRange;
  /** Returns the filters that apply on a date. */
  resolve: (filters: Values, today: string) => Values;
  /** Returns the query of the API. */
  toApiQuery: (filters: Values, today: string) => Query<Endpoint>;
}

/**
 * Creates the list of an endpoint with pages: its filters in the URL, the query of the API, and the exports of its route except the
 * `loader`, which `createListLoader` creates because browsers do not load it.
 */
export function createListRoute<Endpoint extends EndpointShape, const Filters extends FilterSet>(
  endpoint: Endpoint,
  options: ListRouteOptions<Filters, Endpoint>,
): ListRoute<FilterValues<Filters>, Endpoint> {
  const { title, description, query, resolve = (filters) => filters } = options;
  const list = createFilteredList<Filters>(options);
  const getInvalid = (params: URLSearchParams, name: string) =>
    (options.filters as FilterSet)[name]?.getInvalid?.(params.getAll(name)) ?? '';
  const readInvalidDates = (params: URLSearchParams) => ({
    from_date: getInvalid(params, 'from_date'),
    to_date: getInvalid(params, 'to_date'),
  });
  return {
    ...list,
    endpoint,
    handle: {
      query: list.paramNames,
      canonicalQuery: (params) => {
        const canonical = list.toQuery(list.readFilters(params));
        // The page shows them.
        for (const [name, text] of Object.entries(readInvalidDates(params)))
          if (text) canonical.set(name, text);
        return canonical;
      },
    },
    // The canonical URL of a filtered list is that of the whole list.
    meta: (args) => {
      const filters = list.readFilters(new URLSearchParams(args.location.search));
      const isFiltered = list.toUrl({ ...filters, page: 1 }) !== list.path;
      const page = isFiltered ? 1 : filters.page;
      return createPageMeta({
        title: page > 1 ? `${title}, page ${page}` : title,
        description,
        path: list.toUrl({ ...list.noFilters, page }),
      })(args);
    },
    readInvalidDates,
    resolve,
    toApiQuery: (filters, today) =>
      ({
        ...list.toParams(resolve(filters, today)),
        ...query,
        page: String(filters.page),
      }) as Query<Endpoint>,
  };
}

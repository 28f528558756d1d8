import { addQuery } from '#core/web/document/page-query.ts';
import { browserStorage } from '#core/web/session/browser-storage.ts';
import { type Filter, parsePage } from './filters.ts';

/** The ID of the form that every button for clearing all filters submits. */
export const CLEAR_FORM_ID = 'clear-filters';

export type FilterSet = Record<string, Filter<unknown>>;

/** The values of filters, and the page. */
export type FilterValues<Filters> = {
  [Name in keyof Filters]: Filters[Name] extends Filter<infer Value> ? Value : never;
} & { page: number };

export interface FilteredListOptions<Filters extends FilterSet> {
  path: string;
  /** By the names of their parameters in the URL. */
  filters: Filters;
  /** The list has one page, whatever the URL says. */
  hasOnePage?: boolean;
  /** Returns the filters as the number of active ones counts them. */
  toCounted?: (filters: FilterValues<Filters>) => FilterValues<Filters>;
  /** The key of the preferences in the browser's storage. Without it nothing is stored. */
  storageKey?: string;
  /** The property of the preferences that holds the ID of the last item viewed. */
  lastViewedKey?: string;
}

interface Preferences<Values> {
  filters: Values;
  lastViewedId: number | null;
}

export interface FilteredList<Values extends { page: number }> {
  path: string;
  /** The filters of the unfiltered first page. */
  noFilters: Values;
  paramNames: string[];
  isStored: boolean;
  readFilters: (params: URLSearchParams) => Values;
  /** Returns the number of filters that differ from their defaults. The page is not a filter. */
  countActive: (filters: Values) => number;
  /** Returns whether a URL contains any of the parameters. */
  hasParams: (params: URLSearchParams) => boolean;
  /** Returns the values of the parameters, including defaults. */
  toParams: (filters: Values) => Record<string, unknown>;
  /** Returns the URL parameters; defaults are left out. */
  toQuery: (filters: Values) => URLSearchParams;
  toUrl: (filters: Values) => string;
  parsePreferences: (text: string | null) => Preferences<Values>;
  readPreferences: () => Preferences<Values>;
  saveFilters: (filters: Values) => void;
  saveLastViewed: (id: number) => void;
}

/** Creates a list that keeps its filters and page in the URL, and restores them from the browser's storage. */
export function createFilteredList<const Filters extends FilterSet>({
  path,
  filters,
  hasOnePage = false,
  toCounted = (values) => values,
  storageKey = '',
  lastViewedKey = '',
}: FilteredListOptions<Filters>): FilteredList<FilterValues<Filters>> {
  type Values = FilterValues<Filters>;
  const entries = Object.entries(filters);
  const mapFilters = (map: (filter: Filter<unknown>, name: string) => unknown, page: number) =>
    Object.fromEntries([
      ...entries.map(([name, filter]) => [name, map(filter, name)]),
      ['page', page],
    ]) as Values;
  const get = (values: Values, name: string) => values[name as keyof Values] as unknown;

  const noFilters = mapFilters((filter) => filter.none, 1);
  const paramNames = Object.keys(noFilters);
  const readFilters = (params: URLSearchParams) =>
    mapFilters(
      (filter, name) => filter.read(params.getAll(name)),
      hasOnePage ? 1 : parsePage(params.get('page')),
    );
  const toParams = (values: Values) =>
    mapFilters((filter, name) => {
      const value = get(values, name);
      return filter.write ? filter.write(value) : value;
    }, values.page);
  const toQuery = (values: Values) => {
    const query = new URLSearchParams();
    for (const [name, value] of Object.entries(toParams(values)))
      for (const item of [value].flat())
        if (item !== '' && item !== get(noFilters, name)) query.append(name, String(item));
    return query;
  };

  const parse = (text: string | null): Preferences<Values> => {
    const stored = parseObject(text);
    const storedFilters = toObject(stored.filters);
    const params = new URLSearchParams();
    for (const name of paramNames)
      for (const value of [storedFilters[name]].flat())
        if (typeof value === 'string') params.append(name, value);
    if (typeof stored.currentPage === 'number') params.set('page', String(stored.currentPage));
    const id = stored[lastViewedKey];
    return { filters: readFilters(params), lastViewedId: Number.isSafeInteger(id) ? (id as number) : null };
  };
  const read = () => parse(browserStorage.get(storageKey));
  const save = ({ filters: { page, ...rest }, lastViewedId }: Preferences<Values>) => {
    const viewed = lastViewedKey ? { [lastViewedKey]: lastViewedId } : {};
    browserStorage.set(storageKey, JSON.stringify({ currentPage: page, filters: rest, ...viewed }));
  };
  return {
    path,
    noFilters,
    paramNames,
    isStored: storageKey !== '',
    readFilters,
    countActive: (values) => {
      const counted = toCounted(values);
      return Object.keys(filters).filter(
        (name) => String(get(counted, name)) !== String(get(noFilters, name)),
      ).length;
    },
    hasParams: (params) => paramNames.some((name) => params.has(name)),
    toParams,
    toQuery,
    toUrl: (values) => addQuery(path, toQuery(values)),
    parsePreferences: parse,
    readPreferences: read,
    saveFilters: (values) => save({ ...read(), filters: values }),
    saveLastViewed: (id) => save({ ...read(), lastViewedId: id }),
  };
}

/** Parses stored preferences, `{ currentPage, filters, … }`. Ignores everything that is invalid. */
function parseObject(text: string | null): Record<string, unknown> {
  try {
    return toObject(JSON.parse(text ?? 'null'));
  } catch {
    return {};
  }
}

const toObject = (value: unknown) =>
  (typeof value === 'object' && value !== null ? value : {}) as Record<string, unknown>;

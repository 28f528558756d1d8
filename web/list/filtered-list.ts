import { addQuery } from '#web/document/page-query.ts';
import { browserStorage } from '#web/session/browser-storage.ts';
import { parsePreferences, stringifyPreferences } from './preferences.ts';

/** The ID of the form that every button for clearing all filters submits. */
export const CLEAR_FORM_ID = 'clear-filters';

interface FilteredListOptions<Filters> {
  path: string;
  /** The filters of the unfiltered first page. The keys are the names of the URL parameters. */
  noFilters: Filters;
  /** Reads the filters from URL parameters and replaces invalid values with defaults. */
  readFilters: (params: URLSearchParams) => Filters;
  /** Returns the values of the URL parameters, if they are not simply the values of the filters. */
  toParams?: (filters: Filters) => object;
  countActive?: (filters: Filters) => number;
  /** The key of the preferences in the browser's storage. */
  storageKey: string;
  /** The property of the preferences that holds the ID of the last item viewed. */
  lastViewedKey?: string;
}

interface Preferences<Filters> {
  filters: Filters;
  lastViewedId: number | null;
}

export type FilteredList<Filters extends { page: number }> = ReturnType<typeof createFilteredList<Filters>>;

/** Creates a list that keeps its filters and page in the URL, and restores them from the browser's storage. */
export function createFilteredList<Filters extends { page: number }>({
  path,
  noFilters,
  readFilters,
  toParams = (filters) => filters,
  countActive = (filters) => countChanged(filters, noFilters),
  storageKey,
  lastViewedKey = '',
}: FilteredListOptions<Filters>) {
  const paramNames = Object.keys(noFilters);

  /** Returns the URL parameters; defaults are left out. */
  const toQuery = (filters: Filters) => {
    const query = new URLSearchParams();
    for (const [name, value] of Object.entries(toParams(filters))) {
      const initial = noFilters[name as keyof Filters];
      for (const item of [value].flat())
        if (item !== '' && item !== initial) query.append(name, String(item));
    }
    return query;
  };
  const parse = (text: string | null): Preferences<Filters> => {
    const { params, rest } = parsePreferences(text, paramNames);
    const id = rest[lastViewedKey];
    return { filters: readFilters(params), lastViewedId: Number.isSafeInteger(id) ? (id as number) : null };
  };
  const read = () => parse(browserStorage.get(storageKey));
  const save = ({ filters, lastViewedId }: Preferences<Filters>) => {
    const rest = lastViewedKey ? { [lastViewedKey]: lastViewedId } : {};
    browserStorage.set(storageKey, stringifyPreferences(filters, rest));
  };
  return {
    path,
    noFilters,
    paramNames,
    readFilters,
    countActive,
    /** Returns whether a URL contains any of the parameters. */
    hasParams: (params: URLSearchParams) => paramNames.some((name) => params.has(name)),
    toQuery,
    toUrl: (filters: Filters) => addQuery(path, toQuery(filters)),
    parsePreferences: parse,
    readPreferences: read,
    saveFilters: (filters: Filters) => save({ ...read(), filters }),
    saveLastViewed: (id: number) => save({ ...read(), lastViewedId: id }),
  };
}

/** Counts the filters that differ from their defaults. The page is not a filter. */
export function countChanged<Filters extends { page: number }>(filters: Filters, noFilters: Filters): number {
  const names = Object.keys(noFilters) as (keyof Filters)[];
  return names.filter((name) => name !== 'page' && String(filters[name]) !== String(noFilters[name])).length;
}

import { useLocation, useMatches } from 'react-router';
import { paths } from '#core/contract/paths.ts';

/** The `handle` of a page that reads its query string. A page without one is the same for every query string. */
export interface PageHandle {
  /** Names of the query parameters that the page reads. The server drops all others before it renders the page. */
  query: readonly string[];
  /** Returns the parameters in canonical form, so that equal pages share a URL. The page must read both forms alike. */
  canonicalQuery?: (search: URLSearchParams, pathname: string) => URLSearchParams;
  /** The canonical form has few enough values for the server to cache a page for each of them. */
  hasFewValues?: true | ((query: URLSearchParams) => boolean);
}

/** Returns the query parameters that the page reads, in canonical form. */
export function getCanonicalQuery(
  handle: PageHandle | undefined,
  pathname: string,
  search: URLSearchParams,
): URLSearchParams {
  const query = new URLSearchParams();
  if (!handle || search.size === 0) return query;
  const canonical = handle.canonicalQuery?.(search, pathname) ?? search;
  for (const name of handle.query) {
    for (const value of canonical.getAll(name)) query.append(name, value);
  }
  return query;
}

/** Returns whether the server may cache a page for each canonical query like this one. */
export function isEnumerableQuery(handle: PageHandle | undefined, query: URLSearchParams): boolean {
  const hasFewValues = handle?.hasFewValues ?? false;
  return query.size === 0 || (typeof hasFewValues === 'function' ? hasFewValues(query) : hasFewValues);
}

export const addQuery = (path: string, query: URLSearchParams) =>
  query.size > 0 ? `${path}?${query}` : path;

/**
 * Returns the canonical path and query of the current page, for links back to it; the same on the server and in the
 * browser. Returns the home page if no page has the path.
 */
export function usePageUrl(): string {
  const { pathname, search } = useLocation();
  const page = useMatches().at(-1);
  if (!page || page.params['*'] !== undefined) return paths.home;
  const path = pathname.replace(/\/+$/, '') || '/';
  const handle = page.handle as PageHandle | undefined;
  return addQuery(path, getCanonicalQuery(handle, path, new URLSearchParams(search)));
}

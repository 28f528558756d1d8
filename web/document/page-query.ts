import { useLocation, useMatches } from 'react-router';
import { paths } from '#contract/paths.ts';

/** The `handle` of a page that reads its query string. A page without one is the same for every query string. */
export interface PageHandle {
  /** Names of the query parameters that the page reads. The server drops all others before it renders the page. */
  query: readonly string[];
  /** Brings the parameters into a canonical form that the page reads in the same way, so that equal pages share a URL. */
  canonicalQuery?: (search: URLSearchParams, pathname: string) => URLSearchParams;
  /** The canonical form has so few values that all of them together may stay in the server's cache. */
  hasFewValues?: true;
}

/** The query parameters that the page depends on, in canonical form; idempotent. */
export function getCanonicalQuery(
  handle: PageHandle | undefined,
  pathname: string,
  search: URLSearchParams,
): URLSearchParams {
  const read = new URLSearchParams();
  if (!handle || search.size === 0) return read;
  const canonical = handle.canonicalQuery?.(search, pathname) ?? search;
  for (const name of handle.query) {
    for (const value of canonical.getAll(name)) read.append(name, value);
  }
  return read;
}

export const addQuery = (path: string, query: URLSearchParams) =>
  query.size > 0 ? `${path}?${query}` : path;

/**
 * The path and query of the shown page in canonical form, the same on the server and in the browser: for links back to
 * the page. The home page for a path that no page has.
 */
export function usePageUrl(): string {
  const { pathname, search } = useLocation();
  const page = useMatches().at(-1);
  if (!page || page.params['*'] !== undefined) return paths.home;
  const path = pathname.replace(/\/+$/, '') || '/';
  const handle = page.handle as PageHandle | undefined;
  return addQuery(path, getCanonicalQuery(handle, path, new URLSearchParams(search)));
}

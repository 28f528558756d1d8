import { matchPath, type ServerBuild } from 'react-router';
import type { CanonicalUrl } from '#contract/page-entry.ts';
import { addQuery, getCanonicalQuery, type PageHandle } from './page-query.ts';

type Routes = ServerBuild['routes'];

interface PageRoute {
  id: string;
  /** From the root, for example `/subscriptions/:subscriptionId`. */
  path: string;
  handle: PageHandle | undefined;
}

/** The canonical path of every path without a page: they share one page. */
const NOT_FOUND = '/404';

/**
 * Returns the URL to render a page from: its path in one spelling with the query parameters that it reads. A request for
 * the data of its loaders (`/news.data`) stays one.
 */
export function canonicalUrl(routes: Routes, { pathname, searchParams }: URL): CanonicalUrl {
  const isData = pathname.endsWith('.data');
  const page = findPage(routes, isData ? pathname.replace(/(\/_)?\.data$/, '') : pathname);
  if (!page) return { url: isData ? toDataPath(NOT_FOUND) : NOT_FOUND, isOneOfFew: true };

  const query = getCanonicalQuery(page.handle, page.path, searchParams);
  const isOneOfFew = page.isStatic && (query.size === 0 || page.handle?.hasFewValues === true);
  if (!isData) return { url: addQuery(page.path, query), isOneOfFew };
  const loaded = ['root', page.id].filter((id) => searchParams.get('_routes')?.split(',').includes(id));
  if (loaded.length > 0) query.set('_routes', loaded.join(','));
  return { url: addQuery(toDataPath(page.path), query), isOneOfFew };
}

const toDataPath = (path: string) => (path === '/' ? '/_.data' : `${path}.data`);

function findPage(routes: Routes, pathname: string): (PageRoute & { isStatic: boolean }) | null {
  const { byPath, dynamic } = getPageTable(routes);
  const path = pathname.replace(/\/+$/, '') || '/';
  const fixed = byPath.get(decodePath(path).toLowerCase());
  if (fixed) return { ...fixed, isStatic: true };
  const route = dynamic.find((each) => matchPath(each.path, path));
  return route ? { ...route, path, isStatic: false } : null;
}

/** A path that cannot be decoded is no page's. */
function decodePath(path: string): string {
  try {
    return decodeURIComponent(path);
  } catch {
    return '';
  }
}

interface PageTable {
  byPath: ReadonlyMap<string, PageRoute>;
  dynamic: readonly PageRoute[];
}

/** One build for as long as the server runs; in development a new one after each change. */
const tables = new WeakMap<Routes, PageTable>();

function getPageTable(routes: Routes): PageTable {
  const known = tables.get(routes);
  if (known) return known;
  const pages = Object.values(routes).flatMap((route): PageRoute[] => {
    if (!route || route.parentId === undefined || route.path === '*') return [];
    const handle = route.module.handle as PageHandle | undefined;
    return [{ id: route.id, path: `/${route.path ?? ''}`.replace(/^\/+/, '/'), handle }];
  });
  const table = {
    byPath: new Map(
      pages.filter(({ path }) => !path.includes(':')).map((page) => [page.path.toLowerCase(), page]),
    ),
    dynamic: pages.filter(({ path }) => path.includes(':')),
  };
  tables.set(routes, table);
  return table;
}

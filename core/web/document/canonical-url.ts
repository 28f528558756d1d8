import { matchPath, type ServerBuild } from 'react-router';
import type { CanonicalUrl } from '#core/contract/page-entry.ts';
import { addQuery, getCanonicalQuery, isEnumerableQuery, type PageHandle } from './page-query.ts';

type Routes = ServerBuild['routes'];

interface PageRoute {
  id: string;
  /** The full path, for example `/subscriptions/:subscriptionId`. */
  path: string;
  handle: PageHandle | undefined;
}

/** The canonical path of all paths without a page, which share one page. */
const NOT_FOUND = '/404';
const NOT_FOUND_ROUTE = '/*';

/**
 * Returns the URL to render a page from: its canonical path with the query parameters that it reads. A request for the
 * data of its loaders (`/news.data`) remains a data request.
 */
export function getCanonicalUrl(routes: Routes, { pathname, searchParams }: URL): CanonicalUrl {
  const isData = pathname.endsWith('.data');
  const page = findPage(routes, isData ? pathname.replace(/(\/_)?\.data$/, '') : pathname);
  if (!page) {
    return { url: isData ? toDataPath(NOT_FOUND) : NOT_FOUND, isEnumerable: true, route: NOT_FOUND_ROUTE };
  }
  const { route } = page;
  const query = getCanonicalQuery(page.handle, page.path, searchParams);
  const isEnumerable = page.isStatic && isEnumerableQuery(page.handle, query);
  if (!isData) return { url: addQuery(page.path, query), isEnumerable, route };
  const loaded = ['root', page.id].filter((id) => searchParams.get('_routes')?.split(',').includes(id));
  if (loaded.length > 0) query.set('_routes', loaded.join(','));
  return { url: addQuery(toDataPath(page.path), query), isEnumerable, route };
}

const toDataPath = (path: string) => (path === '/' ? '/_.data' : `${path}.data`);

interface FoundPage extends PageRoute {
  /** The path with its parameters. */
  route: string;
  isStatic: boolean;
}

function findPage(routes: Routes, pathname: string): FoundPage | null {
  const { byPath, dynamic } = getPageTable(routes);
  const path = pathname.replace(/\/+$/, '') || '/';
  const staticPage = byPath.get(decodePath(path).toLowerCase());
  if (staticPage) return { ...staticPage, route: staticPage.path, isStatic: true };
  const route = dynamic.find((each) => matchPath(each.path, path));
  return route ? { ...route, path, route: route.path, isStatic: false } : null;
}

/** Returns an empty path, which no page has, if the path cannot be decoded. */
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

/** In production there is one build; in development there is a new one after each change. */
const tables = new WeakMap<Routes, PageTable>();

function getPageTable(routes: Routes): PageTable {
  const cached = tables.get(routes);
  if (cached) return cached;
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

import { randomBytes } from 'node:crypto';
import { Writable } from 'node:stream';
import { setImmediate as yieldToEventLoop } from 'node:timers/promises';
import { QueryClientProvider } from '@tanstack/react-query';
import { renderToPipeableStream, renderToStaticMarkup } from 'react-dom/server';
import {
  createRequestHandler,
  type EntryContext,
  type HandleErrorFunction,
  isRouteErrorResponse,
  matchPath,
  type RouterContextProvider,
  type ServerBuild,
  ServerRouter,
} from 'react-router';
import type { CanonicalUrl, PageEntry } from '#core/contract/page-entry.ts';
import { createQueryClient } from './api/query-client.ts';
import { createLoadContext, serverContext } from './api/server-send.ts';
import { addQuery, getCanonicalQuery, isEnumerableQuery, type PageHandle } from './document/page-query.ts';
import { NonceContext, RequestIdContext } from './document/request-context.ts';
import { Notice } from './ui/feedback/notice.tsx';
import { PakistanTime } from './ui/times/pakistan-time.tsx';

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
function getCanonicalUrl(routes: Routes, { pathname, searchParams }: URL): CanonicalUrl {
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

/** Used by the server to render pages. */
export const pageEntry: PageEntry = {
  getCanonicalUrl,
  createLoadContext,
  createRequestHandler,
  insertStaleNotice,
};

/** Logs errors of loaders and rendering, but not client errors such as 404. */
export const handleError: HandleErrorFunction = (error, { request, context }) => {
  if (request.signal.aborted || (isRouteErrorResponse(error) && error.status < 500)) return;
  (context as RouterContextProvider).get(serverContext).reportError(error);
};

/**
 * Renders the whole page before responding. Pages are anonymous, small and cached whole, so streaming would gain nothing.
 *
 * The page's inline scripts carry a random nonce, which an injected script cannot guess. The server replaces the nonces by
 * the scripts' hashes in the Content-Security-Policy. It reads the nonce from `X-Script-Nonce` and removes that header.
 */
export default async function handleRequest(
  request: Request,
  status: number,
  headers: Headers,
  routerContext: EntryContext,
  loadContext: RouterContextProvider,
): Promise<Response> {
  const nonce = randomBytes(16).toString('base64url');
  const queryClient = createQueryClient();
  const { requestId } = loadContext.get(serverContext);
  let renderFailed = false;
  await yieldToEventLoop();
  const html = await new Promise<Uint8Array<ArrayBuffer>>((resolve, reject) => {
    const { pipe } = renderToPipeableStream(
      <NonceContext value={nonce}>
        <RequestIdContext value={requestId}>
          <QueryClientProvider client={queryClient}>
            <ServerRouter context={routerContext} url={request.url} nonce={nonce} />
          </QueryClientProvider>
        </RequestIdContext>
      </NonceContext>,
      {
        nonce,
        onAllReady() {
          const chunks: Buffer[] = [];
          pipe(
            new Writable({
              write(chunk: Buffer, _encoding, done) {
                chunks.push(chunk);
                done();
              },
              final(done) {
                resolve(Buffer.concat(chunks));
                done();
              },
            }),
          );
        },
        onShellError: reject,
        onError(error) {
          renderFailed = true;
          reject(error);
        },
      },
    );
  }).finally(() => queryClient.clear());
  headers.set('Content-Type', 'text/html; charset=utf-8');
  headers.set('X-Script-Nonce', nonce);
  return new Response(html, { status: renderFailed ? 500 : status, headers });
}

const PLACEHOLDER = '<div data-stale-notice="true">';

/**
 * Adds a notice to a rendered page that it may be outdated, with the time at which it was rendered (RFC 3339). Returns
 * `null` if the text is not a page, but for example the data of loaders.
 */
function insertStaleNotice(html: string, renderedAt: string): string | null {
  const notice = renderToStaticMarkup(
    <Notice tone="warning" role="status" className="mb-6">
      Shown as of <PakistanTime at={renderedAt} />. Live data is currently unavailable.
    </Notice>,
  );
  const index = html.indexOf(PLACEHOLDER);
  if (index === -1) return null;
  const start = index + PLACEHOLDER.length;
  return html.slice(0, start) + notice + html.slice(start);
}

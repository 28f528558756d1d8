import type { FetchEvent, WorkerScope } from './worker-scope.ts';

/**
 * The stored responses of one customer, whose ID is in `OWNER`. Pages delete it by this name when the session ends.
 */
const ACCOUNT_CACHE = 'tezi-account';
const OWNER = '/owner';
/** Pages, which the server renders for visitors, and the files of this and earlier builds. Nothing in them belongs to a customer. */
const PAGE_CACHE = 'tezi-pages';
const ASSET_CACHE = 'tezi-assets';

/** The pages that are stored when they are visited. None of their URLs says anything about a customer. */
const PAGES: ReadonlySet<string> = new Set([
  '/today',
  '/signals',
  '/signals/psx-signals',
  '/signals/intraday',
  '/signals/swing',
  '/signals/investment',
  '/watchlist',
  '/positions',
]);

/** The endpoints whose responses these pages need. */
const DATA = [
  /^\/api\/signals\/(psx-signals\/(choices\/)?|changes\/)$/,
  /^\/api\/(board-meetings|book-closures|book-closures\/last-buying-days|news\/articles)\/$/,
  /^\/api\/market\/(quotes|facts|next-dates|holidays|status)\/$/,
  /^\/api\/customers\/(watchlist|entered-signals)\/$/,
];
/** Only those of today, because each response can be large. */
const POSITIONS = '/api/customers/positions/';

/** The endpoint that extends a session, or rejects it if it has ended. */
const REFRESH_PATH = '/api/customers/auth/token/refresh/';

const STORED_AT = 'x-tezi-stored-at';
const HOUR_MS = 3_600_000;
/** Nothing of an account is shown for longer without a connection. */
const ACCOUNT_MAX_AGE_MS = 24 * HOUR_MS;
const PAGE_MAX_AGE_MS = 7 * 24 * HOUR_MS;
/** A page that is visited again within this time is not stored again. */
const PAGE_FRESH_MS = 600_000;
/** A stored page is shown instead of one that takes longer. */
const NAVIGATION_TIMEOUT_MS = 4_000;
/** A few builds. The oldest files are removed. */
const MAX_ASSETS = 400;

/** When the oldest stored response was made that a page shows, by the ID of the client. */
const shown = new Map<string, number>();

/** Responds to the requests that stored responses can replace; all others are left to the browser. */
export function handleFetch(scope: WorkerScope, event: FetchEvent): void {
  const { request } = event;
  const url = new URL(request.url);
  if (url.origin !== scope.location.origin || request.headers.has('range')) return;
  if (url.pathname === REFRESH_PATH) {
    // A session can end before a page has loaded the code that removes what was stored.
    event.respondWith(refreshSession(event));
  } else if (request.method !== 'GET') {
    return;
  } else if (request.mode === 'navigate') {
    if (isOffered(url.pathname)) event.respondWith(respondWithPage(scope, event, url));
  } else if (url.pathname.startsWith('/assets/')) {
    event.respondWith(respondWithAsset(request));
  } else if (DATA.some((pattern) => pattern.test(url.pathname)) || url.pathname + url.search === POSITIONS) {
    event.respondWith(respondWithData(scope, event));
  }
}

/** Other pages are shown online only: those of the administration, of payments and of sign-ins, and what visitors rarely need. */
const isOffered = (pathname: string) =>
  !/^\/(admin|pricing|customers|api|simulators|demo)(\/|$)/.test(pathname);

async function respondWithPage(scope: WorkerScope, event: FetchEvent, url: URL): Promise<Response> {
  const path = toPagePath(url);
  const cached = path === null ? undefined : await findStored(PAGE_CACHE, path, PAGE_MAX_AGE_MS);
  try {
    const response = await withTimeout(fetch(event.request), cached ? NAVIGATION_TIMEOUT_MS : null);
    if (path !== null && isWhole(response)) event.waitUntil(storePage(path, response.clone()));
    return response;
  } catch (error) {
    if (!cached && !(error instanceof TypeError)) throw error;
    note(scope, event.resultingClientId || event.clientId, cached);
    return cached ?? (await createOfflinePage());
  }
}

/** Returns the path of a page that is stored; `null` for others, and with a query, which is another page. */
function toPagePath({ pathname, search }: URL): string | null {
  const path = pathname.replace(/(.)\/$/, '$1');
  return search === '' && PAGES.has(path) ? path : null;
}

/** A redirected response cannot be the response to a navigation. */
const isWhole = (response: Response) => response.status === 200 && !response.redirected;

function withTimeout<T>(work: Promise<T>, ms: number | null): Promise<T> {
  if (ms === null) return work;
  return Promise.race([
    work,
    new Promise<T>((_resolve, reject) => setTimeout(() => reject(new TypeError('timeout')), ms)),
  ]);
}

/** A stored page needs its own scripts, so it is stored only together with them. */
async function storePage(path: string, response: Response): Promise<void> {
  const html = await response.clone().text();
  await storeAssets([...html.matchAll(/"(\/assets\/[^"?]+)"/g)].map(([, asset]) => asset ?? ''));
  await (await caches.open(PAGE_CACHE)).put(path, stamp(html, response));
}

/** Copies a response with the time at which it was stored. Its body is decoded. */
function stamp(body: BodyInit, { status, headers }: Response): Response {
  const copied = new Headers(headers);
  for (const name of ['content-encoding', 'content-length', 'clear-site-data']) copied.delete(name);
  copied.set(STORED_AT, String(Date.now()));
  return new Response(body, { status, headers: copied });
}

const getStoredAt = ({ headers }: Response) => Number(headers.get(STORED_AT) ?? 0);

async function findStored(name: string, key: string, maxAgeMs: number): Promise<Response | undefined> {
  const stored = await caches.match(key, { cacheName: name });
  if (!stored) return undefined;
  const age = Date.now() - getStoredAt(stored);
  // The clock of the device may have been set back.
  return age >= 0 && age <= maxAgeMs ? stored : undefined;
}

/** The name of a file changes with its content. */
async function respondWithAsset(request: Request): Promise<Response> {
  const cached = await caches.match(request.url, { cacheName: ASSET_CACHE });
  if (cached) return cached;
  const response = await fetch(request);
  if (isWhole(response)) {
    const copy = response.clone();
    void caches.open(ASSET_CACHE).then((cache) => cache.put(request.url, copy));
  }
  return response;
}

async function storeAssets(paths: readonly string[]): Promise<void> {
  const cache = await caches.open(ASSET_CACHE);
  const isMissing = await Promise.all(paths.map(async (path) => !(await cache.match(path))));
  await cache.addAll([...new Set(paths.filter((_, index) => isMissing[index]))]);
}

async function respondWithData(scope: WorkerScope, event: FetchEvent): Promise<Response> {
  const { request, clientId } = event;
  try {
    const response = await fetch(request);
    if (shown.delete(clientId)) void post(scope, clientId, { type: 'live' });
    event.waitUntil(storeData(request, response.clone()));
    return response;
  } catch (error) {
    const stored = await findData(request);
    if (!stored) throw error;
    note(scope, clientId, stored);
    return stored;
  }
}

async function refreshSession(event: FetchEvent): Promise<Response> {
  const response = await fetch(event.request);
  if (response.status === 401) event.waitUntil(caches.delete(ACCOUNT_CACHE));
  return response;
}

interface Owner {
  /** The ID of the account. */
  account: string;
  /** When premium access ends; `null` without it. */
  premiumUntil: number | null;
}

/** Returns the customer whose responses are stored, if the request is theirs. A request without a token is that of a page of theirs. */
async function findOwner(request: Request): Promise<Owner | null> {
  const stored = await caches.match(OWNER, { cacheName: ACCOUNT_CACHE });
  if (!stored) return null;
  const owner = (await stored.json()) as Owner;
  const token = request.headers.get('authorization');
  return token === null || readAccount(token) === owner.account ? owner : null;
}

/** Reads the account of an access token. The server verifies tokens; here it only selects what belongs to the account. */
function readAccount(authorization: string): string | null {
  try {
    const [, payload = ''] = authorization.split('.');
    const { sub } = JSON.parse(atob(payload.replaceAll('-', '+').replaceAll('_', '/'))) as { sub?: unknown };
    return typeof sub === 'string' ? sub : null;
  } catch {
    return null;
  }
}

async function storeData(request: Request, response: Response): Promise<void> {
  if (!(await findOwner(request))) return;
  const cache = await caches.open(ACCOUNT_CACHE);
  if (response.status === 200) await cache.put(request.url, stamp(await response.blob(), response));
  // What the account may no longer read must not be shown offline either.
  else if (response.status === 401 || response.status === 403) await cache.delete(request.url);
  // The session may have ended during these steps: then the cache is a new one, without an owner.
  if (!(await findOwner(request))) await caches.delete(ACCOUNT_CACHE);
}

async function findData(request: Request): Promise<Response | undefined> {
  const owner = await findOwner(request);
  if (!owner) return undefined;
  if (isPremium(request.url) && (owner.premiumUntil === null || owner.premiumUntil <= Date.now()))
    return undefined;
  return findStored(ACCOUNT_CACHE, request.url, ACCOUNT_MAX_AGE_MS);
}

/** All signals are premium but those that the list of intraday signals has. */
function isPremium(url: string): boolean {
  const { pathname, searchParams } = new URL(url);
  return pathname.startsWith('/api/signals/') && searchParams.get('signal_type') !== 'intraday';
}

/** Notes that a page shows a stored response, and notifies it. */
function note(scope: WorkerScope, clientId: string, response: Response | undefined): void {
  if (clientId === '' || !response) return;
  const at = Math.min(getStoredAt(response), shown.get(clientId) ?? Number.POSITIVE_INFINITY);
  shown.set(clientId, at);
  void post(scope, clientId, { type: 'stored', at });
}

async function post(scope: WorkerScope, clientId: string, message: object): Promise<void> {
  (await scope.clients.get(clientId))?.postMessage(message);
}

/** The messages of pages, see `features/site/web/public/offline/offline-app.tsx`. Only pages of this site can send them. */
type PageMessage =
  | { type: 'update' }
  | { type: 'hello' }
  /** A customer is signed in. `premiumUntil` is the end of premium access. */
  | { type: 'account'; token: string; premiumUntil: number | null }
  | { type: 'signed-out' }
  /** A page was opened, with the files that it has loaded. */
  | { type: 'visited'; path: string; assets: string[] };

/** One after the other, so that the last one counts. */
let lastMessage: Promise<unknown> = Promise.resolve();

export function handleMessage(scope: WorkerScope, data: unknown, clientId: string): Promise<void> {
  const handled = lastMessage.then(() => applyMessage(scope, data as PageMessage, clientId));
  lastMessage = handled.catch(() => {});
  return handled;
}

async function applyMessage(scope: WorkerScope, message: PageMessage, clientId: string): Promise<void> {
  switch (message.type) {
    case 'update':
      return scope.skipWaiting();
    case 'signed-out':
      await caches.delete(ACCOUNT_CACHE);
      return;
    case 'account':
      return storeOwner(readAccount(message.token), message.premiumUntil);
    case 'visited':
      return storeVisited(message);
    case 'hello': {
      const at = shown.get(clientId);
      if (at !== undefined) await post(scope, clientId, { type: 'stored', at });
    }
  }
}

async function storeOwner(account: string | null, premiumUntil: number | null): Promise<void> {
  const stored = await caches.match(OWNER, { cacheName: ACCOUNT_CACHE });
  const previous = stored ? ((await stored.json()) as Owner) : null;
  if (previous?.account !== account) await caches.delete(ACCOUNT_CACHE);
  if (account === null) return;
  const cache = await caches.open(ACCOUNT_CACHE);
  await cache.put(OWNER, Response.json({ account, premiumUntil } satisfies Owner));
  if (premiumUntil !== null && premiumUntil > Date.now()) return;
  const premium = (await cache.keys()).filter(({ url }) => isPremium(url));
  await Promise.all(premium.map((request) => cache.delete(request)));
}

/** Stores a page that was opened before the worker was there, or without a navigation. */
async function storeVisited({ path, assets }: { path: string; assets: string[] }): Promise<void> {
  if (!PAGES.has(path)) return;
  await storeAssets(assets);
  if (await findStored(PAGE_CACHE, path, PAGE_FRESH_MS)) return;
  // The page was opened before the worker was there, or without a navigation.
  const response = await fetch(path);
  if (isWhole(response)) await storePage(path, response);
}

/** Removes the oldest files, and takes over pages that no worker controls yet. */
export async function handleActivate(scope: WorkerScope): Promise<void> {
  const cache = await caches.open(ASSET_CACHE);
  const assets = await cache.keys();
  await Promise.all(
    assets.slice(0, Math.max(0, assets.length - MAX_ASSETS)).map((each) => cache.delete(each)),
  );
  await scope.clients.claim();
}

const NAMES: Record<string, string> = {
  '/today': 'Today',
  '/watchlist': 'My companies',
  '/positions': 'My positions',
  '/signals': 'Signals',
};

/** The page for what is not stored, with links to what is. */
async function createOfflinePage(): Promise<Response> {
  const stored = (await (await caches.open(PAGE_CACHE)).keys()).map(({ url }) => new URL(url).pathname);
  const links = stored.map((path) => {
    const name = NAMES[path] ?? `Signals: ${path.slice('/signals/'.length).replace('psx-signals', 'all')}`;
    return `<li><a href="${path}">${name}</a></li>`;
  });
  const html = `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Offline · Tezi</title>
<style>
:root { color-scheme: light dark; font: 16px/1.5 system-ui, sans-serif }
body { max-width: 36rem; margin: 4rem auto; padding: 0 1rem; background: light-dark(#f6f4ee, #141310); color: light-dark(#1c1a16, #f0ede6) }
ul { padding: 0; list-style: none }
a { display: inline-block; padding: .625rem 0; color: light-dark(#0a6647, #55c694); text-underline-offset: .2em }
</style>
</head>
<body>
<main>
<h1>You are offline</h1>
<p>This page needs a connection. ${links.length > 0 ? 'You can read what you opened last:' : 'Connect to the internet and try again.'}</p>
<ul>${links.join('')}</ul>
<p><a href="">Try again</a></p>
</main>
</body>
</html>
`;
  return new Response(html, {
    status: 503,
    headers: {
      'Content-Type': 'text/html; charset=utf-8',
      'Content-Security-Policy': "default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'none'",
    },
  });
}

import { beforeEach, expect, it, vi } from 'vitest';
import { handleFetch, handleMessage } from './offline.ts';
import type { FetchEvent, WorkerScope } from './worker-scope.ts';

const ORIGIN = 'https://tezi.test';
/** Of all types. */
const CHANGES = '/api/signals/changes/?after=7.2026-11-20';
const SWING = '/api/signals/psx-signals/?signal_type=swing';
const INTRADAY = '/api/signals/psx-signals/?signal_type=intraday';
const POSITIONS = '/api/customers/positions/';
const QUOTES = '/api/market/quotes/?symbols=LUCK';
const REFRESH = '/api/customers/auth/token/refresh/';
const HOUR_MS = 3_600_000;
const NOW = Date.parse('2026-11-27T05:00:00Z');

/** The cache storage of a browser, by URL without a fragment. */
function createCaches() {
  const stores = new Map<string, Map<string, Response>>();
  const toKey = (key: string | { url: string }) =>
    new URL(typeof key === 'string' ? key : key.url, ORIGIN).href;
  const open = (name: string) => {
    const store = stores.get(name) ?? new Map<string, Response>();
    stores.set(name, store);
    return {
      put: async (key: string, response: Response) => void store.set(toKey(key), response),
      match: async (key: string) => store.get(toKey(key))?.clone(),
      delete: async (key: string | { url: string }) => store.delete(toKey(key)),
      keys: async () => [...store.keys()].map((url) => ({ url })),
      addAll: async () => {},
    };
  };
  return {
    open: async (name: string) => open(name),
    match: async (key: string, { cacheName }: { cacheName: string }) =>
      stores.get(cacheName)?.get(toKey(key))?.clone(),
    delete: async (name: string) => stores.delete(name),
    has: (name: string) => stores.has(name),
  };
}

let storage: ReturnType<typeof createCaches>;
/** What the network responds; `null` without one. */
let network: Response | null;
const posted: object[] = [];
const scope = {
  location: { origin: ORIGIN },
  clients: { get: async () => ({ postMessage: (message: object) => void posted.push(message) }) },
} as unknown as WorkerScope;

beforeEach(() => {
  storage = createCaches();
  posted.length = 0;
  network = Response.json({ results: ['LUCK'] });
  vi.stubGlobal('caches', storage);
  vi.stubGlobal('fetch', async () => {
    if (network === null) throw new TypeError('Failed to fetch');
    return network.clone();
  });
  vi.spyOn(Date, 'now').mockReturnValue(NOW);
});

const makeToken = (sub: string) => `Bearer e30.${btoa(JSON.stringify({ sub }))}.signature`;

/** Sends a request through the worker. Returns the text of the response; `null` without one, and `undefined` if the worker ignores it. */
async function read(path: string, account: string | null = 'ayesha', init: RequestInit = {}) {
  const headers = new Headers(account === null ? {} : { authorization: makeToken(account) });
  const work: Promise<unknown>[] = [];
  let responded: Promise<Response> | undefined;
  const event: FetchEvent = {
    request: new Request(ORIGIN + path, { headers, ...init }),
    clientId: 'client',
    resultingClientId: '',
    respondWith: (response) => {
      responded = response;
    },
    waitUntil: (promise) => void work.push(promise),
  };
  handleFetch(scope, event);
  if (!responded) return undefined;
  const text = await responded.then((response) => response.text()).catch(() => null);
  await Promise.all(work);
  return text;
}

const tell = (message: object) => handleMessage(scope, message, 'client');
const signIn = (account: string, premiumUntil: number | null) =>
  tell({ type: 'account', token: makeToken(account), premiumUntil });

it('shows stored responses without a connection, with the time of the oldest', async () => {
  await signIn('ayesha', null);
  const online = await read(INTRADAY);
  await read(QUOTES, null);
  network = null;
  vi.spyOn(Date, 'now').mockReturnValue(NOW + HOUR_MS);
  expect(await read(INTRADAY)).toBe(online);
  expect(await read(QUOTES, null)).toBe(online);
  expect(posted).toEqual([
    { type: 'stored', at: NOW },
    { type: 'stored', at: NOW },
  ]);
  network = Response.json({});
  await read(INTRADAY);
  expect(posted.at(-1)).toEqual({ type: 'live' });
});

it('ignores what must not be stored', async () => {
  await signIn('ayesha', null);
  for (const path of [
    '/api/customers/profile/',
    '/api/signals/psx-signals/stream/',
    '/api/feeds/secret/dates.ics',
  ])
    expect(await read(path)).toBeUndefined();
  expect(await read('/api/customers/watchlist/', 'ayesha', { method: 'POST' })).toBeUndefined();
  expect(await read('/api/customers/positions/taxes/')).toBeUndefined();
});

it('shows premium signals offline only until the access ends, and nothing after a day', async () => {
  await signIn('ayesha', NOW + 2 * HOUR_MS);
  for (const path of [SWING, CHANGES, INTRADAY]) await read(path);
  network = null;
  const readAfter = (hours: number, path: string) => {
    vi.spyOn(Date, 'now').mockReturnValue(NOW + hours * HOUR_MS);
    return read(path);
  };
  expect(await readAfter(1, SWING)).not.toBeNull();
  expect(await readAfter(2, SWING)).toBeNull();
  expect(await readAfter(2, CHANGES)).toBeNull();
  expect(await readAfter(24, INTRADAY)).not.toBeNull();
  expect(await readAfter(24.1, INTRADAY)).toBeNull();
  // A clock that was set back makes nothing younger.
  expect(await readAfter(-1, INTRADAY)).toBeNull();
});

it('removes premium signals when the access has ended or is rejected', async () => {
  await signIn('ayesha', NOW + 48 * HOUR_MS);
  for (const path of [SWING, CHANGES, INTRADAY]) await read(path);
  await signIn('ayesha', null);
  await signIn('ayesha', NOW + 48 * HOUR_MS);
  network = null;
  expect(await read(SWING)).toBeNull();
  expect(await read(INTRADAY)).not.toBeNull();
  network = new Response('{}', { status: 403 });
  await read(INTRADAY);
  network = null;
  expect(await read(INTRADAY)).toBeNull();
});

it('never shows or stores the responses of another account', async () => {
  await signIn('ayesha', NOW + 48 * HOUR_MS);
  await read(SWING);
  await read(POSITIONS);
  await read(INTRADAY, 'bilal');
  network = null;
  expect(await read(POSITIONS)).not.toBeNull();
  for (const path of [SWING, POSITIONS]) expect(await read(path, 'bilal')).toBeNull();
  expect(await read(INTRADAY)).toBeNull();
  await signIn('bilal', NOW + 48 * HOUR_MS);
  expect(await read(POSITIONS)).toBeNull();
  expect(await read(SWING, 'bilal')).toBeNull();
  expect(await read(SWING)).toBeNull();
});

it('stores nothing after the session has ended, also for a response that arrives then', async () => {
  await signIn('ayesha', null);
  await read(INTRADAY);
  const late = Response.json({ results: ['late'] });
  network = late;
  vi.stubGlobal('fetch', async () => {
    await tell({ type: 'signed-out' });
    return late.clone();
  });
  await read(INTRADAY);
  expect(storage.has('tezi-account')).toBe(false);
  vi.stubGlobal('fetch', () => Promise.reject(new TypeError('Failed to fetch')));
  expect(await read(INTRADAY)).toBeNull();
});

it('removes what was stored when the server rejects the refresh of the session', async () => {
  await signIn('ayesha', null);
  await read(INTRADAY);
  network = new Response('{}', { status: 401 });
  await read(REFRESH, null, { method: 'POST', body: '{}' });
  expect(storage.has('tezi-account')).toBe(false);
});

import { ApiError } from '#core/web/api/call.ts';
import { refreshSession } from '#core/web/api/refresh.ts';
import { createSend } from '#core/web/api/send.ts';
import { getAccessToken, readUser, subscribeToSession } from '#core/web/session/session.ts';
import { openSharedStream, type SharedStream, type SharedStreamOptions } from './shared-stream.ts';

/** A page that was hidden for this long releases the connection. */
const HIDDEN_MS = 3 * 60_000;
/** Without a shared connection, hidden tabs must not use up those that the browser opens to a server. */
const HIDDEN_ALONE_MS = 10_000;

/** In the demo, pages show at once what follows when its clock is advanced. */
const getReloadSpreadMs = () => (document.documentElement.dataset.clockOffset === undefined ? 20_000 : 0);

type Handlers = Pick<SharedStreamOptions, 'onEvent' | 'onStart' | 'onReload' | 'onAccessEnded' | 'onState'>;

interface LiveStreamOptions extends Handlers {
  /** The path of the stream in the API. */
  path: string;
  /** Another user, or a visitor, uses the browser now. */
  onUserChange: () => void;
}

export interface LiveStream {
  /** Connects again to receive what the user may read now. */
  reconnect(): void;
  stop(): void;
}

/** Receives a stream as the user of this browser while the page is in use. */
export function startLiveStream({ path, onUserChange, ...handlers }: LiveStreamOptions): LiveStream {
  const locks = globalThis.navigator.locks ?? null;
  const createChannel =
    typeof BroadcastChannel === 'undefined' ? null : (name: string) => new BroadcastChannel(name);
  const isAlone = locks === null || createChannel === null;
  let scope = getScope();
  let isActive = false;
  let stream: SharedStream | null = null;

  function open(): void {
    const opened = scope;
    stream = openSharedStream({
      ...handlers,
      scope,
      isCurrent: () => getScope() === opened,
      open: (signal) => openStream(path, signal),
      reloadSpreadMs: getReloadSpreadMs(),
      locks,
      createChannel,
    });
  }

  function close(): void {
    stream?.close();
    stream = null;
  }

  function followSession(): void {
    if (getScope() === scope) return;
    close();
    scope = getScope();
    onUserChange();
    if (isActive) open();
  }

  const wake = () => {
    if (document.visibilityState === 'visible') stream?.wake();
  };

  const drop = () => stream?.drop();

  const stopFollowing = subscribeToSession(followSession);
  const stopWatching = watchActivity(
    (isNowActive) => {
      isActive = isNowActive;
      if (isActive) open();
      else close();
    },
    isAlone ? HIDDEN_ALONE_MS : HIDDEN_MS,
  );
  document.addEventListener('visibilitychange', wake);
  window.addEventListener('online', wake);
  window.addEventListener('offline', drop);

  return {
    reconnect: () => stream?.reconnect(),
    stop() {
      stopFollowing();
      stopWatching();
      document.removeEventListener('visibilitychange', wake);
      window.removeEventListener('online', wake);
      window.removeEventListener('offline', drop);
      close();
    },
  };
}

/** Returns what the tabs that share a stream have in common. */
function getScope(): string {
  const user = readUser();
  if (user === null) return 'visitor';
  return `${user.isAdmin ? 'administrator' : 'customer'} ${user.id}`;
}

/**
 * Requests a stream as the signed-in user, or as a visitor. Refreshes an expired token and repeats the request once, like
 * `api`. Throws `ApiError`.
 */
async function openStream(path: string, signal: AbortSignal): Promise<Response> {
  const token = getAccessToken();
  const response = await send(token);
  if (response.ok) return response;
  if (response.status !== 401 || token === null) throw toError(response);
  const repeated = await send(await refreshSession(token));
  if (!repeated.ok) throw toError(repeated);
  return repeated;

  function send(accessToken: string | null): Promise<Response> {
    const headers = { Accept: 'text/event-stream' };
    // It stays open, so nothing of the page may wait for it.
    const init: RequestInit = { headers, signal, cache: 'no-store', priority: 'low' };
    return createSend(accessToken)(path, init);
  }
}

function toError(response: Response): ApiError {
  // Nothing else of the response is read.
  void response.body?.cancel();
  const seconds = Number(response.headers.get('Retry-After') ?? Number.NaN);
  return new ApiError(response.status, undefined, Number.isFinite(seconds) ? seconds : null);
}

type Page = Pick<Document, 'visibilityState' | 'addEventListener' | 'removeEventListener'>;
type Frame = Pick<Window, 'addEventListener' | 'removeEventListener'>;

/**
 * Reports when a page becomes active or inactive, first at once if it is active. A page is inactive when it was hidden for
 * `hiddenMs`, when it is frozen, and in the back/forward cache. Returns a function that stops.
 */
export function watchActivity(
  onChange: (isActive: boolean) => void,
  hiddenMs: number,
  page: Page = document,
  frame: Frame = window,
): () => void {
  let isActive = false;
  let timer: ReturnType<typeof setTimeout> | undefined;

  const set = (next: boolean) => {
    clearTimeout(timer);
    if (next === isActive) return;
    isActive = next;
    onChange(next);
  };
  const update = () => {
    if (page.visibilityState === 'visible') return set(true);
    clearTimeout(timer);
    timer = setTimeout(() => set(false), hiddenMs);
  };
  const suspend = () => set(false);

  page.addEventListener('visibilitychange', update);
  page.addEventListener('freeze', suspend);
  page.addEventListener('resume', update);
  frame.addEventListener('pagehide', suspend);
  frame.addEventListener('pageshow', update);
  update();
  return () => {
    clearTimeout(timer);
    page.removeEventListener('visibilitychange', update);
    page.removeEventListener('freeze', suspend);
    page.removeEventListener('resume', update);
    frame.removeEventListener('pagehide', suspend);
    frame.removeEventListener('pageshow', update);
  };
}

import { ApiError } from '#core/web/api/call.ts';
import { refreshSession } from '#core/web/api/refresh.ts';
import { createSend } from '#core/web/api/send.ts';
import { getAccessToken, readUser, subscribeToSession } from '#core/web/session/session.ts';
import { SIGNAL_STREAM_PATH } from '#features/signals/contract/stream.ts';
import { SharedStream, type StreamHandlers } from './shared-stream.ts';

/** A page that was hidden for this long releases the connection. */
const HIDDEN_MS = 3 * 60_000;
/** Without a shared connection, hidden tabs must not use up those that the browser opens to a server. */
const HIDDEN_ALONE_MS = 10_000;

/** In the demo, pages show at once what follows when its clock is advanced. */
const getReloadSpreadMs = () => (document.documentElement.dataset.clockOffset === undefined ? 20_000 : 0);

interface LiveStreamOptions extends StreamHandlers {
  /** Another user, or a visitor, uses the browser now. */
  onUserChange: () => void;
}

/** Receives the stream of signals as the user of this browser while the page is in use. */
export function startLiveStream({ onUserChange, ...handlers }: LiveStreamOptions) {
  const locks = globalThis.navigator.locks ?? null;
  const stopping = new AbortController();
  const { signal } = stopping;
  let scope = getScope();
  let isActive = false;
  let stream: SharedStream | null = null;

  function update(): void {
    stream?.close();
    const opened = scope;
    stream = isActive
      ? new SharedStream({
          ...handlers,
          scope,
          isCurrent: () => getScope() === opened,
          open: openStream,
          reloadSpreadMs: getReloadSpreadMs(),
          locks,
        })
      : null;
  }

  function followSession(): void {
    if (getScope() === scope) return;
    scope = getScope();
    update();
    onUserChange();
  }

  function setActive(isNowActive: boolean): void {
    isActive = isNowActive;
    update();
  }

  const wake = () => {
    if (document.visibilityState === 'visible') stream?.wake();
  };

  const stopFollowing = subscribeToSession(followSession);
  watchActivity(setActive, locks === null ? HIDDEN_ALONE_MS : HIDDEN_MS, signal);
  document.addEventListener('visibilitychange', wake, { signal });
  window.addEventListener('online', wake, { signal });
  window.addEventListener('offline', () => stream?.drop(), { signal });

  return {
    /** Connects again to receive what the user may read now. */
    reconnect: () => stream?.reconnect(),
    stop() {
      stopFollowing();
      stopping.abort();
      setActive(false);
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
 * Requests the stream as the signed-in user, or as a visitor. Refreshes an expired token and repeats the request once, like
 * `api`. Throws `ApiError`.
 */
async function openStream(signal: AbortSignal): Promise<Response> {
  // It stays open, so nothing of the page may wait for it.
  const init: RequestInit = {
    headers: { Accept: 'text/event-stream' },
    signal,
    cache: 'no-store',
    priority: 'low',
  };
  const send = (accessToken: string | null) => createSend(accessToken)(SIGNAL_STREAM_PATH, init);
  const token = getAccessToken();
  let response = await send(token);
  if (response.status === 401 && token !== null) response = await send(await refreshSession(token));
  if (!response.ok) throw toError(response);
  return response;
}

function toError(response: Response): ApiError {
  // Nothing else of the response is read.
  void response.body?.cancel();
  const seconds = Number(response.headers.get('Retry-After') ?? Number.NaN);
  return new ApiError(response.status, undefined, Number.isFinite(seconds) ? seconds : null);
}

type Page = Pick<Document, 'visibilityState' | 'addEventListener'>;
type Frame = Pick<Window, 'addEventListener'>;

/**
 * Reports when a page becomes active or inactive, first at once if it is active, until `signal` is aborted. A page is inactive
 * when it was hidden for `hiddenMs`, when it is frozen, and in the back/forward cache.
 */
export function watchActivity(
  onChange: (isActive: boolean) => void,
  hiddenMs: number,
  signal: AbortSignal,
  { page = document, frame = window }: { page?: Page; frame?: Frame } = {},
): void {
  let isActive = false;
  let timer: ReturnType<typeof setTimeout> | undefined;

  const set = (next: boolean) => {
    clearTimeout(timer);
    if (next === isActive) return;
    isActive = next;
    onChange(next);
  };
  const update = () => {
    clearTimeout(timer);
    if (page.visibilityState === 'visible') set(true);
    else timer = setTimeout(() => set(false), hiddenMs);
  };
  const suspend = () => set(false);

  page.addEventListener('visibilitychange', update, { signal });
  page.addEventListener('freeze', suspend, { signal });
  page.addEventListener('resume', update, { signal });
  frame.addEventListener('pagehide', suspend, { signal });
  frame.addEventListener('pageshow', update, { signal });
  signal.addEventListener('abort', () => clearTimeout(timer));
  update();
}

import { readUser, subscribeToSession } from '#web/session/session.ts';
import { openStream } from './open-stream.ts';
import { watchActivity } from './page-activity.ts';
import { openSharedStream, type SharedStream, type SharedStreamOptions } from './shared-stream.ts';

/** A page that was hidden for this long releases the connection. */
const HIDDEN_MS = 3 * 60_000;
/** Without a shared connection, hidden tabs must not use up those that the browser opens to a server. */
const HIDDEN_ALONE_MS = 10_000;

type Handlers = Pick<SharedStreamOptions, 'onEvent' | 'onStart' | 'onReload' | 'onAccessEnded' | 'onState'>;

interface LiveStreamOptions extends Handlers {
  /** The path of the stream in the API. */
  path: string;
  /** Returns the ID of the data on the page; `null` if there is none. */
  getDataId: () => string | null;
  /** Another user, or a visitor, uses the browser now. */
  onUserChange: () => void;
}

export interface LiveStream {
  /** Connects again to receive what the user may read now. */
  reconnect(): void;
  stop(): void;
}

/** Receives a stream as the user of this browser while the page is in use. */
export function startLiveStream({
  path,
  getDataId,
  onUserChange,
  ...handlers
}: LiveStreamOptions): LiveStream {
  const locks = globalThis.navigator.locks ?? null;
  const createChannel =
    typeof BroadcastChannel === 'undefined' ? null : (name: string) => new BroadcastChannel(name);
  const isAlone = locks === null || createChannel === null;
  let scope = getScope();
  let lastEventId: string | null = null;
  let isActive = false;
  let stream: SharedStream | null = null;

  function open(): void {
    const opened = scope;
    stream = openSharedStream({
      ...handlers,
      scope,
      isCurrent: () => getScope() === opened,
      lastEventId: lastEventId ?? getDataId(),
      open: (after, signal) => openStream(path, after, signal),
      locks,
      createChannel,
    });
  }

  function close(): void {
    lastEventId = stream?.lastEventId ?? lastEventId;
    stream?.close();
    stream = null;
  }

  function followSession(): void {
    if (getScope() === scope) return;
    close();
    scope = getScope();
    lastEventId = null;
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

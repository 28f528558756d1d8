import {
  formatVersions,
  parseVersions,
  type StreamEnd,
  type StreamReady,
  type Versions,
} from '#features/signals/contract/stream.ts';
import { type Connection, connect, type LiveState, type StreamEvent } from './stream-connection.ts';

/** The tab that leads reports its state this often. */
const BEAT_MS = 15_000;
/** A tab that hears nothing for longer takes the lead: the browser may have frozen the tab that leads. */
const SILENCE_MS = 60_000;

type Message =
  /** Asks for the state. */
  | { kind: 'hello' }
  /** The ID names the versions of the stream. */
  | { kind: 'state'; state: LiveState; lastEventId: string; types: readonly string[] }
  | { kind: 'event'; event: StreamEvent }
  /** Asks to connect again, because the user may read more than before. */
  | { kind: 'reconnect' };

export interface SharedStreamOptions {
  /** The account whose tabs share the stream. */
  scope: string;
  /** Returns whether this browser is still signed in to that account. */
  isCurrent: () => boolean;
  open: (signal: AbortSignal) => Promise<Response>;
  /** An event that changes the data. Its ID is the version of its type. */
  onEvent: (event: StreamEvent) => void;
  /**
   * The stream has these versions, and every later event will be received. Data of other versions must be loaded again;
   * `isSpread` if other pages learn it at the same time.
   */
  onStart: (versions: Versions, isSpread: boolean) => void;
  /** The data must be loaded again, whatever its version. */
  onReload: () => void;
  onAccessEnded: () => void;
  onState: (state: LiveState, types: readonly string[]) => void;
  /** The data is loaded again at a random time within this, because all pages are asked at the same time. */
  reloadSpreadMs: number;
  /** `null` where the browser has none of them: then the tab has its own connection. */
  locks: Pick<LockManager, 'request'> | null;
  createChannel: ((name: string) => BroadcastChannel) | null;
}

export interface SharedStream {
  /** Connects now if the connection is lost, and the tab that leads if it does not respond. */
  wake(): void;
  /** Gives up the connection, because the network is gone, and reconnects. */
  drop(): void;
  /** Connects again to receive what the user may read now. */
  reconnect(): void;
  close(): void;
}

/**
 * Receives a stream together with the other tabs of an account: one of them leads, which has the connection and passes its
 * events on. When it is closed, another one takes the lead.
 */
export function openSharedStream(options: SharedStreamOptions): SharedStream {
  const { scope, isCurrent, open, locks, createChannel } = options;
  // Tabs of releases with other messages use another name.
  const name = `tezi:signals ${scope}`;
  const channel = locks === null || createChannel === null ? null : createChannel(name);
  let versions: Versions = new Map();
  let state: LiveState = 'connecting';
  let types: readonly string[] = [];
  let hasStarted = false;
  /** Only this browser connects now, because a tab takes the lead or the user has returned: what was missed is shown at once. */
  let isAwaited = false;
  let connection: Connection | null = null;
  let lastHeardAt = Date.now();
  let reloading: ReturnType<typeof setTimeout> | undefined;

  const post = (message: Message) => {
    if (isCurrent()) channel?.postMessage(message);
  };
  const postState = () => post({ kind: 'state', state, lastEventId: formatVersions(versions), types });

  function setState(next: LiveState): void {
    state = next;
    options.onState(state, types);
  }

  /** Handles an event in every tab. */
  function receive(event: StreamEvent): void {
    if (event.name === 'ready') {
      types = (event.data as StreamReady).signal_types;
      // The server may have asked to load the data again while this browser had no connection.
      if (hasStarted) reloadLater();
      start(event.id ?? '', hasStarted && !isAwaited);
    } else if (event.name === 'end') {
      if ((event.data as StreamEnd).reason === 'access') options.onAccessEnded();
    } else if (event.name === 'reload') reloadLater();
    else {
      versions = new Map([...versions, ...parseVersions(event.id ?? '')]);
      options.onEvent(event);
    }
  }

  function start(id: string, isSpread: boolean): void {
    hasStarted = true;
    isAwaited = false;
    versions = parseVersions(id);
    options.onStart(versions, isSpread);
  }

  function reloadLater(): void {
    reloading ??= setTimeout(() => {
      reloading = undefined;
      if (isCurrent()) options.onReload();
    }, Math.random() * options.reloadSpreadMs);
  }

  function lead(): void {
    isAwaited = true;
    connection = connect({
      open,
      onEvent(event) {
        if (!isCurrent()) return;
        receive(event);
        post({ kind: 'event', event });
      },
      onState(next) {
        setState(next);
        postState();
      },
    });
    postState();
  }

  function stopLeading(): void {
    connection?.close();
    connection = null;
  }

  function listen({ data: message }: MessageEvent<Message>): void {
    // Signed out or signed in to another account since: neither show nor report anything of this one.
    if (!isCurrent()) return;
    lastHeardAt = Date.now();
    if (connection !== null) {
      if (message.kind === 'hello') postState();
      if (message.kind === 'reconnect') reconnect();
      return;
    }
    if (message.kind === 'event') receive(message.event);
    if (message.kind === 'state') {
      types = message.types;
      // The tab that leads repeats its versions. While it connects, it does not receive the events after them.
      if (message.state === 'live' && message.lastEventId !== formatVersions(versions))
        start(message.lastEventId, false);
      setState(message.state);
    }
  }

  function reconnect(): void {
    if (connection === null) post({ kind: 'reconnect' });
    else {
      stopLeading();
      lead();
    }
  }

  const beat = () => {
    if (connection !== null) postState();
    else if (Date.now() - lastHeardAt > SILENCE_MS && document.visibilityState === 'visible')
      leadership?.steal();
  };

  const timer = setInterval(beat, BEAT_MS);
  channel?.addEventListener('message', listen);
  post({ kind: 'hello' });
  const leadership = channel && locks && requestLeadership(locks, name, { lead, stop: stopLeading });
  if (leadership === null) lead();

  return {
    wake() {
      lastHeardAt = Date.now();
      const isLost = connection?.retry() === true;
      if (isLost || state !== 'live') isAwaited = true;
      if (connection === null) post({ kind: 'hello' });
    },
    drop: () => connection?.drop(),
    reconnect,
    close() {
      clearInterval(timer);
      clearTimeout(reloading);
      stopLeading();
      channel?.close();
      leadership?.resign();
    },
  };
}

interface Leadership {
  /** Takes the lead from a tab that does not respond. */
  steal(): void;
  /** Gives the lead to the tab that has waited longest, or stops waiting. */
  resign(): void;
}

/**
 * Waits until this tab may lead the tabs that share a name, and calls `lead`. `stop` is called when it no longer leads. The
 * browser releases the lock of a tab that is closed or crashes.
 */
function requestLeadership(
  locks: Pick<LockManager, 'request'>,
  name: string,
  { lead, stop }: { lead: () => void; stop: () => void },
): Leadership {
  let release = () => {};
  let waiting = new AbortController();
  let hasResigned = false;

  const request = (options: LockOptions) => {
    let isLeading = false;
    const hold = () => {
      if (hasResigned) return undefined;
      isLeading = true;
      lead();
      return new Promise<void>((resolve) => (release = resolve));
    };
    locks.request(name, options, hold).catch(() => {
      if (hasResigned || options.signal?.aborted) return;
      // Locks may not be used here, so this tab is on its own.
      if (!isLeading) return lead();
      // Another tab has taken the lead.
      stop();
      wait();
    });
  };
  const wait = () => {
    waiting = new AbortController();
    request({ signal: waiting.signal });
  };

  wait();
  return {
    steal() {
      waiting.abort();
      request({ steal: true });
    },
    resign() {
      hasResigned = true;
      waiting.abort();
      release();
    },
  };
}

import {
  advanceId,
  compareIds,
  isSetBack,
  isTypeMissing,
  type StreamEnd,
  type StreamReady,
} from '#contract/signals/stream.ts';
import { requestLeadership } from './leadership.ts';
import { type Connection, connect, type LiveState, type StreamEvent } from './stream-connection.ts';

/** The tab that leads reports its state this often. */
const BEAT_MS = 15_000;
/** A tab that hears nothing for longer takes the lead: the browser may have frozen the tab that leads. */
const SILENCE_MS = 60_000;

/** An event that changes the data. */
interface DataEvent {
  id: string;
  name: string;
  data: { signal_type: string };
}

type Message =
  /** Asks for the state. */
  | { kind: 'hello' }
  | { kind: 'state'; state: LiveState; lastEventId: string | null; types: readonly string[] }
  | { kind: 'event'; event: DataEvent }
  /** The stream has started at the positions of this ID. */
  | { kind: 'start'; lastEventId: string; isResumed: boolean }
  | { kind: 'access-ended' }
  /** The server asks to load the data again. */
  | { kind: 'reload' }
  /** Asks to connect again, because the user may read more than before. */
  | { kind: 'reconnect' };

export interface SharedStreamOptions {
  /** The account whose tabs share the stream. */
  scope: string;
  /** Returns whether this browser is still signed in to that account. */
  isCurrent: () => boolean;
  /** The ID of the last event that this tab has received, or of the data that it shows. */
  lastEventId: string | null;
  open: (lastEventId: string | null, signal: AbortSignal) => Promise<Response>;
  onEvent: (event: DataEvent) => void;
  /** Every event after the positions of this ID will be received. Data from before them lacks events. */
  onStart: (id: string) => void;
  /** The data must be loaded again, whatever its positions. */
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
  readonly lastEventId: string | null;
  /** Connects now if the connection is lost, and the tab that leads if it does not respond. */
  wake(): void;
  /** Gives up the connection, because the network is gone, and reconnects. */
  drop(): void;
  /** Connects again to receive what the user may read now. */
  reconnect(): void;
  close(): void;
}

/**
 * Receives a stream together with the other tabs of an account: one of them leads, which has the connection and passes events
 * on. When it is closed, another one takes the lead and resumes after the last event that it has received.
 */
export function openSharedStream(options: SharedStreamOptions): SharedStream {
  const { scope, isCurrent, open, locks, createChannel } = options;
  const name = `tezi:live ${scope}`;
  const channel = locks === null || createChannel === null ? null : createChannel(name);
  let lastEventId = options.lastEventId;
  let state: LiveState = 'connecting';
  let types: readonly string[] = [];
  let hasStarted = false;
  let connection: Connection | null = null;
  let lastHeardAt = Date.now();
  let reloading: ReturnType<typeof setTimeout> | undefined;

  const post = (message: Message) => {
    if (isCurrent()) channel?.postMessage(message);
  };
  const postState = () => post({ kind: 'state', state, lastEventId, types });

  function setState(next: LiveState): void {
    state = next;
    options.onState(state, types);
  }

  function receive(event: DataEvent): void {
    const order = compareIds(lastEventId, event.id, event.data.signal_type);
    if (order === 'seen') return;
    lastEventId = advanceId(lastEventId, event.id);
    if (order === 'gap') options.onStart(lastEventId);
    options.onEvent(event);
  }

  /** Continues at the positions of an ID. Types in which this tab is ahead of them continue where it is. */
  function continueAt(id: string, isResumed: boolean): void {
    const hasLost = !isResumed && isSetBack(lastEventId, id);
    // Access that ended while the connection was lost is not reported: the types are missing.
    if (hasLost || isTypeMissing(lastEventId, id)) options.onReload();
    const next = hasLost ? id : advanceId(lastEventId, id);
    // The tab that leads repeats its positions.
    if (hasStarted && next === lastEventId) return;
    hasStarted = true;
    lastEventId = next;
    options.onStart(next);
  }

  // As the tab that leads.

  function lead(): void {
    connection = connect({
      open,
      lastEventId,
      onEvent: pass,
      onState(next) {
        setState(next);
        postState();
      },
    });
    postState();
  }

  function pass({ id, name: eventName, data }: StreamEvent): void {
    if (!isCurrent()) return;
    if (eventName === 'ready') start(id ?? '', data as StreamReady);
    else if (eventName === 'end') end(data as StreamEnd);
    else if (eventName === 'reload') reloadLater();
    else {
      const event = { id: id ?? '', name: eventName, data: data as DataEvent['data'] };
      receive(event);
      post({ kind: 'event', event });
    }
  }

  function start(id: string, { resumed, signal_types }: StreamReady): void {
    // The server may have asked to load the data again while this browser had no connection.
    if (hasStarted) reloadLater();
    types = signal_types;
    continueAt(id, resumed);
    post({ kind: 'start', lastEventId: id, isResumed: resumed });
  }

  function end({ reason }: StreamEnd): void {
    if (reason !== 'access') return;
    options.onAccessEnded();
    post({ kind: 'access-ended' });
  }

  function reloadLater(): void {
    reloading ??= setTimeout(() => {
      reloading = undefined;
      if (!isCurrent()) return;
      options.onReload();
      post({ kind: 'reload' });
    }, Math.random() * options.reloadSpreadMs);
  }

  function stopLeading(): void {
    connection?.close();
    connection = null;
  }

  // As any other tab.

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
    if (message.kind === 'start') continueAt(message.lastEventId, message.isResumed);
    if (message.kind === 'access-ended') options.onAccessEnded();
    if (message.kind === 'reload') options.onReload();
    if (message.kind === 'state') {
      types = message.types;
      // Not while the leading tab connects: it has positions, but does not receive the events after them.
      if (message.state === 'live' && message.lastEventId !== null) continueAt(message.lastEventId, true);
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
    get lastEventId() {
      return lastEventId;
    },
    wake() {
      lastHeardAt = Date.now();
      connection?.retry();
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

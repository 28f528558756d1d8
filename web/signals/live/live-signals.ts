import type { QueryClient } from '@tanstack/react-query';
import type { SignalType } from '#contract/signals/signal-types.ts';
import { SIGNAL_STREAM_PATH, type SignalEvent, type SignalEventKind } from '#contract/signals/stream.ts';
import type { LiveState } from '#web/live/live-state.ts';
import { type LiveStream, startLiveStream } from '#web/live/live-stream.ts';
import { readUser } from '#web/session/session.ts';
import { announce, clearAnnouncements } from './announcements.ts';
import { highlightChange } from './highlight.ts';
import { createListUpdates } from './update-lists.ts';
import { createSignalUpdates } from './update-signals.ts';

const POLL_MS = 30_000;
/** How often it is checked that the signals were loaded: the computer may have slept. */
const POLL_CHECK_MS = 5_000;
/** After the last component has stopped following: the next page may follow too. */
const RELEASE_MS = 5_000;
/** Against a loop, if list and stream disagree about what the user may read. */
const MIN_RECONNECT_MS = 60_000;

/** The signals that follow the stream: one per tab. */
interface LiveSignals {
  followers: number;
  release?: ReturnType<typeof setTimeout>;
  stop: () => void;
}

let live: LiveSignals | null = null;
let state: LiveState = 'connecting';
/** The types of signals that the stream contains. */
let readableTypes: readonly string[] = [];
const listeners = new Set<() => void>();

export const getLiveState = () => state;

/** Returns whether the stream contains signals of a type, which depends on the user's access. */
export const isTypeReadable = (type: SignalType) => readableTypes.includes(type);

export function subscribeToLiveState(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** Updates the cached lists of signals in place, and single signals, while it is followed. Returns a function that stops following. */
export function followLiveSignals(queries: QueryClient): () => void {
  live ??= { followers: 0, stop: start(queries) };
  const current = live;
  current.followers += 1;
  clearTimeout(current.release);
  return () => {
    current.followers -= 1;
    if (current.followers > 0) return;
    current.release = setTimeout(() => {
      current.stop();
      live = null;
    }, RELEASE_MS);
  };
}

function start(queries: QueryClient): () => void {
  let reconnectedAt = Number.NEGATIVE_INFINITY;
  let polling: ReturnType<typeof setInterval> | undefined;

  function includePremium(type: SignalType): void {
    if (state !== 'live' || readableTypes.includes(type)) return;
    if (Date.now() - reconnectedAt < MIN_RECONNECT_MS) return;
    reconnectedAt = Date.now();
    stream.reconnect();
  }

  const options = { getUser: readUser, onPremiumAccess: includePremium };
  const lists = createListUpdates(queries, options);
  const signals = createSignalUpdates(queries, options);

  function reload(): void {
    lists.reload();
    signals.reload();
  }

  function setState(next: LiveState, types: readonly string[] = []): void {
    // The tab that leads repeats its state.
    if (next === state && types.join() === readableTypes.join()) return;
    readableTypes = types;
    if (next !== state) {
      state = next;
      clearInterval(polling);
      if (next === 'polling') polling = startPolling(reload);
    }
    for (const listener of listeners) listener();
  }

  const stream: LiveStream = startLiveStream({
    path: SIGNAL_STREAM_PATH,
    onState: setState,
    getDataId: lists.getDataId,
    onEvent: ({ id, name, data }) => {
      const event = { kind: name as SignalEventKind, ...data } as SignalEvent;
      if (event.kind !== 'removed') highlightChange(event.signal.id);
      const isShown = [lists.apply(event, id), signals.apply(event)].includes(true);
      if (isShown) announce(event);
    },
    onStart(id) {
      lists.start(id);
      signals.start();
    },
    onReload: reload,
    onAccessEnded() {
      lists.dropPremium();
      signals.dropPremium();
      clearAnnouncements();
    },
    onUserChange() {
      lists.dropAll();
      signals.dropOthers();
      clearAnnouncements();
      setState('connecting');
    },
  });

  return () => {
    stream.stop();
    lists.stop();
    signals.stop();
    setState('connecting');
  };
}

/** Calls `reload` now, and whenever the signals are too old on a visible page. */
function startPolling(reload: () => void): ReturnType<typeof setInterval> {
  let polledAt = Number.NEGATIVE_INFINITY;
  const poll = () => {
    const now = Date.now();
    // Also if the clock was set back.
    if (document.visibilityState !== 'visible' || Math.abs(now - polledAt) < POLL_MS) return;
    polledAt = now;
    reload();
  };
  poll();
  return setInterval(poll, POLL_CHECK_MS);
}

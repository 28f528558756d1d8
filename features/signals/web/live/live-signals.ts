import type { QueryClient } from '@tanstack/react-query';
import { readUser } from '#core/web/session/session.ts';
import type { SignalType } from '#features/signals/contract/signal-types.ts';
import { parseVersions, type SignalEvent, type SignalEventKind } from '#features/signals/contract/stream.ts';
import { startLiveStream } from '#features/signals/web/live/stream/live-stream.ts';
import type { LiveState } from '#features/signals/web/live/stream/stream-connection.ts';
import { announce, clearAnnouncements } from './announcements.ts';
import { forgetNewSignals, watchNewSignal } from './new-signals.tsx';
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

  const stream = startLiveStream({
    onState: setState,
    onEvent: ({ id, name, data }) => {
      const event = { kind: name as SignalEventKind, ...(data as object) } as SignalEvent;
      const version = parseVersions(id ?? '').get(event.signal_type) ?? 0;
      let isAnnounced = false;
      const announceOnce = () => {
        if (!isAnnounced) announce(event);
        isAnnounced = true;
      };
      // A list with filters shows the change once it is loaded.
      if (event.kind !== 'removed') watchChange(event.signal.id, event.kind === 'created', announceOnce);
      const isShown = [lists.apply(event, version), signals.apply(event)].includes(true);
      if (isShown) announceOnce();
    },
    onStart(versions, isSpread) {
      lists.start(versions, isSpread);
      // Else a reload follows, which is spread too.
      if (!isSpread) signals.start();
    },
    onReload: reload,
    onAccessEnded() {
      lists.dropPremium();
      signals.dropPremium();
      forgetChanges();
    },
    onUserChange() {
      lists.dropAll();
      signals.dropOthers();
      forgetChanges();
      setState('connecting');
    },
  });

  return () => {
    stream.stop();
    lists.stop();
    signals.stop();
    forgetChanges();
    forgetNewSignals();
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

/** How long the page may take to show a change: lists with filters are loaded again for it, at a random time. */
const CHANGE_WAIT_MS = 13_000;
const HIGHLIGHT_MS = 4_000;

/** An element of a list of signals. The hub and the page of a signal show single ones. */
const LISTED = 'li, tr';

/** Returns the elements of a signal, which have its ID in `data-signal`. */
const getElements = (id: string) => [
  ...document.querySelectorAll<HTMLElement>(`[data-signal="${CSS.escape(id)}"]`),
];

const observers = new Set<MutationObserver>();

/** Neither highlights nor announces changes any more, because the user may no longer read them. */
function forgetChanges(): void {
  for (const observer of observers) observer.disconnect();
  observers.clear();
  clearAnnouncements();
}

/** Highlights a signal as soon as the page shows its change, and calls `onShown`. Call it before the change. */
function watchChange(id: string, isNew: boolean, onShown: () => void): void {
  const before = new Set(getElements(id));
  const stop = () => {
    observer.disconnect();
    observers.delete(observer);
  };
  const observer = new MutationObserver((records) => {
    const changed = getElements(id).filter(
      (element) => !before.has(element) || records.some(({ target }) => element.contains(target)),
    );
    if (changed.length === 0) return;
    stop();
    onShown();
    for (const element of changed) {
      highlightWhenVisible(element);
      if (isNew && element.matches(LISTED)) watchNewSignal(element);
    }
  });
  observer.observe(document.body, { childList: true, subtree: true, characterData: true, attributes: true });
  observers.add(observer);
  setTimeout(stop, CHANGE_WAIT_MS);
}

function highlightWhenVisible(element: Element): void {
  if (document.visibilityState === 'visible') highlight(element);
  else document.addEventListener('visibilitychange', () => highlight(element), { once: true });
}

/** Fades, or with reduced motion ends at once. */
function highlight(element: Element): void {
  const color = 'var(--color-accent-soft)';
  const isStill = matchMedia('(prefers-reduced-motion: reduce)').matches;
  const frames = isStill ? [color, color] : [color, color, getComputedStyle(element).backgroundColor];
  element.animate({ backgroundColor: frames }, { duration: HIGHLIGHT_MS, id: 'signal-changed' });
}

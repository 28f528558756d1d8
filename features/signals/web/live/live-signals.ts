import type { QueryClient } from '@tanstack/react-query';
import { readUser } from '#core/web/session/session.ts';
import type { SignalType } from '#features/signals/contract/signal-types.ts';
import { parseVersions, type SignalEvent, type SignalEventKind } from '#features/signals/contract/stream.ts';
import { startLiveStream } from '#features/signals/web/live/stream/live-stream.ts';
import type { LiveState } from '#features/signals/web/live/stream/stream-connection.ts';
import { announce, clearAnnouncements } from './announcements.ts';
import { LiveQueries } from './live-queries.ts';
import { getLive, setLive } from './live-store.ts';
import { forgetNewSignals, watchNewSignal } from './new-signals.tsx';

const POLL_MS = 30_000;
/** How often it is checked that the signals were loaded: the computer may have slept. */
const POLL_CHECK_MS = 5_000;
/** After the last component has stopped following: the next page may follow too. */
const RELEASE_MS = 5_000;
/** Against a loop, if list and stream disagree about what the user may read. */
const MIN_RECONNECT_MS = 60_000;

let followers = 0;
let stop: (() => void) | null = null;
let releasing: ReturnType<typeof setTimeout> | undefined;

/** Updates the cached lists of signals in place, and single signals, while it is followed. Returns a function that stops following. */
export function followLiveSignals(queries: QueryClient): () => void {
  stop ??= start(queries);
  followers += 1;
  clearTimeout(releasing);
  return () => {
    followers -= 1;
    if (followers > 0) return;
    releasing = setTimeout(() => {
      stop?.();
      stop = null;
    }, RELEASE_MS);
  };
}

function start(queries: QueryClient): () => void {
  let reconnectedAt = Number.NEGATIVE_INFINITY;
  let polling: ReturnType<typeof setInterval> | undefined;

  function includePremium(type: SignalType): void {
    const { state, types } = getLive();
    if (state !== 'live' || types.includes(type)) return;
    if (Date.now() - reconnectedAt < MIN_RECONNECT_MS) return;
    reconnectedAt = Date.now();
    stream.reconnect();
  }

  const cached = new LiveQueries(queries, { getUser: readUser, onPremiumAccess: includePremium });

  function setState(next: LiveState, types: readonly string[] = []): void {
    const { state, types: current } = getLive();
    // The tab that leads repeats its state.
    if (next === state && types.join() === current.join()) return;
    if (next !== state) {
      clearInterval(polling);
      if (next === 'polling') polling = startPolling(() => cached.reload());
    }
    setLive({ state: next, types });
  }

  const stream = startLiveStream({
    onState: setState,
    onEvent: ({ id, name, data }) => {
      const event = { kind: name as SignalEventKind, ...(data as object) } as SignalEvent;
      const version = parseVersions(id ?? '').get(event.signal_type) ?? 0;
      // A list with filters shows the change once it is loaded.
      if (event.kind !== 'removed')
        watchChange(event.signal.id, event.kind === 'created', () => announce(event));
      if (cached.apply(event, version)) announce(event);
    },
    onStart: (versions, isSpread) => cached.start(versions, isSpread),
    onReload: () => cached.reload(),
    onAccessEnded() {
      cached.dropPremium();
      forgetChanges();
    },
    onUserChange() {
      cached.dropOthers();
      forgetChanges();
      setState('connecting');
    },
  });

  return () => {
    stream.stop();
    cached.stop();
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

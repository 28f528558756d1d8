import type { Query, QueryClient } from '@tanstack/react-query';
import type { SignedInUser } from '#core/web/session/session.ts';
import type { AdminSignalList } from '#features/signals/contract/admin-endpoints.ts';
import type { SignalList } from '#features/signals/contract/endpoints.ts';
import type { SignalType } from '#features/signals/contract/signal-types.ts';
import {
  formatVersions,
  parseVersions,
  type SignalEvent,
  type Versions,
} from '#features/signals/contract/stream.ts';
import {
  ADMIN_SIGNALS_KEY,
  CHOICES_KEY,
  getSignalsScope,
  SIGNALS_KEY,
} from '#features/signals/web/public/signal-keys.ts';
import { applyEvent, type SignalsQuery } from './apply-event.ts';
import { RELOAD_DELAY_MS, watchResponses } from './watch-responses.ts';

/** Pages that must load a list after an event do so at a random time within this, because all receive it at the same time. */
const SPREAD_MS = 10_000;

/** A response may lack this many of the last events, which arrived while it was under way. */
const MAX_RECENT_EVENTS = 50;

const PREMIUM_TYPES: readonly SignalType[] = ['swing', 'investment'];

interface ListUpdatesOptions {
  getUser: () => SignedInUser | null;
  /** A response contains premium signals of this type, or would. */
  onPremiumAccess: (type: SignalType) => void;
}

export interface ListUpdates {
  /**
   * The stream has these versions: loads the lists that have others, at once or within `SPREAD_MS`. A start that is spread is followed by a
   * reload.
   */
  start(versions: Versions, isSpread: boolean): void;
  /** Applies an event that leads to a version of its type. Returns whether it changes what is on the page. */
  apply(event: SignalEvent, version: number): boolean;
  /** Loads the lists on the page again, and the others when they are shown. */
  reload(): void;
  /** Removes premium signals and asks the server what the user may read. */
  dropPremium(): void;
  /** Removes all signals: those of another user. */
  dropAll(): void;
  stop(): void;
}

/**
 * Updates the cached lists of signals. Each list names the version of its type. An event leads a list to the next version if
 * the list then contains its whole effect; a list with another version than the stream is loaded again.
 */
export function createListUpdates(
  queries: QueryClient,
  { getUser, onPremiumAccess }: ListUpdatesOptions,
): ListUpdates {
  let current: Versions = new Map();
  /** The last events, oldest first. */
  let recent: { event: SignalEvent; version: number }[] = [];
  const due = new Map<string, ReturnType<typeof setTimeout>>();
  const cache = queries.getQueryCache();
  const { load, stop } = watchResponses(queries, checkResponse, retryLater);

  /**
   * Applies the events that a response lacks before the page shows it, so that no earlier state returns. Loads a list once more that
   * still lacks a change.
   */
  function checkResponse(query: Query): void {
    if (!isList(query) && !isAdminList(query)) return;
    for (const { event, version } of recent) applyTo(query, event, version);
    if (isBehind(query)) loadWithin(query, RELOAD_DELAY_MS);
    const list = getList(query);
    const type = getType(query);
    if (
      !isAdminList(query) &&
      PREMIUM_TYPES.includes(type) &&
      list?.has_subscription &&
      !list.risk_statement_required
    )
      onPremiumAccess(type);
  }

  /** A list that could not be loaded for a change would stay without it until the next one. */
  function retryLater(query: Query): void {
    if ((isList(query) || isAdminList(query)) && isDifferent(query))
      loadWithin(query, SPREAD_MS * (1 + Math.random()));
  }

  const listVersions = (query: Query) => [...parseVersions(getId(query) ?? '')];
  const isBehind = (query: Query) =>
    listVersions(query).some(([type, own]) => own < (current.get(type) ?? 0));
  /** Returns whether a list has another version than the stream, or a type that the user may no longer read. */
  const isDifferent = (query: Query) => listVersions(query).some(([type, own]) => own !== current.get(type));

  /** Loads a list after a delay, unless an event or a response has made it current by then. */
  function loadWithin(query: Query, delayMs: number): void {
    if (due.has(query.queryHash)) return;
    const timer = setTimeout(() => {
      due.delete(query.queryHash);
      if (isDifferent(query)) load(query.queryKey);
    }, delayMs);
    due.set(query.queryHash, timer);
  }

  /** Returns whether the list changes. */
  function applyTo(query: Query, event: SignalEvent, version: number): boolean {
    if (!isList(query) || query.queryKey[1] !== getSignalsScope(event.signal_type, getUser())) return false;
    const list = getList(query);
    const own = parseVersions(list?.last_event_id ?? '').get(event.signal_type);
    // It already contains the event, or the user may not read the list.
    if (!list || own === undefined || own >= version) return false;
    const applied = applyEvent(list, getQuery(query), event);
    const isCurrent = applied.isComplete && own === version - 1;
    const last_event_id = formatVersions(new Map([[event.signal_type, isCurrent ? version : own]]));
    queries.setQueryData(query.queryKey, { ...applied.list, last_event_id });
    if (!isCurrent) loadWithin(query, Math.random() * SPREAD_MS);
    return applied.list !== list;
  }

  function cancelLoads(): void {
    for (const timer of due.values()) clearTimeout(timer);
    due.clear();
  }

  return {
    start(versions, isSpread) {
      current = new Map(versions);
      recent = [];
      const listed = cache.findAll({ predicate: (query) => isList(query) || isAdminList(query) });
      for (const query of listed) {
        // A response is checked when it arrives.
        if (query.state.fetchStatus === 'fetching' || !isDifferent(query)) continue;
        // The server of the stream may learn of a change later than that of a list.
        if (!isBehind(query)) loadWithin(query, RELOAD_DELAY_MS);
        else if (isSpread) loadWithin(query, Math.random() * SPREAD_MS);
        else load(query.queryKey);
      }
      // Choices have no version. After a start that many browsers share, a reload follows.
      if (!isSpread) void queries.invalidateQueries({ queryKey: CHOICES_KEY });
    },
    apply(event, version) {
      const { signal_type } = event;
      current = new Map([...current, [signal_type, version]]);
      recent = [...recent, { event, version }].slice(-MAX_RECENT_EVENTS);
      const changed = cache.findAll().filter((query) => applyTo(query, event, version));
      void queries.invalidateQueries({ queryKey: [...CHOICES_KEY, signal_type] });
      const managed = cache.findAll({ queryKey: ADMIN_SIGNALS_KEY, predicate: isBehind });
      for (const { queryKey } of managed) load(queryKey);
      return [...changed, ...managed].some((query) => query.isActive() && getType(query) === signal_type);
    },
    reload() {
      void queries.invalidateQueries({ queryKey: SIGNALS_KEY });
      void queries.invalidateQueries({ queryKey: ADMIN_SIGNALS_KEY });
    },
    dropPremium() {
      const user = getUser();
      current = new Map([...current].filter(([type]) => !PREMIUM_TYPES.includes(type)));
      recent = recent.filter(({ event }) => !PREMIUM_TYPES.includes(event.signal_type));
      for (const type of PREMIUM_TYPES) {
        void queries.resetQueries({ queryKey: [...SIGNALS_KEY, getSignalsScope(type, user)] });
        void queries.resetQueries({ queryKey: [...CHOICES_KEY, type] });
      }
      void queries.invalidateQueries({ queryKey: [...SIGNALS_KEY, getSignalsScope('intraday', user)] });
    },
    dropAll() {
      current = new Map();
      recent = [];
      cancelLoads();
      queries.removeQueries({ queryKey: SIGNALS_KEY });
      queries.removeQueries({ queryKey: ADMIN_SIGNALS_KEY });
    },
    stop() {
      cancelLoads();
      stop();
    },
  };
}

/** A list has the key of `useSignals`: the prefix, type and user, and the query of the API. */
const isList = ({ queryKey }: Query) => queryKey[0] === SIGNALS_KEY[0] && queryKey[1] !== CHOICES_KEY[1];

/** The key of `useAdminSignals` begins with the prefix and the type. */
const isAdminList = ({ queryKey }: Query) => queryKey[0] === ADMIN_SIGNALS_KEY[0];

const getList = (query: Query) => query.state.data as SignalList | undefined;
const getQuery = ({ queryKey }: Query) => queryKey[2] as SignalsQuery;
const getType = (query: Query) =>
  (isAdminList(query) ? query.queryKey[1] : getQuery(query).signal_type) as SignalType;

/** Returns the versions of a loaded list; `null` if it has none, because the user may not read it. */
const getId = (query: Query): string | null | undefined =>
  (query.state.data as SignalList | AdminSignalList | undefined)?.last_event_id;

import type { Query, QueryCacheNotifyEvent, QueryClient } from '@tanstack/react-query';
import type { SignalList } from '#contract/signals/endpoints.ts';
import type { SignalType } from '#contract/signals/signal-types.ts';
import type { SignalEvent } from '#contract/signals/stream.ts';
import type { SignedInUser } from '#web/session/session.ts';
import { ADMIN_SIGNALS_KEY, CHOICES_KEY, getSignalsScope, SIGNALS_KEY } from '#web/signals/signal-keys.ts';
import { applyEvent, type SignalsQuery } from './apply-event.ts';

/** A response may be older than its request: another server learns of a change a little later. */
const OVERLAP_MS = 5_000;
/** Longer than any request takes. */
const REMEMBERED_MS = 60_000;

const PREMIUM_TYPES: readonly SignalType[] = ['swing', 'investment'];

interface ListUpdatesOptions {
  getUser: () => SignedInUser | null;
  /** A response contains premium signals of this type, or would. */
  onPremiumAccess: (type: SignalType) => void;
}

export interface ListUpdates {
  /** Applies an event to all lists. Returns whether it changes what is on the page. */
  apply(event: SignalEvent): boolean;
  /** Loads the lists on the page again, and the others when they are shown. */
  reload(): void;
  /** Removes premium signals and asks the server what the user may read. */
  dropPremium(): void;
  /** Removes all signals: those of another user. */
  dropAll(): void;
  stop(): void;
}

/**
 * Updates the cached lists of signals. A response to a request that was sent before an event would undo it, so recent events
 * are applied to responses too.
 */
export function createListUpdates(
  queries: QueryClient,
  { getUser, onPremiumAccess }: ListUpdatesOptions,
): ListUpdates {
  const recent: { at: number; event: SignalEvent }[] = [];
  const requestedAt = new WeakMap<Query, number>();
  const cache = queries.getQueryCache();
  const stop = cache.subscribe(followRequests);

  function followRequests(notification: QueryCacheNotifyEvent): void {
    if (notification.type !== 'updated' || !isList(notification.query)) return;
    const { query, action } = notification;
    if (action.type === 'fetch') requestedAt.set(query, Date.now());
    if (action.type === 'success' && !action.manual) completeResponse(query);
  }

  function completeResponse(query: Query): void {
    const since = (requestedAt.get(query) ?? Date.now()) - OVERLAP_MS;
    for (const { at, event } of recent) if (at >= since) applyTo(query, event);
    const { signal_type } = getSignalsQuery(query);
    if (PREMIUM_TYPES.includes(signal_type) && getList(query)?.has_subscription) onPremiumAccess(signal_type);
  }

  /** Returns whether the list changes. */
  function applyTo(query: Query, event: SignalEvent): boolean {
    const list = getList(query);
    if (list === undefined) return false;
    const next = applyEvent(list, getSignalsQuery(query), event);
    if (next === list) return false;
    if (next === null) void queries.invalidateQueries({ queryKey: query.queryKey, exact: true });
    else queries.setQueryData(query.queryKey, next);
    return true;
  }

  function remember(event: SignalEvent): void {
    const now = Date.now();
    while (recent[0] && recent[0].at < now - REMEMBERED_MS) recent.shift();
    recent.push({ at: now, event });
  }

  return {
    apply(event) {
      remember(event);
      const scope = getSignalsScope(event.signal_type, getUser());
      const changed = cache
        .findAll({ queryKey: [...SIGNALS_KEY, scope], predicate: isList })
        .filter((query) => applyTo(query, event));
      void queries.invalidateQueries({ queryKey: [...CHOICES_KEY, event.signal_type] });
      void queries.invalidateQueries({ queryKey: ADMIN_SIGNALS_KEY });
      const isManaged = cache
        .findAll({ queryKey: [...ADMIN_SIGNALS_KEY, event.signal_type] })
        .some((query) => query.isActive());
      return isManaged || changed.some((query) => query.isActive());
    },
    reload() {
      void queries.invalidateQueries({ queryKey: SIGNALS_KEY });
      void queries.invalidateQueries({ queryKey: ADMIN_SIGNALS_KEY });
    },
    dropPremium() {
      const user = getUser();
      recent.splice(0, recent.length, ...recent.filter(({ event }) => !isPremium(event)));
      for (const type of PREMIUM_TYPES) {
        void queries.resetQueries({ queryKey: [...SIGNALS_KEY, getSignalsScope(type, user)] });
        void queries.resetQueries({ queryKey: [...CHOICES_KEY, type] });
      }
      void queries.invalidateQueries({ queryKey: [...SIGNALS_KEY, getSignalsScope('intraday', user)] });
    },
    dropAll() {
      recent.length = 0;
      queries.removeQueries({ queryKey: SIGNALS_KEY });
      queries.removeQueries({ queryKey: ADMIN_SIGNALS_KEY });
    },
    stop,
  };
}

const isPremium = ({ signal_type }: SignalEvent) => PREMIUM_TYPES.includes(signal_type);

/** A list has the key of `useSignals`: the prefix, type and user, and the query of the API. */
const isList = ({ queryKey }: Query) => queryKey[0] === SIGNALS_KEY[0] && queryKey[1] !== CHOICES_KEY[1];

const getList = (query: Query) => query.state.data as SignalList | undefined;
const getSignalsQuery = ({ queryKey }: Query) => queryKey[2] as SignalsQuery;

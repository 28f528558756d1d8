import type { Query, QueryClient } from '@tanstack/react-query';
import type { AdminSignalList } from '#contract/signals/admin-endpoints.ts';
import type { SignalList } from '#contract/signals/endpoints.ts';
import type { SignalType } from '#contract/signals/signal-types.ts';
import type { SignalEvent } from '#contract/signals/stream.ts';
import { getPosition, listTypes } from '#contract/signals/stream.ts';
import type { SignedInUser } from '#web/session/session.ts';
import { ADMIN_SIGNALS_KEY, CHOICES_KEY, getSignalsScope, SIGNALS_KEY } from '#web/signals/signal-keys.ts';
import { applyEvent, type SignalsQuery } from './apply-event.ts';
import { watchResponses } from './watch-responses.ts';

/** Longer than any request takes. */
const REMEMBERED_MS = 60_000;

const PREMIUM_TYPES: readonly SignalType[] = ['swing', 'investment'];

interface ListUpdatesOptions {
  getUser: () => SignedInUser | null;
  /** A response contains premium signals of this type, or would. */
  onPremiumAccess: (type: SignalType) => void;
}

export interface ListUpdates {
  /** Returns the event ID after which the lists on the page lack events; `null` without lists. */
  getDataId(): string | null;
  /** Every event after the positions of this ID will be applied: loads the lists again that are older. */
  start(id: string): void;
  /** Applies an event with its ID to all lists. Returns whether it changes what is on the page. */
  apply(event: SignalEvent, id: string): boolean;
  /** Loads the lists on the page again, and the others when they are shown. */
  reload(): void;
  /** Removes premium signals and asks the server what the user may read. */
  dropPremium(): void;
  /** Removes all signals: those of another user. */
  dropAll(): void;
  stop(): void;
}

/** The newest events of a type, without gaps. */
interface EventLog {
  /** The position before the first event. */
  after: number;
  events: { at: number; event: SignalEvent }[];
}

/**
 * Updates the cached lists of signals. Nothing is lost, because each list names its position: the one of the last event that
 * it contains. Only the next event is applied to it, which advances it. A list or response that is older than the stream's
 * start, or than the events that are remembered, is loaded again; one that is newer skips the events that it contains.
 */
export function createListUpdates(
  queries: QueryClient,
  { getUser, onPremiumAccess }: ListUpdatesOptions,
): ListUpdates {
  const logs = new Map<string, EventLog>();
  const cache = queries.getQueryCache();
  const { loadLater, stop, ...responses } = watchResponses(queries, (query) => {
    if (isList(query)) completeResponse(query);
    else if (isAdminList(query)) completeAdminResponse(query);
  });

  const listAll = () => cache.findAll({ predicate: (query) => isList(query) || isAdminList(query) });
  const load = ({ queryKey }: Query) => responses.load(queryKey);

  /** Applies the events to a response that were received while it was on its way. */
  function completeResponse(query: Query): void {
    const { signal_type } = getSignalsQuery(query);
    const log = logs.get(signal_type);
    // Without a position, the user may not read this type, which the stream notices too.
    if (log && getId(query) !== null && isBehind(query, signal_type, log.after)) loadLater(query.queryKey);
    else log?.events.forEach(({ event }, index) => void applyTo(query, event, log.after + index + 1));
    const list = getList(query);
    if (PREMIUM_TYPES.includes(signal_type) && list?.has_subscription && !list.risk_statement_required)
      onPremiumAccess(signal_type);
  }

  /** Events cannot be applied to a page of the administrators' list, so that it must contain them all. */
  function completeAdminResponse(query: Query): void {
    const isOld = [...logs].some(([type, { after, events }]) => isBehind(query, type, after + events.length));
    if (isOld) loadLater(query.queryKey);
  }

  /** Returns whether the list changes. */
  function applyTo(query: Query, event: SignalEvent, position: number): boolean {
    const list = getList(query);
    // It already contains the event, or it lacks earlier ones and is loaded again.
    if (!list || getPosition(list.last_event_id, event.signal_type) !== position - 1) return false;
    const next = applyEvent(list, getSignalsQuery(query), event);
    if (next === null) load(query);
    else queries.setQueryData(query.queryKey, { ...next, last_event_id: `${event.signal_type}:${position}` });
    return next !== list;
  }

  function remember(event: SignalEvent, position: number): void {
    const log = logs.get(event.signal_type) ?? { after: position - 1, events: [] };
    logs.set(event.signal_type, log);
    if (position !== log.after + log.events.length + 1) return;
    const now = Date.now();
    log.events.push({ at: now, event });
    while (log.events[0] && log.events[0].at < now - REMEMBERED_MS) {
      log.events.shift();
      log.after += 1;
    }
  }

  return {
    getDataId() {
      const first = new Map<string, number>();
      for (const id of listAll().flatMap((query) => (query.isActive() ? (getId(query) ?? []) : []))) {
        for (const type of listTypes(id)) {
          const position = getPosition(id, type) as number;
          first.set(type, Math.min(first.get(type) ?? position, position));
        }
      }
      return first.size === 0 ? null : [...first].map(([type, position]) => `${type}:${position}`).join();
    },
    start(id) {
      for (const type of listTypes(id)) {
        const position = getPosition(id, type) as number;
        const log = logs.get(type);
        // Otherwise it continues without a gap.
        if (!log || log.after + log.events.length !== position)
          logs.set(type, { after: position, events: [] });
        for (const query of listAll()) {
          // A response is checked when it arrives.
          if (query.state.fetchStatus !== 'fetching' && isBehind(query, type, position)) load(query);
        }
      }
      // Choices have no position.
      void queries.invalidateQueries({ queryKey: CHOICES_KEY });
    },
    apply(event, id) {
      const { signal_type } = event;
      const position = getPosition(id, signal_type);
      if (position === null) return false;
      remember(event, position);
      const scope = getSignalsScope(signal_type, getUser());
      const changed = cache
        .findAll({ queryKey: [...SIGNALS_KEY, scope], predicate: isList })
        .filter((query) => applyTo(query, event, position));
      void queries.invalidateQueries({ queryKey: [...CHOICES_KEY, signal_type] });
      const managed = cache.findAll({
        queryKey: ADMIN_SIGNALS_KEY,
        predicate: (query) => isBehind(query, signal_type, position),
      });
      for (const query of managed) load(query);
      return [...changed, ...managed].some((query) => query.isActive() && showsType(query, signal_type));
    },
    reload() {
      void queries.invalidateQueries({ queryKey: SIGNALS_KEY });
      void queries.invalidateQueries({ queryKey: ADMIN_SIGNALS_KEY });
    },
    dropPremium() {
      const user = getUser();
      for (const type of PREMIUM_TYPES) {
        logs.delete(type);
        void queries.resetQueries({ queryKey: [...SIGNALS_KEY, getSignalsScope(type, user)] });
        void queries.resetQueries({ queryKey: [...CHOICES_KEY, type] });
      }
      void queries.invalidateQueries({ queryKey: [...SIGNALS_KEY, getSignalsScope('intraday', user)] });
    },
    dropAll() {
      logs.clear();
      queries.removeQueries({ queryKey: SIGNALS_KEY });
      queries.removeQueries({ queryKey: ADMIN_SIGNALS_KEY });
    },
    stop,
  };
}

/** A list has the key of `useSignals`: the prefix, type and user, and the query of the API. */
const isList = ({ queryKey }: Query) => queryKey[0] === SIGNALS_KEY[0] && queryKey[1] !== CHOICES_KEY[1];

/** The key of `useAdminSignals` begins with the prefix and the type. */
const isAdminList = ({ queryKey }: Query) => queryKey[0] === ADMIN_SIGNALS_KEY[0];

const getList = (query: Query) => query.state.data as SignalList | undefined;
const getSignalsQuery = ({ queryKey }: Query) => queryKey[2] as SignalsQuery;

const showsType = (query: Query, type: SignalType) =>
  (isAdminList(query) ? query.queryKey[1] : getSignalsQuery(query).signal_type) === type;

/** Returns the event ID of a loaded list; `null` if it has none, because the user may not read it. */
const getId = (query: Query): string | null | undefined =>
  (query.state.data as SignalList | AdminSignalList | undefined)?.last_event_id;

/** Returns whether a loaded list lacks events of a type up to a position. */
function isBehind(query: Query, type: string, position: number): boolean {
  const id = getId(query);
  if (id === undefined || !(isAdminList(query) || showsType(query, type as SignalType))) return false;
  const own = getPosition(id, type);
  return own === null || own < position;
}

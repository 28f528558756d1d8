import type { Query, QueryClient } from '@tanstack/react-query';
import type { SignedInUser } from '#core/web/session/session.ts';
import type { SignalList } from '#features/signals/contract/endpoints.ts';
import type { AdminSignalList } from '#features/signals/contract/publishing/admin-endpoints.ts';
import type { Signal } from '#features/signals/contract/signal.ts';
import type { SignalType } from '#features/signals/contract/signal-types.ts';
import {
  formatVersions,
  parseVersions,
  type SignalEvent,
  type Versions,
} from '#features/signals/contract/stream.ts';
import type { SignalDetails } from '#features/signals/contract/track-record/signal-details.ts';
import {
  ADMIN_SIGNALS_KEY,
  CHANGES_KEY,
  CHOICES_KEY,
  getSignalKey,
  getSignalsScope,
  OPEN_SIGNALS_KEY,
  SIGNAL_KEY,
  SIGNALS_KEY,
} from '#features/signals/web/public/signal-keys.ts';
import { isActiveSignal } from '#features/signals/web/public/signal-labels.ts';
import { applyEvent, type SignalsQuery } from './apply-event.ts';

/** Pages that must load a list after an event do so at a random time within this, because all receive it at the same time. */
const SPREAD_MS = 10_000;
/** The server of a response may learn of a change later than that of the stream. */
const RELOAD_DELAY_MS = 2_000;
/** A response may lack this many of the last events, which arrived while it was under way. */
const MAX_RECENT_EVENTS = 50;

interface LiveQueriesOptions {
  getUser: () => SignedInUser | null;
  /** A response contains premium signals of this type that can still change, or would. */
  onPremiumAccess: (type: SignalType) => void;
}

/**
 * Updates the cached lists and details of signals. Each list names the version of its type. An event leads a list to the next
 * version if the list then contains its whole effect; a list with another version than the stream is loaded again.
 *
 * The details of a signal have no version and contain more than events do, such as the timeline, so that each event of the
 * signal loads them again.
 */
export class LiveQueries {
  readonly #queries: QueryClient;
  readonly #options: LiveQueriesOptions;
  readonly #unsubscribe: () => void;
  /** The versions of the stream. */
  #current: Versions = new Map();
  /** The last events, oldest first. */
  #recent: { event: SignalEvent; version: number }[] = [];
  /** The loads to come, by the hash of the query. */
  readonly #due = new Map<string, { timer: ReturnType<typeof setTimeout>; at: number }>();
  /** The details that were loading when the stream started: the response may be older than that. */
  readonly #unchecked = new Set<string>();
  /** The event for which details were loaded again: a signal that cannot be presented would be loaded for ever. */
  readonly #awaited = new WeakMap<Query, SignalEvent>();

  constructor(queries: QueryClient, options: LiveQueriesOptions) {
    this.#queries = queries;
    this.#options = options;
    this.#unsubscribe = queries.getQueryCache().subscribe((notification) => {
      if (notification.type !== 'updated') return;
      const { query, action } = notification;
      if (action.type === 'success' && !action.manual) this.#checkResponse(query);
      // A list that could not be loaded for a change would stay without it until the next one.
      if (action.type === 'error') this.#loadIfDifferent(query, SPREAD_MS * (1 + Math.random()));
    });
  }

  /**
   * The stream has these versions: loads the lists that have others, at once or within `SPREAD_MS`. A start that is spread is
   * followed by a reload.
   */
  start(versions: Versions, isSpread: boolean): void {
    this.#current = new Map(versions);
    this.#recent = [];
    for (const query of this.#findAll(isVersioned)) {
      // A response is checked when it arrives.
      if (query.state.fetchStatus === 'fetching' || !this.#isDifferent(query)) continue;
      // The server of the stream may learn of a change later than that of a list.
      if (!this.#isBehind(query)) this.#loadIfDifferent(query, RELOAD_DELAY_MS);
      else if (isSpread) this.#loadIfDifferent(query, Math.random() * SPREAD_MS);
      else this.#load(query);
    }
    // Choices and details have no version.
    if (isSpread) return;
    void this.#queries.invalidateQueries({ queryKey: CHOICES_KEY });
    // The first request of a query is not repeated.
    for (const query of this.#findAll(isDetails))
      if (query.state.fetchStatus === 'fetching' && !query.state.data) this.#unchecked.add(query.queryHash);
    void this.#queries.invalidateQueries({ queryKey: SIGNAL_KEY });
  }

  /** Applies an event that leads to a version of its type. Returns whether it changes what is on the page. */
  apply(event: SignalEvent, version: number): boolean {
    const { signal_type } = event;
    this.#current = new Map([...this.#current, [signal_type, version]]);
    this.#recent = [...this.#recent, { event, version }].slice(-MAX_RECENT_EVENTS);
    const key = getSignalKey(getId(event), this.#options.getUser());
    const details = this.#queries.getQueryCache().findAll({ queryKey: key, exact: true });
    const changed = this.#findAll(isList).filter((query) => this.#applyTo(query, event, version));
    const outdated = this.#findAll((query) => isAdminList(query) && this.#isBehind(query));
    void this.#queries.invalidateQueries({ queryKey: [...CHOICES_KEY, signal_type] });
    for (const query of [...details, ...outdated]) this.#load(query);
    // An administrator's list of another type may have been behind.
    const isShown = (query: Query) =>
      query.isActive() && (!isAdminList(query) || query.queryKey[1] === signal_type);
    return [...details, ...changed, ...outdated].some(isShown);
  }

  /** Loads everything on the page again, and the rest when it is shown. */
  reload(): void {
    for (const queryKey of [SIGNALS_KEY, ADMIN_SIGNALS_KEY, SIGNAL_KEY])
      void this.#queries.invalidateQueries({ queryKey });
  }

  /** Removes premium signals and asks the server what the user may read. */
  dropPremium(): void {
    this.#current = new Map([...this.#current].filter(([type]) => !isPremium(type)));
    this.#recent = this.#recent.filter(({ event }) => !isPremium(event.signal_type));
    void this.#queries.resetQueries({ predicate: containsPremium });
    // The list of free signals says whether the user has a subscription.
    void this.#queries.invalidateQueries({
      queryKey: [...SIGNALS_KEY, getSignalsScope('intraday', this.#options.getUser())],
    });
  }

  /** Removes the signals of other users, and all lists. */
  dropOthers(): void {
    this.#current = new Map();
    this.#recent = [];
    this.#cancelLoads();
    this.#queries.removeQueries({ queryKey: SIGNALS_KEY });
    this.#queries.removeQueries({ queryKey: ADMIN_SIGNALS_KEY });
    const scope = getSignalKey('', this.#options.getUser()).at(-1);
    this.#queries.removeQueries({
      queryKey: SIGNAL_KEY,
      predicate: ({ queryKey }) => queryKey.at(-1) !== scope,
    });
  }

  stop(): void {
    this.#cancelLoads();
    this.#unsubscribe();
  }

  #checkResponse(query: Query): void {
    if (isVersioned(query)) this.#checkList(query);
    else if (isDetails(query) && query.state.data)
      this.#checkDetails(query, query.state.data as SignalDetails);
  }

  /**
   * Applies the events that a response lacks before the page shows it, so that no earlier state returns. Loads a list once more
   * that still lacks a change.
   */
  #checkList(query: Query): void {
    if (this.#isBehind(query)) this.#loadIfDifferent(query, RELOAD_DELAY_MS);
    for (const { event, version } of this.#recent) this.#applyTo(query, event, version);
    if (!isList(query)) return;
    const { has_subscription, risk_statement_required } = query.state.data as SignalList;
    const { signal_type } = getQuery(query);
    if (isPremium(signal_type) && has_subscription && !risk_statement_required)
      this.#options.onPremiumAccess(signal_type);
  }

  /** Loads details once more that may lack an event. */
  #checkDetails(query: Query, details: SignalDetails): void {
    const event = this.#recent.findLast((recent) => getId(recent.event) === details.id)?.event;
    const lacksEvent = event !== undefined && this.#awaited.get(query) !== event && isOlder(details, event);
    if (lacksEvent) this.#awaited.set(query, event);
    if (this.#unchecked.delete(query.queryHash) || lacksEvent) this.#loadLater(query, RELOAD_DELAY_MS);
    if (isPremium(details.signal_type) && details.report && isActiveSignal(details.report.signal))
      this.#options.onPremiumAccess(details.signal_type);
  }

  /** Returns whether the list changes. */
  #applyTo(query: Query, event: SignalEvent, version: number): boolean {
    const scope = getSignalsScope(event.signal_type, this.#options.getUser());
    if (!isList(query) || query.queryKey[1] !== scope) return false;
    const list = query.state.data as SignalList | undefined;
    const own = parseVersions(list?.last_event_id ?? '').get(event.signal_type);
    // It already contains the event, or the user may not read the list.
    if (!list || own === undefined || own >= version) return false;
    const applied = applyEvent(list, getQuery(query), event);
    const isCurrent = applied.isComplete && own === version - 1;
    const last_event_id = formatVersions(new Map([[event.signal_type, isCurrent ? version : own]]));
    this.#queries.setQueryData(query.queryKey, { ...applied.list, last_event_id });
    if (!isCurrent) this.#loadIfDifferent(query, Math.random() * SPREAD_MS);
    return applied.list !== list;
  }

  #isBehind(query: Query): boolean {
    return listVersions(query).some(([type, own]) => own < (this.#current.get(type) ?? 0));
  }

  /** Returns whether a list has another version than the stream, or a type that the user may no longer read. */
  #isDifferent(query: Query): boolean {
    return listVersions(query).some(([type, own]) => own !== this.#current.get(type));
  }

  /** Loads a list after a delay, or when it is due already, unless an event or a response has made it current by then. */
  #loadIfDifferent(query: Query, delayMs: number): void {
    const due = this.#due.get(query.queryHash);
    if ((due === undefined || due.at > performance.now() + delayMs) && this.#isDifferent(query))
      this.#loadLater(query, delayMs, () => this.#isDifferent(query));
  }

  #loadLater(query: Query, delayMs: number, isDue = () => true): void {
    clearTimeout(this.#due.get(query.queryHash)?.timer);
    const timer = setTimeout(() => {
      this.#due.delete(query.queryHash);
      if (isDue()) this.#load(query);
    }, delayMs);
    this.#due.set(query.queryHash, { timer, at: performance.now() + delayMs });
  }

  #cancelLoads(): void {
    for (const { timer } of this.#due.values()) clearTimeout(timer);
    this.#due.clear();
  }

  #load({ queryKey }: Query): void {
    void this.#queries.invalidateQueries({ queryKey, exact: true });
  }

  #findAll(predicate: (query: Query) => boolean): Query[] {
    return this.#queries.getQueryCache().findAll({ predicate });
  }
}

/** A list has the key of `useSignals`: the prefix, type and user, and the query of the API. */
const isList = ({ queryKey }: Query) =>
  queryKey[0] === SIGNALS_KEY[0] && queryKey[1] !== CHOICES_KEY[1] && queryKey[1] !== OPEN_SIGNALS_KEY[1];

/** The key of `useAdminSignals` begins with the prefix and the type. */
const isAdminList = ({ queryKey }: Query) => queryKey[0] === ADMIN_SIGNALS_KEY[0];

const isVersioned = (query: Query) => isList(query) || isAdminList(query);

/** The details of a signal, or the changes since a visit. */
const isDetails = ({ queryKey }: Query) => queryKey[0] === SIGNAL_KEY[0];

const getQuery = ({ queryKey }: Query) => queryKey[2] as SignalsQuery;

/** Lists the versions of a loaded list: none of one that the user may not read, nor of anything else. */
const listVersions = (query: Query) => {
  const list = query.state.data as SignalList | AdminSignalList | undefined;
  return isVersioned(query) ? [...parseVersions(list?.last_event_id ?? '')] : [];
};

const isPremium = (type: SignalType) => type !== 'intraday';

/** Returns whether a query may contain premium signals. The changes since a visit are of all types. */
function containsPremium(query: Query): boolean {
  const [, second, third] = query.queryKey;
  if (isDetails(query)) {
    const type = (query.state.data as SignalDetails | undefined)?.signal_type;
    return second === CHANGES_KEY[1] || (type !== undefined && isPremium(type));
  }
  if (isList(query)) return isPremium(getQuery(query).signal_type);
  if (second === OPEN_SIGNALS_KEY[1]) return true;
  return second === CHOICES_KEY[1] && query.queryKey[0] === CHOICES_KEY[0] && isPremium(third as SignalType);
}

const getId = (event: SignalEvent) => (event.kind === 'removed' ? event.id : event.signal.id);

function isOlder({ report }: SignalDetails, event: SignalEvent): boolean {
  if (report === null) return false;
  if (event.kind === 'removed') return report.deleted_at === null;
  return getChangeTime(report.signal) < getChangeTime(event.signal);
}

/** Returns when a signal was last changed, or published. */
const getChangeTime = ({ changed_at, created_at }: Signal) => Date.parse(changed_at ?? created_at);

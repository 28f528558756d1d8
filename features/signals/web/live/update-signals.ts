import type { Query, QueryClient } from '@tanstack/react-query';
import type { SignedInUser } from '#core/web/session/session.ts';
import type { SignalType } from '#features/signals/contract/signal-types.ts';
import type { SignalEvent } from '#features/signals/contract/stream.ts';
import type { SignalDetails } from '#features/signals/contract/track-record/signal-details.ts';
import { CHANGES_KEY, getSignalKey, SIGNAL_KEY } from '#features/signals/web/public/signal-keys.ts';
import { isActiveSignal } from '#features/signals/web/public/signal-labels.ts';
import { getChangeTime } from './apply-event.ts';
import { watchResponses } from './watch-responses.ts';

interface SignalUpdatesOptions {
  getUser: () => SignedInUser | null;
  /** A response contains a premium signal of this type that can still change. */
  onPremiumAccess: (type: SignalType) => void;
}

export interface SignalUpdates {
  /** Every event from now on will be applied: loads the signal on the page again, which may lack earlier ones. */
  start(): void;
  /** Loads the signal of an event again. Returns whether it is on the page. */
  apply(event: SignalEvent): boolean;
  /** Loads the signal on the page again, and the others when they are shown. */
  reload(): void;
  /** Removes premium signals and asks the server what the user may read. */
  dropPremium(): void;
  /** Removes the signals of other users. */
  dropOthers(): void;
  stop(): void;
}

/**
 * Updates the cached details of signals, for the page of a signal. Unlike a list, they have no version and contain more than
 * events do, such as the timeline, so that each event loads them again.
 */
export function createSignalUpdates(
  queries: QueryClient,
  { getUser, onPremiumAccess }: SignalUpdatesOptions,
): SignalUpdates {
  /** The last event of each signal, until a response is checked against it. */
  const expected = new Map<string, SignalEvent>();
  /** The queries that had no data when the stream started, and whose response may be older than that. */
  const unchecked = new Set<string>();
  const cache = queries.getQueryCache();
  const { load, loadLater, stop } = watchResponses(queries, checkResponse);

  /** Loads a signal once more whose response may lack an event. */
  function checkResponse(query: Query): void {
    if (!isSignal(query)) return;
    const details = getDetails(query);
    if (details === undefined) return;
    const event = expected.get(details.id);
    expected.delete(details.id);
    if (unchecked.delete(query.queryHash) || (event && isOlder(details, event))) loadLater(query.queryKey);
    if (isPremium(query) && details.report && isActiveSignal(details.report.signal))
      onPremiumAccess(details.signal_type);
  }

  const reload = () => void queries.invalidateQueries({ queryKey: SIGNAL_KEY });

  return {
    start() {
      // The first request of a query is not repeated.
      for (const query of cache.findAll({ queryKey: SIGNAL_KEY, fetchStatus: 'fetching' }))
        if (getDetails(query) === undefined) unchecked.add(query.queryHash);
      reload();
    },
    apply(event) {
      const id = event.kind === 'removed' ? event.id : event.signal.id;
      const queryKey = getSignalKey(id, getUser());
      const query = cache.find({ queryKey });
      if (query === undefined) return false;
      if (query.isActive()) expected.set(id, event);
      load(queryKey);
      return query.isActive();
    },
    reload,
    dropPremium: () => void queries.resetQueries({ queryKey: SIGNAL_KEY, predicate: isPremium }),
    dropOthers() {
      const scope = getSignalKey('', getUser()).at(-1);
      queries.removeQueries({ queryKey: SIGNAL_KEY, predicate: ({ queryKey }) => queryKey.at(-1) !== scope });
    },
    stop,
  };
}

const isSignal = ({ queryKey }: Query) => queryKey[0] === SIGNAL_KEY[0];

const getDetails = (query: Query) => query.state.data as SignalDetails | undefined;

function isPremium(query: Query): boolean {
  const type = getDetails(query)?.signal_type;
  // The changes since a visit are of all types.
  return query.queryKey[1] === CHANGES_KEY[1] || (type !== undefined && type !== 'intraday');
}

function isOlder({ report }: SignalDetails, event: SignalEvent): boolean {
  if (report === null) return false;
  if (event.kind === 'removed') return report.deleted_at === null;
  return getChangeTime(report.signal) < getChangeTime(event.signal);
}

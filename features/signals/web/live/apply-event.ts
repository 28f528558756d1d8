import type { EndpointInput } from '#core/contract/endpoint.ts';
import type { listPsxSignals, SignalList } from '#features/signals/contract/endpoints.ts';
import type { Signal } from '#features/signals/contract/signal.ts';
import { DEFAULT_SIGNAL_ORDERING } from '#features/signals/contract/signal-types.ts';
import type { SignalEvent } from '#features/signals/contract/stream.ts';
import { isActiveSignal } from '#features/signals/web/public/signal-labels.ts';

export type SignalsQuery = EndpointInput<typeof listPsxSignals>['query'];

/** The server lists at most this many. */
const LIST_LIMIT = 200;

interface AppliedEvent {
  /** The same list if nothing on the page changes. */
  list: SignalList;
  /** The list contains the whole effect of the event. Otherwise only the server knows which signals it has, in which order. */
  isComplete: boolean;
}

/**
 * Applies an event to a list: replaces or removes the signal of its ID, and inserts a new one into a list without filters in
 * the default order.
 */
export function applyEvent(list: SignalList, query: SignalsQuery, event: SignalEvent): AppliedEvent {
  if (event.signal_type !== 'intraday' && !list.has_subscription) return { list, isComplete: true };
  const id = event.kind === 'removed' ? event.id : event.signal.id;
  const index = list.results.findIndex((signal) => signal.id === id);
  const others = list.results.filter((signal) => signal.id !== id);
  const isFull = list.count >= LIST_LIMIT;
  if (event.kind === 'removed') {
    if (index === -1) return { list, isComplete: true };
    // Another signal may take the last place. A list by state may have been cut too.
    return { list: toList(list, others), isComplete: !isFull && !query.state };
  }
  const { signal } = event;
  // A server of an earlier release sent the event: its signal cannot be shown.
  if (!(signal as Partial<Signal>).entry_verdict) return { list, isComplete: false };
  if (!isFull && isDefaultQuery(query) && (index !== -1 || isActiveSignal(signal)))
    return { list: toList(list, insert(others, signal)), isComplete: true };
  if (index === -1) return { list, isComplete: false };
  return { list: toList(list, others.toSpliced(index, 0, signal)), isComplete: false };
}

/** Returns whether a list has no filters and the default order. */
const isDefaultQuery = ({ signal_type: _, ordering = DEFAULT_SIGNAL_ORDERING, ...filters }: SignalsQuery) =>
  ordering === DEFAULT_SIGNAL_ORDERING &&
  Object.values(filters).every((value) => value === undefined || value.length === 0);

/** Inserts a signal in the default order: active signals first, then the newest. */
function insert(others: Signal[], signal: Signal): Signal[] {
  const isAfter = (other: Signal) => {
    const order =
      Number(isActiveSignal(signal)) - Number(isActiveSignal(other)) ||
      Date.parse(signal.created_at) - Date.parse(other.created_at);
    return order === 0 ? other.id < signal.id : order > 0;
  };
  const next = others.findIndex(isAfter);
  return others.toSpliced(next === -1 ? others.length : next, 0, signal);
}

const toList = (list: SignalList, results: Signal[]): SignalList => ({
  ...list,
  count: results.length,
  results,
});

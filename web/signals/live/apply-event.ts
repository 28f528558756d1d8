import type { EndpointInput } from '#contract/endpoint.ts';
import type { listPsxSignals, SignalList } from '#contract/signals/endpoints.ts';
import type { Signal } from '#contract/signals/signal.ts';
import { DEFAULT_SIGNAL_ORDERING } from '#contract/signals/signal-types.ts';
import type { SignalEvent } from '#contract/signals/stream.ts';
import { isOpenSignal } from '#web/signals/signal-labels.ts';
import { compareSignals, getChangeTime } from './signal-order.ts';

export type SignalsQuery = EndpointInput<typeof listPsxSignals>['query'];

/** The server lists at most this many. */
const LIST_LIMIT = 200;

/**
 * Applies an event to a list with filters and an order. Returns the same list if it does not change, and `null` if only the
 * server knows the result.
 */
export function applyEvent(list: SignalList, query: SignalsQuery, event: SignalEvent): SignalList | null {
  if (event.signal_type !== query.signal_type) return list;
  if (event.signal_type !== 'intraday' && !list.has_subscription) return list;
  const id = event.kind === 'removed' ? event.id : event.signal.id;
  const current = list.results.find((signal) => signal.id === id);
  const isListed = event.kind !== 'removed' && matches(event.signal, query);
  if (!current && !isListed) return list;
  // Another signal may take the last place, or lose it.
  if (list.count >= LIST_LIMIT) return null;
  if (!isListed) return toList(list, withoutSignal(list, id));
  // The list is newer than the event.
  if (current && getChangeTime(current) > getChangeTime(event.signal)) return list;
  // It may have ended so long ago that it is no longer listed.
  if (!current && !isOpenSignal(event.signal)) return null;
  return insert(list, query, event.signal);
}

function matches(signal: Signal, query: SignalsQuery): boolean {
  const { order_type, risk_type, shariah_type, sector, symbol } = query;
  return (
    (!order_type || signal.order_type === order_type) &&
    (!risk_type || signal.risk_type === risk_type) &&
    (!shariah_type || signal.shariah_type === shariah_type) &&
    (!sector || signal.sector === sector) &&
    (!symbol || signal.symbol === symbol)
  );
}

const withoutSignal = (list: SignalList, removedId: string) =>
  list.results.filter(({ id }) => id !== removedId);

/** Inserts the signal where the order puts it, and leaves the others where they are. */
function insert(list: SignalList, { ordering }: SignalsQuery, inserted: Signal): SignalList {
  const others = withoutSignal(list, inserted.id);
  const next = others.findIndex(
    (other) => compareSignals(ordering ?? DEFAULT_SIGNAL_ORDERING, inserted, other) < 0,
  );
  return toList(list, others.toSpliced(next === -1 ? others.length : next, 0, inserted));
}

const toList = (list: SignalList, results: Signal[]): SignalList => ({
  ...list,
  count: results.length,
  results,
});

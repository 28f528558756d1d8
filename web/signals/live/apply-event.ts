import type { EndpointInput } from '#contract/endpoint.ts';
import type { listPsxSignals, SignalList } from '#contract/signals/endpoints.ts';
import type { Signal } from '#contract/signals/signal.ts';
import { isInState } from '#contract/signals/signal-state.ts';
import { DEFAULT_SIGNAL_ORDERING, type SignalOrdering } from '#contract/signals/signal-types.ts';
import type { SignalEvent } from '#contract/signals/stream.ts';
import { isActiveSignal } from '#web/signals/signal-labels.ts';

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
  // Another signal may take the last place, or lose it. A list by state may have been cut too.
  if (list.count >= LIST_LIMIT || query.state) return null;
  if (!isListed) return toList(list, withoutSignal(list, id));
  // A server of an earlier release sent the event: its signal cannot be shown.
  if (!isComplete(event.signal)) return null;
  // The list is newer than the event.
  if (current && getChangeTime(current) > getChangeTime(event.signal)) return list;
  // It may have ended so long ago that it is no longer listed.
  if (!current && !isActiveSignal(event.signal)) return null;
  return insert(list, query, event.signal);
}

const isComplete = (signal: Partial<Signal>) => Boolean(signal.entry_verdict);

function matches(signal: Signal, query: SignalsQuery): boolean {
  const { order_type, risk_type, shariah_type, sector, symbol, state } = query;
  return (
    (!order_type || signal.order_type === order_type) &&
    (!risk_type || signal.risk_type === risk_type) &&
    (!shariah_type || signal.shariah_type === shariah_type) &&
    (!sector || signal.sector === sector) &&
    (!symbol || [symbol].flat().includes(signal.symbol)) &&
    isInState(signal.state, state)
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

type Compare = (a: Signal, b: Signal) => number;

/** Compares signals in an order of the API (`SIGNAL_ORDERINGS`), which the server implements in SQL. */
function compareSignals(ordering: SignalOrdering, a: Signal, b: Signal): number {
  for (const compare of [...ORDERS[ordering], newestFirst, lastIdFirst]) {
    const order = compare(a, b);
    if (order !== 0) return order;
  }
  return 0;
}

/** Compares texts by code units, as the server does. */
const compareTexts = (a: string, b: string) => (a < b ? -1 : a > b ? 1 : 0);

const openFirst: Compare = (a, b) => Number(isActiveSignal(b)) - Number(isActiveSignal(a));
const newestFirst: Compare = (a, b) => Date.parse(b.created_at) - Date.parse(a.created_at);
const lastIdFirst: Compare = (a, b) => compareTexts(b.id, a.id);

/** Returns when a signal was last changed, or published. */
export const getChangeTime = ({ changed_at, created_at }: Signal) => Date.parse(changed_at ?? created_at);

const RISKS: readonly Signal['risk_type'][] = ['low', 'medium', 'high'];

const ORDERS: Record<SignalOrdering, readonly Compare[]> = {
  open_first: [openFirst],
  '-created_at': [],
  '-changed_at': [(a, b) => getChangeTime(b) - getChangeTime(a)],
  symbol: [openFirst, (a, b) => compareTexts(a.symbol, b.symbol)],
  risk_type: [openFirst, (a, b) => RISKS.indexOf(a.risk_type) - RISKS.indexOf(b.risk_type)],
};

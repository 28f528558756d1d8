import { formatRupees } from '#contract/signals/price.ts';
import type { SignalEvent, SignalEventKind } from '#contract/signals/stream.ts';
import { ORDER_LABELS, TYPE_LABELS } from '#web/signals/signal-labels.ts';

/** Describes changes for screen readers: one in detail, several by their numbers. */
export function describeChanges(events: readonly SignalEvent[]): string {
  const [first] = events;
  if (first === undefined) return '';
  if (events.length === 1) return describeChange(first);
  const counts = Map.groupBy(events, ({ kind }) => kind);
  const parts = PARTS.flatMap(([kind, word]) => {
    const count = counts.get(kind)?.length ?? 0;
    return count === 0 ? [] : [`${count} ${word}`];
  });
  return `Signals updated: ${parts.join(', ')}.`;
}

const PARTS: readonly [SignalEventKind, string][] = [
  ['created', 'new'],
  ['updated', 'changed'],
  ['closed', 'closed'],
  ['removed', 'removed'],
];

function describeChange(event: SignalEvent): string {
  const type = TYPE_LABELS[event.signal_type];
  if (event.kind === 'removed') return `${type} signal removed.`;
  const { symbol, order_type, entry_price } = event.signal;
  if (event.kind === 'created')
    return `New ${type} signal: ${symbol}, ${ORDER_LABELS[order_type]} at ${formatRupees(entry_price)}.`;
  return `${type} signal ${event.kind === 'closed' ? 'closed' : 'changed'}: ${symbol}.`;
}

import { formatRupees } from '#features/signals/contract/levels/price.ts';
import { SIGNAL_EVENT_KINDS, type SignalEvent } from '#features/signals/contract/stream.ts';
import { ORDER_LABELS, TYPE_LABELS } from '#features/signals/web/public/signal-labels.ts';
import { setLive } from './live-store.ts';

/** Changes within this time are announced together. */
const COLLECT_MS = 1_500;

let pending: SignalEvent[] = [];
let collecting: ReturnType<typeof setTimeout> | undefined;
let unmute = () => {};
const announced = new WeakSet<SignalEvent>();

/**
 * Announces a change of the page to screen readers, once, together with those that follow within seconds. Until then the number
 * of signals on the page, which changes with each of them, is not announced.
 */
export function announce(event: SignalEvent): void {
  if (announced.has(event)) return;
  announced.add(event);
  pending.push(event);
  if (pending.length > 1) return;
  // The same text again would not be announced.
  setLive({ announcement: '' });
  unmute = muteCounts();
  collecting = setTimeout(() => stopCollecting(describeChanges(pending)), COLLECT_MS);
}

/** Removes what was announced, and what would be, because the user may no longer read it. */
export function clearAnnouncements(): void {
  stopCollecting('');
}

function stopCollecting(text: string): void {
  clearTimeout(collecting);
  pending = [];
  setLive({ announcement: text });
  unmute();
}

function muteCounts(): () => void {
  const counts = [...document.querySelectorAll('[data-live-count]')];
  for (const count of counts) count.setAttribute('aria-live', 'off');
  return () => {
    for (const count of counts) count.removeAttribute('aria-live');
  };
}

/** Describes changes for screen readers: one in detail, several by their numbers. */
export function describeChanges(events: readonly SignalEvent[]): string {
  const [first] = events;
  if (first === undefined) return '';
  if (events.length === 1) return describeChange(first);
  const counts = Map.groupBy(events, ({ kind }) => kind);
  const parts = SIGNAL_EVENT_KINDS.flatMap((kind) => {
    const count = counts.get(kind)?.length ?? 0;
    return count === 0 ? [] : [`${count} ${KIND_LABELS[kind]}`];
  });
  return `Signals updated: ${parts.join(', ')}.`;
}

const KIND_LABELS = { created: 'new', updated: 'changed', closed: 'closed', removed: 'removed' };

function describeChange(event: SignalEvent): string {
  const type = TYPE_LABELS[event.signal_type];
  if (event.kind === 'removed') return `${type} signal removed.`;
  const { symbol, order_type, entry_price } = event.signal;
  if (event.kind === 'created')
    return `New ${type} signal: ${symbol}, ${ORDER_LABELS[order_type]} at ${formatRupees(entry_price)}.`;
  return `${type} signal ${KIND_LABELS[event.kind]}: ${symbol}.`;
}

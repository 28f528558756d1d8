import { formatRupees } from '#features/signals/contract/price.ts';
import type { SignalEvent, SignalEventKind } from '#features/signals/contract/stream.ts';
import { ORDER_LABELS, TYPE_LABELS } from '#features/signals/web/public/signal-labels.ts';

/** Changes within this time are announced together. */
const COLLECT_MS = 1_500;

let pending: SignalEvent[] = [];
let collecting: ReturnType<typeof setTimeout> | undefined;
let unmute = () => {};
let announcement = '';
const listeners = new Set<() => void>();

/** Returns the last announcement. */
export const getAnnouncement = () => announcement;

export function subscribeToAnnouncements(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/**
 * Announces a change of the page to screen readers, together with those that follow within seconds. Until then the number of
 * signals on the page, which changes with each of them, is not announced.
 */
export function announce(event: SignalEvent): void {
  pending.push(event);
  if (pending.length > 1) return;
  // The same text again would not be announced.
  publish('');
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
  publish(text);
  unmute();
}

function publish(text: string): void {
  announcement = text;
  for (const listener of listeners) listener();
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

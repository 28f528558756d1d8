import type { SignalEvent } from '#contract/signals/stream.ts';
import { describeChanges } from './describe-changes.ts';

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

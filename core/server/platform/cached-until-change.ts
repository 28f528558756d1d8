import { type ChangeBus, type ChangeTopic, UNANNOUNCED_MAX_AGE_MS } from './change-bus.ts';
import { MINUTE, SECOND } from './clock.ts';
import { withDeadline } from './database/unavailable.ts';

/** A fallback for changes that were not announced. */
const MAX_AGE_MS = MINUTE;

/** A read that hangs times out, so that the next caller starts a new one. */
export const READ_TIMEOUT_MS = 10 * SECOND;

/**
 * Returns a function that reads once and shares the result until a change of that topic is announced. A failed read is not
 * shared with later callers.
 */
export function cachedUntilChange<T>(
  changes: ChangeBus,
  topic: ChangeTopic,
  read: () => Promise<T>,
): () => Promise<T> {
  let cached: { value: Promise<T>; until: number } | null = null;
  changes.subscribe((changed) => {
    if (changed === topic || changed === null) cached = null;
  });
  return () => {
    const now = performance.now();
    if (cached && now < cached.until) return cached.value;
    const value = withDeadline(read(), READ_TIMEOUT_MS);
    const entry = { value, until: now + (changes.isListening ? MAX_AGE_MS : UNANNOUNCED_MAX_AGE_MS) };
    cached = entry;
    value.catch(() => {
      if (cached === entry) cached = null;
    });
    return value;
  };
}

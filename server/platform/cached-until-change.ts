import type { ChangeBus, ChangeTopic } from './change-bus.ts';
import { MINUTE, SECOND } from './clock.ts';
import { withDeadline } from './database/deadline.ts';

/** Changes are announced; this is for those that were not. */
const MAX_AGE_MS = MINUTE;

/** A read that hangs is given up, so that the next caller starts a new one. */
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
  let kept: { value: Promise<T>; until: number } | null = null;
  changes.subscribe((changed) => {
    if (changed === topic || changed === null) kept = null;
  });
  return () => {
    const now = performance.now();
    if (kept && now < kept.until) return kept.value;
    const value = withDeadline(read(), READ_TIMEOUT_MS);
    const mine = { value, until: now + MAX_AGE_MS };
    kept = mine;
    value.catch(() => {
      if (kept === mine) kept = null;
    });
    return value;
  };
}

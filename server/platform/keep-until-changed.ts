import type { ChangeBus, ChangeTopic } from './change-bus.ts';
import { MINUTE } from './clock.ts';

/** Changes are announced; this is for those that were not. */
const MAX_AGE_MS = MINUTE;

/** Gives what `read` reads, read once until a change of that topic is announced. What fails is not kept. */
export function keepUntilChanged<T>(
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
    const value = read();
    const mine = { value, until: now + MAX_AGE_MS };
    kept = mine;
    value.catch(() => {
      if (kept === mine) kept = null;
    });
    return value;
  };
}

import type { SignedInCaller } from './find-entitled.ts';

/** Returns which of the callers may read premium signals. */
export type CheckAccess = (callers: readonly SignedInCaller[]) => Promise<Set<SignedInCaller>>;

/**
 * Combines simultaneous checks, because thousands of clients reconnect at the same time after a restart. A caller is part
 * of the next check, never of the running one, so that each check begins after it was requested.
 */
export function batchAccessChecks(check: CheckAccess): CheckAccess {
  let previous: Promise<unknown> = Promise.resolve();
  let next: { callers: Set<SignedInCaller>; result: Promise<Set<SignedInCaller>> } | null = null;

  function schedule() {
    const callers = new Set<SignedInCaller>();
    const result = previous.then(() => {
      next = null;
      return check([...callers]);
    });
    previous = result.catch(() => {});
    return { callers, result };
  }

  return (callers) => {
    next ??= schedule();
    for (const caller of callers) next.callers.add(caller);
    return next.result;
  };
}

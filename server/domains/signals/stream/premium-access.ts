import { filterActiveSessions } from '#server/domains/accounts/accounts.ts';
import { filterPremium } from '#server/domains/billing/billing.ts';
import type { Caller } from '#server/http/caller.ts';
import type { Queryable } from '#server/platform/database.ts';

export type SignedInCaller = Exclude<Caller, { kind: 'visitor' }>;

/**
 * Returns which of these callers may read premium signals now: those with an active session who are administrators or
 * have premium access. Two queries, regardless of the number of callers.
 */
export async function findEntitled<C extends SignedInCaller>(
  db: Queryable,
  callers: readonly C[],
  now: Date,
): Promise<Set<C>> {
  const sessionIds = new Set(callers.map(({ sessionId }) => sessionId));
  const active = await filterActiveSessions(db, [...sessionIds], now);
  const customers = callers.flatMap((caller) => (caller.kind === 'customer' ? [caller.userId] : []));
  const premium = await filterPremium(db, [...new Set(customers)], now);
  return new Set(
    callers.filter(
      (caller) =>
        active.has(caller.sessionId) && (caller.kind === 'administrator' || premium.has(caller.userId)),
    ),
  );
}

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

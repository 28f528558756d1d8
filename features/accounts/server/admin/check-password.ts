import type { AdministratorCaller } from '#core/server/http/caller.ts';
import type { Queryable } from '#core/server/platform/database.ts';
import type { FailureLimit } from '#core/server/platform/rate-limits/rate-limits.ts';
import type { RequestEvents } from '#core/server/platform/security-events/security-log.ts';
import type { Dependencies } from '#dependencies.ts';
import { getUserLane, verifyPassword } from '#features/accounts/server/accounts.ts';
import { type Administrator, findAdministratorById } from './admin.queries.ts';
import { limitSessionGuesses } from './second-factor/guess-limits.ts';
import { wrongPassword } from './second-factor/second-factor.errors.ts';

/** Verifies the password of the signed-in administrator, before a sensitive action. Throws `wrongPassword()`, or `throttled`. */
export async function confirmAdministrator(
  { database, rateLimits }: Pick<Dependencies, 'database' | 'rateLimits'>,
  caller: AdministratorCaller,
  { password, events }: { password: string; events: RequestEvents },
): Promise<void> {
  const guesses = limitSessionGuesses(rateLimits, caller);
  // A success does not reset the failures: wrong codes count towards the same limit.
  await checkPassword(database.db, caller, password, { guesses, events });
}

/** Verifies a password without resetting the failures. Throws as `confirmAdministrator` does. */
export async function checkPassword(
  db: Queryable,
  { administratorId }: AdministratorCaller,
  password: string,
  { guesses, events }: { guesses: FailureLimit; events: RequestEvents },
): Promise<Administrator> {
  await guesses.rejectWhileDelayed();
  const administrator = await findAdministratorById(db, administratorId);
  const hash = administrator?.passwordHash ?? null;
  const isCorrect = await verifyPassword(password, hash, {
    lane: getUserLane(administratorId),
    failures: guesses,
  });
  if (administrator && isCorrect) return administrator;
  await events.report({ kind: 'password_check_failed' });
  throw wrongPassword();
}

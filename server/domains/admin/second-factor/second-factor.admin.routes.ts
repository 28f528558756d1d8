import {
  beginSecondFactor,
  confirmSecondFactor,
  readSecondFactor,
  removeSecondFactor,
  renewRecoveryCodes,
} from '#contract/admin/second-factor.ts';
import type { Dependencies } from '#server/dependencies.ts';
import { verifyPassword } from '#server/domains/accounts/accounts.ts';
import type { Administrator } from '#server/domains/admin/admin.queries.ts';
import type { AdministratorCaller } from '#server/http/caller.ts';
import type { Handle } from '#server/http/endpoints.ts';
import type { FailureLimit } from '#server/platform/rate-limits/rate-limits.ts';
import type { RequestEvents } from '#server/platform/security-events/security-log.ts';
import { disableSecondFactor, renewCodes } from './change-second-factor.ts';
import { limitSessionGuesses } from './guess-limits.ts';
import { wrongPassword } from './second-factor.errors.ts';
import { countRecoveryCodes, findAdministratorById } from './second-factor.queries.ts';
import { confirmSetup, startSetup } from './set-up-second-factor.ts';

export function secondFactorRoutes(
  handle: Handle,
  dependencies: Pick<
    Dependencies,
    'config' | 'database' | 'clock' | 'authenticatorClock' | 'logger' | 'tokenSecrets' | 'rateLimits'
  >,
): void {
  const { config, database, rateLimits } = dependencies;

  handle(readSecondFactor, async ({ caller }) => {
    const administrator = await findAdministratorById(database.db, caller.administratorId);
    return {
      enabled_at: administrator?.totpConfirmedAt?.toISOString() ?? null,
      recovery_codes_left: await countRecoveryCodes(database.db, caller.administratorId),
      is_required: config.isSecondFactorRequired,
    };
  });

  handle(beginSecondFactor, async ({ caller, body, events }) => {
    const guesses = limitSessionGuesses(rateLimits, caller);
    const administrator = await checkPassword(caller.administratorId, body.password, guesses, events);
    const setup = await startSetup(dependencies, administrator, events);
    // Only after success: otherwise the password alone would clear the failed code attempts of an enabled factor.
    await guesses.resetFailures();
    return setup;
  });

  handle(confirmSecondFactor, async ({ caller, body, events }) => {
    const guesses = limitSessionGuesses(rateLimits, caller);
    return { recovery_codes: await confirmSetup(dependencies, caller, body.code, { guesses, events }) };
  });

  handle(renewRecoveryCodes, async ({ caller, body, events }) => {
    const confirmation = await confirm(caller, body, events);
    return { recovery_codes: await renewCodes(dependencies, confirmation) };
  });

  handle(removeSecondFactor, async ({ caller, body, events }) => {
    await disableSecondFactor(dependencies, await confirm(caller, body, events));
  });

  async function confirm(
    caller: AdministratorCaller,
    { password, code }: { password: string; code: string },
    events: RequestEvents,
  ) {
    const { administratorId } = caller;
    const guesses = limitSessionGuesses(rateLimits, caller);
    await checkPassword(administratorId, password, guesses, events);
    return { administratorId, code, guesses, events };
  }

  async function checkPassword(
    id: string,
    password: string,
    guesses: FailureLimit,
    events: RequestEvents,
  ): Promise<Administrator> {
    await guesses.rejectWhileDelayed();
    const administrator = await findAdministratorById(database.db, id);
    const hash = administrator?.passwordHash ?? null;
    const isCorrect = await verifyPassword(password, hash, guesses.rejectWhileDelayed);
    if (administrator && isCorrect) return administrator;
    await guesses.countFailure();
    await events.report({ kind: 'password_check_failed' });
    throw wrongPassword();
  }
}

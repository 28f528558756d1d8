import type { AdministratorCaller } from '#core/server/http/caller.ts';
import type { Transaction } from '#core/server/platform/database.ts';
import type { FailureLimit } from '#core/server/platform/rate-limits/rate-limits.ts';
import type { EventRecorder } from '#core/server/platform/security-events/security-event.ts';
import type { RequestEvents } from '#core/server/platform/security-events/security-log.ts';
import type { Dependencies, RouteDependencies } from '#dependencies.ts';
import {
  beginSecondFactor,
  confirmSecondFactor,
  readSecondFactor,
  removeSecondFactor,
  renewRecoveryCodes,
} from '#features/accounts/contract/admin/second-factor.ts';
import {
  clearSecondFactor,
  markSecondFactor,
  revokeOtherSessions,
} from '#features/accounts/server/accounts.ts';
import {
  type Administrator,
  confirmSecret,
  countRecoveryCodes,
  deleteSecondFactor,
  findAdministratorById,
  lockAdministrator,
  replaceRecoveryCodes,
  storeUnconfirmedSecret,
} from '#features/accounts/server/admin/admin.queries.ts';
import { checkPassword } from '#features/accounts/server/admin/check-password.ts';
import { limitSessionGuesses } from './guess-limits.ts';
import { generateRecoveryCodes } from './recovery-codes.ts';
import {
  secondFactorAlreadyEnabled,
  secondFactorNotEnabled,
  secondFactorNotRemovable,
  setupNotStarted,
  wrongCode,
  wrongFirstCode,
} from './second-factor.errors.ts';
import {
  decryptTotpSecret,
  encryptTotpSecret,
  findTimeStep,
  generateTotpSecret,
  getTotpUri,
  redeemCode,
} from './second-factor.ts';

export function secondFactorRoutes(dependencies: RouteDependencies): void {
  const { handle, config, database, rateLimits } = dependencies;

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
    const administrator = await checkPassword(database.db, caller, body.password, { guesses, events });
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
    const guesses = limitSessionGuesses(rateLimits, caller);
    await checkPassword(database.db, caller, password, { guesses, events });
    return { administratorId: caller.administratorId, code, guesses, events };
  }
}

/** Creates the secret for an authenticator app. It has no effect until it is confirmed. */
async function startSetup(
  { database, tokenSecrets }: Pick<Dependencies, 'database' | 'tokenSecrets'>,
  { id, username }: { id: string; username: string },
  events: EventRecorder,
): Promise<{ secret: string; uri: string }> {
  const secret = generateTotpSecret();
  const encrypted = encryptTotpSecret(secret, id, tokenSecrets);
  await database.transaction(async (tx) => {
    if (!(await storeUnconfirmedSecret(tx, id, encrypted))) throw secondFactorAlreadyEnabled();
    await events.record(tx, { kind: 'second_factor_setup_started' });
  });
  return { secret, uri: getTotpUri(secret, username) };
}

/**
 * Enables the second factor with the app's first code and returns the recovery codes. Ends the
 * administrator's other sessions, which were opened without it.
 */
async function confirmSetup(
  {
    database,
    clock,
    authenticatorClock = clock,
    tokenSecrets,
  }: Pick<Dependencies, 'database' | 'clock' | 'authenticatorClock' | 'tokenSecrets'>,
  { administratorId: id, sessionId }: AdministratorCaller,
  code: string,
  { guesses, events }: { guesses: FailureLimit; events: RequestEvents },
): Promise<string[]> {
  const codes = generateRecoveryCodes();
  const outcome = await database.transaction(async (tx) => {
    const administrator = await lockAdministrator(tx, id);
    await guesses.rejectWhileDelayed(tx);
    if (administrator?.totpConfirmedAt) return secondFactorAlreadyEnabled();
    const secret = decryptTotpSecret(administrator?.totpSecret ?? '', id, tokenSecrets);
    if (!administrator || secret === null) return setupNotStarted();
    const now = clock.now();
    const step = findTimeStep(secret, code.replace(/[\s-]/g, ''), authenticatorClock.now());
    if (step === null) {
      await guesses.countFailure(tx);
      return wrongFirstCode();
    }
    await confirmSecret(tx, id, step, now);
    await replaceRecoveryCodes(tx, id, codes);
    await markSecondFactor(tx, sessionId, now);
    await revokeOtherSessions(tx, { accountKind: 'administrator', accountId: id }, sessionId, now);
    await events.record(tx, { kind: 'second_factor_enabled', details: { scope: 'others' } });
    return administrator;
  });
  if ('username' in outcome) {
    await guesses.resetFailures();
    return codes;
  }
  if (outcome.code === 'second_factor_wrong') await events.report({ kind: 'second_factor_failed' });
  throw outcome;
}

/** An administrator whose password was just verified, and the code that was entered with it. */
interface Confirmation {
  administratorId: string;
  code: string;
  guesses: FailureLimit;
  events: RequestEvents;
}

type ChangeDependencies = Pick<
  Dependencies,
  'database' | 'clock' | 'authenticatorClock' | 'logger' | 'tokenSecrets'
>;

/** Replaces all recovery codes and returns the new ones. */
async function renewCodes(dependencies: ChangeDependencies, confirmation: Confirmation): Promise<string[]> {
  const codes = generateRecoveryCodes();
  await changeByCode(dependencies, confirmation, async (tx, { id }) => {
    await replaceRecoveryCodes(tx, id, codes);
    await confirmation.events.record(tx, { kind: 'recovery_codes_replaced' });
  });
  return codes;
}

/** Disables the second factor. Throws if the configuration requires one. */
async function disableSecondFactor(
  dependencies: ChangeDependencies & Pick<Dependencies, 'config'>,
  confirmation: Confirmation,
): Promise<void> {
  if (dependencies.config.isSecondFactorRequired) throw secondFactorNotRemovable();
  await changeByCode(dependencies, confirmation, async (tx, { id }) => {
    await deleteSecondFactor(tx, id);
    await clearSecondFactor(tx, id);
    await confirmation.events.record(tx, { kind: 'second_factor_removed' });
  });
}

/** Applies a change if the code is correct, in the transaction that uses up the code. */
async function changeByCode(
  dependencies: ChangeDependencies,
  { administratorId, code, guesses, events }: Confirmation,
  change: (tx: Transaction, administrator: Administrator) => Promise<void>,
): Promise<void> {
  const outcome = await dependencies.database.transaction(async (tx) => {
    const administrator = await lockAdministrator(tx, administratorId);
    if (!administrator?.totpConfirmedAt) return secondFactorNotEnabled();
    await guesses.rejectWhileDelayed(tx);
    if (!(await redeemCode(tx, administrator, code, { ...dependencies, events }))) {
      await guesses.countFailure(tx);
      return wrongCode();
    }
    await change(tx, administrator);
    return administrator;
  });
  if ('username' in outcome) return guesses.resetFailures();
  if (outcome.code === 'second_factor_wrong') await events.report({ kind: 'second_factor_failed' });
  throw outcome;
}

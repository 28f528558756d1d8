import type { Dependencies } from '#server/dependencies.ts';
import { markSecondFactor, revokeOtherSessions } from '#server/domains/accounts/accounts.ts';
import type { AdministratorCaller } from '#server/http/caller.ts';
import type { FailureLimit } from '#server/platform/rate-limits/rate-limits.ts';
import type { EventRecorder } from '#server/platform/security-events/security-event.ts';
import type { RequestEvents } from '#server/platform/security-events/security-log.ts';
import { generateRecoveryCodes } from './recovery-codes.ts';
import { secondFactorAlreadyEnabled, setupNotStarted, wrongFirstCode } from './second-factor.errors.ts';
import {
  confirmSecret,
  lockAdministrator,
  replaceRecoveryCodes,
  storeUnconfirmedSecret,
} from './second-factor.queries.ts';
import { findTimeStep, generateTotpSecret, getTotpUri } from './totp.ts';
import { decryptTotpSecret, encryptTotpSecret } from './totp-secret.ts';

/** Creates the secret for an authenticator app. It has no effect until it is confirmed. */
export async function startSetup(
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
export async function confirmSetup(
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

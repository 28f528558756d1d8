import type { Dependencies } from '#server/dependencies.ts';
import { clearSecondFactor } from '#server/domains/accounts/accounts.ts';
import type { Administrator } from '#server/domains/admin/admin.queries.ts';
import type { Transaction } from '#server/platform/database.ts';
import type { FailureLimit } from '#server/platform/rate-limits/rate-limits.ts';
import type { RequestEvents } from '#server/platform/security-events/security-log.ts';
import { generateRecoveryCodes } from './recovery-codes.ts';
import { redeemCode } from './redeem-code.ts';
import { secondFactorNotEnabled, secondFactorNotRemovable, wrongCode } from './second-factor.errors.ts';
import { deleteSecondFactor, lockAdministrator, replaceRecoveryCodes } from './second-factor.queries.ts';

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
export async function renewCodes(
  dependencies: ChangeDependencies,
  confirmation: Confirmation,
): Promise<string[]> {
  const codes = generateRecoveryCodes();
  await changeByCode(dependencies, confirmation, async (tx, { id }) => {
    await replaceRecoveryCodes(tx, id, codes);
    await confirmation.events.record(tx, { kind: 'recovery_codes_replaced' });
  });
  return codes;
}

/** Disables the second factor. Throws if the configuration requires one. */
export async function disableSecondFactor(
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

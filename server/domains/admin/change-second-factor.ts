import type { Dependencies } from '#server/dependencies.ts';
import { forgetSecondFactor } from '#server/domains/accounts/accounts.ts';
import type { FailureLimit } from '#server/http/limits.ts';
import type { Transaction } from '#server/platform/database.ts';
import type { Administrator } from './admin.queries.ts';
import { newRecoveryCodes } from './recovery-codes.ts';
import { codeNotRight, secondFactorMustStay, secondFactorNotSet } from './second-factor.errors.ts';
import { forgetSecret, lockAdministrator, replaceRecoveryCodes } from './second-factor.queries.ts';
import { spendCode } from './spend-code.ts';

/** Somebody whose password was just checked, and the code that they typed with it. */
interface Confirmation {
  administratorId: string;
  code: string;
  guesses: FailureLimit;
}

/** Replaces all recovery codes; gives the new ones. */
export async function renewCodes(dependencies: Dependencies, confirmation: Confirmation): Promise<string[]> {
  const codes = newRecoveryCodes();
  const { username } = await changeByCode(dependencies, confirmation, (tx, { id }) =>
    replaceRecoveryCodes(tx, id, codes),
  );
  dependencies.logger.warn({ administrator: username }, 'recovery codes were replaced');
  return codes;
}

/** Switches the second factor off, where the configuration lets it. */
export async function removeFactor(dependencies: Dependencies, confirmation: Confirmation): Promise<void> {
  if (dependencies.config.isSecondFactorRequired) throw secondFactorMustStay();
  const { username } = await changeByCode(dependencies, confirmation, async (tx, { id }) => {
    await forgetSecret(tx, id);
    await forgetSecondFactor(tx, id);
  });
  dependencies.logger.warn({ administrator: username }, 'a second factor was removed');
}

/** Makes a change if the code is right, in the transaction that uses the code up. */
async function changeByCode(
  dependencies: Dependencies,
  { administratorId, code, guesses }: Confirmation,
  change: (tx: Transaction, administrator: Administrator) => Promise<void>,
): Promise<Administrator> {
  const outcome = await dependencies.database.transaction(async (tx) => {
    const administrator = await lockAdministrator(tx, administratorId);
    if (!administrator?.totpConfirmedAt) return secondFactorNotSet();
    await guesses.refuseWhileDelayed(tx);
    if (!(await spendCode(tx, administrator, code, dependencies))) {
      await guesses.countFailure(tx);
      return codeNotRight();
    }
    await change(tx, administrator);
    return administrator;
  });
  if ('username' in outcome) {
    await guesses.forgetFailures();
    return outcome;
  }
  throw outcome;
}

import type { FailureLimit, Limits } from '#server/http/limits.ts';
import { addressBlock } from '#server/platform/limits/address-block.ts';

/**
 * Against guessing at the sign-in: failures count for the name, known or not, and for the address. A success forgets
 * those of the name alone; an address could otherwise clear itself by signing in.
 */
export function signInGuesses(limits: Limits, username: string, address: string): FailureLimit {
  const ofName = limits.failures('adminSignInAccount', username.toLowerCase());
  const ofAddress = limits.failures('adminSignInAddress', addressBlock(address));
  return {
    async refuseWhileDelayed(tx) {
      await ofName.refuseWhileDelayed(tx);
      await ofAddress.refuseWhileDelayed(tx);
    },
    async countFailure(tx) {
      await ofName.countFailure(tx);
      await ofAddress.countFailure(tx);
    },
    forgetFailures: ofName.forgetFailures,
  };
}

/** Against guessing the password or the code in a session that somebody left open or got hold of. */
export const signedInGuesses = (limits: Limits, administratorId: string): FailureLimit =>
  limits.failures('passwordCheckAccount', `administrator ${administratorId}`);

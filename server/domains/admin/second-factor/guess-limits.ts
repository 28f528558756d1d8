import type { LimitName } from '#server/config/limit-settings.ts';
import { combineFailureLimits, limitSignIn } from '#server/domains/accounts/accounts.ts';
import { getIpBlock } from '#server/platform/rate-limits/ip-block.ts';
import type { FailureLimit, RateLimits } from '#server/platform/rate-limits/rate-limits.ts';

interface Attempt {
  username: string;
  /** The trusted device that makes the call, or `null`. */
  device: string | null;
  clientIp: string;
}

export interface SignInGuessLimits {
  /** Wrong passwords, for a username that exists or not. */
  passwords: FailureLimit;
  /** Wrong codes after the right password. */
  codes: FailureLimit;
}

/**
 * Limits guessing at the administrators' sign-in. An attacker cannot lock out an administrator on a trusted device, and
 * without the password cannot use up the codes. Failures also count for the IP address, over all usernames; a success does
 * not clear those, or an administrator could guess at the others' passwords.
 */
export function limitSignInGuesses(
  limits: RateLimits<LimitName>,
  { username, device, clientIp }: Attempt,
): SignInGuessLimits {
  const account = username.toLowerCase();
  const names = { source: 'adminSignInAccount', total: 'adminSignInAccountTotal' } as const;
  const passwords = limitSignIn(limits, names, { account, device, clientIp });
  // Six digits are guessed within hours if each IP address has guesses of its own: untrusted devices count together.
  if (device !== null) {
    const deviceLimit = limits.failures('adminCodeAccount', `${account}\0device ${device}`);
    // A ceiling over all trusted devices: their number is not limited.
    const codes = {
      ...combineFailureLimits(deviceLimit, limits.failureCeiling('adminCodeTrustedTotal', account)),
      resetFailures: deviceLimit.resetFailures,
    };
    return { passwords, codes };
  }
  const codes = limits.failures('adminCodeAccount', account);
  const ipAddressLimit = limits.failures('adminSignInAddress', getIpBlock(clientIp));
  const withAddress = (limit: FailureLimit): FailureLimit => ({
    ...combineFailureLimits(limit, ipAddressLimit),
    resetFailures: limit.resetFailures,
  });
  return { passwords: withAddress(passwords), codes: withAddress(codes) };
}

/**
 * Limits guessing the password or the code in a session that was left open or stolen. Each session counts separately, so
 * that a thief cannot use up the owner's attempts. Every session took a sign-in, with the code where a factor is enabled.
 */
export const limitSessionGuesses = (
  limits: RateLimits<LimitName>,
  { administratorId, sessionId }: { administratorId: string; sessionId: string },
): FailureLimit => limits.failures('passwordCheckAccount', `administrator ${administratorId}:${sessionId}`);

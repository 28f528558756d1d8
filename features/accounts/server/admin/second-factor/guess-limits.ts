import type { LimitName } from '#core/server/config/settings/limit-settings.ts';
import {
  combineFailureLimits,
  type FailureLimit,
  type RateLimits,
} from '#core/server/platform/rate-limits/rate-limits.ts';
import { limitSignIn } from '#features/accounts/server/accounts.ts';

interface Attempt {
  username: string;
  /** The trusted device that makes the request, or `null`. */
  device: string | null;
  clientIp: string;
}

export interface SignInGuessLimits {
  /** Limits wrong passwords, whether or not the username exists. */
  passwords: FailureLimit;
  /** Limits wrong codes after the correct password. */
  codes: FailureLimit;
}

/**
 * Limits guesses at the administrators' sign-in. An attacker cannot lock out an administrator on a trusted
 * device, and cannot use up the code attempts without the password. Failures also count for the IP address,
 * across all usernames. A successful sign-in does not clear those: otherwise an administrator could guess the
 * passwords of others.
 */
export function limitSignInGuesses(
  limits: RateLimits<LimitName>,
  { username, device, clientIp }: Attempt,
): SignInGuessLimits {
  const account = username.toLowerCase();
  const names = { source: 'adminSignInAccount', total: 'adminSignInAccountTotal' } as const;
  const passwords = limitSignIn(limits, names, { account, device, clientIp });
  // Untrusted devices share one limit: with guesses per IP address, six digits could be guessed within hours.
  if (device !== null) {
    const deviceLimit = limits.failures('adminCodeAccount', `${account}\0device ${device}`);
    // A ceiling over all trusted devices, because their number is unlimited.
    const codes = {
      ...combineFailureLimits([deviceLimit, limits.failureCeiling('adminCodeTrustedTotal', account)]),
      resetFailures: deviceLimit.resetFailures,
    };
    return { passwords, codes };
  }
  const codes = limits.failures('adminCodeAccount', account);
  const ipAddressLimit = limits.ipFailures('adminSignInAddress', clientIp);
  const withAddress = (limit: FailureLimit): FailureLimit => ({
    ...combineFailureLimits([limit, ipAddressLimit]),
    resetFailures: limit.resetFailures,
  });
  return { passwords: withAddress(passwords), codes: withAddress(codes) };
}

/**
 * Limits guesses of the password or code within a session, which may have been stolen. Each session counts
 * separately, so that a thief cannot use up the owner's attempts. Every session requires a sign-in, with the
 * code if a second factor is enabled.
 */
export const limitSessionGuesses = (
  limits: RateLimits<LimitName>,
  { administratorId, sessionId }: { administratorId: string; sessionId: string },
): FailureLimit => limits.failures('passwordCheckAccount', `administrator ${administratorId}:${sessionId}`);

import type { LimitName } from '#core/server/config/settings/limit-settings.ts';
import {
  combineFailureLimits,
  type FailureLimit,
  type RateLimits,
} from '#core/server/platform/rate-limits/rate-limits.ts';

/** An attempt to sign in. */
export interface SignInAttempt {
  /** The normalized email or username, whether or not the account exists. */
  account: string;
  /** The trusted device that makes the request, or `null`. */
  device: string | null;
  clientIp: string;
}

interface LimitNames {
  /** Wrong passwords for one account from one IP address or trusted device. */
  source: LimitName;
  /** Wrong passwords for one account from all untrusted devices together. */
  total: LimitName;
}

const CUSTOMER_LIMITS: LimitNames = { source: 'signInAccount', total: 'signInAccountTotal' };

/** Limits the wrong passwords for a customer. */
export const limitCustomerSignIn = (limits: RateLimits<LimitName>, attempt: SignInAttempt) =>
  limitSignIn(limits, CUSTOMER_LIMITS, attempt);

/**
 * Counts failures by source, so that an attacker elsewhere cannot lock the owner out. Each trusted device is a separate
 * source; any other browser counts by its IP address. A ceiling over all IP addresses limits distributed guessing; it
 * does not apply to trusted devices. A successful sign-in clears the source, never the ceiling.
 */
export function limitSignIn(
  limits: RateLimits<LimitName>,
  names: LimitNames,
  { account, device, clientIp }: SignInAttempt,
): FailureLimit {
  if (device !== null) return limits.failures(names.source, `${account}\0device ${device}`);
  const sourceLimit = limits.ipFailures(names.source, clientIp, account);
  return {
    ...combineFailureLimits([sourceLimit, limits.failureCeiling(names.total, account)]),
    resetFailures: sourceLimit.resetFailures,
  };
}

/** Clears the failures of a customer who reset the password by email: earlier guesses no longer matter. */
export async function clearCustomerFailures(
  limits: RateLimits<LimitName>,
  attempt: SignInAttempt,
): Promise<void> {
  await limitCustomerSignIn(limits, attempt).resetFailures();
  await limits.failureCeiling(CUSTOMER_LIMITS.total, attempt.account).resetFailures();
}

/**
 * Limits wrong passwords when a signed-in customer confirms an action. Each session counts separately, so
 * that a stolen session cannot use up the owner's attempts. Every session requires a sign-in, so more
 * sessions do not give more guesses.
 */
export const limitPasswordChecks = (
  limits: RateLimits<LimitName>,
  { userId, sessionId }: { userId: string; sessionId: string },
): FailureLimit => limits.failures('passwordCheckAccount', `${userId}:${sessionId}`);

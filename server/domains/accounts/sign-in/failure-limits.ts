import type { LimitName } from '#server/config/limit-settings.ts';
import { getIpBlock } from '#server/platform/rate-limits/ip-block.ts';
import type { FailureLimit, RateLimits } from '#server/platform/rate-limits/rate-limits.ts';

/** Who tries to sign in, and from where. */
export interface SignInAttempt {
  /** The email or username as the account is looked up, whether it exists or not. */
  account: string;
  /** The trusted device that makes the call, or `null`. */
  device: string | null;
  clientIp: string;
}

interface LimitNames {
  /** Wrong passwords for one account from one IP address or trusted device. */
  source: LimitName;
  /** Wrong passwords for one account from all untrusted devices together. */
  total: LimitName;
}

const CUSTOMER: LimitNames = { source: 'signInAccount', total: 'signInAccountTotal' };

/** Limits the wrong passwords for a customer. */
export const limitCustomerSignIn = (limits: RateLimits<LimitName>, attempt: SignInAttempt) =>
  limitSignIn(limits, CUSTOMER, attempt);

/**
 * Counts failures by their source, so that an attacker elsewhere cannot lock the owner out. A trusted device is
 * a source of its own; any other browser counts by its IP address. Over all IP addresses together there is a ceiling: it
 * bounds distributed guessing, and does not apply to trusted devices. A success clears the source, never the ceiling.
 */
export function limitSignIn(
  limits: RateLimits<LimitName>,
  names: LimitNames,
  { account, device, clientIp }: SignInAttempt,
): FailureLimit {
  if (device !== null) return limits.failures(names.source, `${account}\0device ${device}`);
  const sourceLimit = limits.failures(names.source, `${account}\0${getIpBlock(clientIp)}`);
  return {
    ...combineFailureLimits(sourceLimit, limits.failureCeiling(names.total, account)),
    resetFailures: sourceLimit.resetFailures,
  };
}

/** For a customer who has proved by email who they are, with a new password: earlier guesses do not count against it. */
export async function clearCustomerFailures(
  limits: RateLimits<LimitName>,
  attempt: SignInAttempt,
): Promise<void> {
  await limitCustomerSignIn(limits, attempt).resetFailures();
  await limits.failureCeiling(CUSTOMER.total, attempt.account).resetFailures();
}

/**
 * Limits wrong passwords when a signed-in customer confirms something. Each session counts separately, so that a thief
 * cannot use up the limit with a stolen session and keep the owner from ending it. Every session took a sign-in, so the
 * number of sessions is no way to more guesses.
 */
export const limitPasswordChecks = (
  limits: RateLimits<LimitName>,
  { userId, sessionId }: { userId: string; sessionId: string },
): FailureLimit => limits.failures('passwordCheckAccount', `${userId}:${sessionId}`);

/** Applies two limits at once. */
export const combineFailureLimits = (one: FailureLimit, other: FailureLimit): FailureLimit => ({
  async rejectWhileDelayed(tx) {
    await one.rejectWhileDelayed(tx);
    await other.rejectWhileDelayed(tx);
  },
  async countFailure(tx) {
    await one.countFailure(tx);
    await other.countFailure(tx);
  },
  async resetFailures() {
    await one.resetFailures();
    await other.resetFailures();
  },
});

import type { LimitName } from '#server/config/limit-settings.ts';
import { addressBlock } from '#server/platform/rate-limits/ip-block.ts';
import type { FailureLimit, Limits } from '#server/platform/rate-limits/rate-limits.ts';

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
export const customerSignInFailures = (limits: Limits, attempt: SignInAttempt) =>
  signInFailures(limits, CUSTOMER, attempt);

/**
 * Counts failures by their source, so that an attacker elsewhere cannot lock the owner out. A trusted device is
 * a source of its own; any other browser counts by its IP address. Over all IP addresses together there is a ceiling: it
 * bounds distributed guessing, and does not apply to trusted devices. A success clears the source, never the ceiling.
 */
export function signInFailures(
  limits: Limits,
  names: LimitNames,
  { account, device, clientIp }: SignInAttempt,
): FailureLimit {
  if (device !== null) return limits.failures(names.source, `${account}\0device ${device}`);
  const sourceLimit = limits.failures(names.source, `${account}\0${addressBlock(clientIp)}`);
  return {
    ...both(sourceLimit, limits.failureCeiling(names.total, account)),
    forgetFailures: sourceLimit.forgetFailures,
  };
}

/** For a customer who has proved by email who they are, with a new password: earlier guesses do not count against it. */
export async function forgetCustomerFailures(limits: Limits, attempt: SignInAttempt): Promise<void> {
  await customerSignInFailures(limits, attempt).forgetFailures();
  await limits.failureCeiling(CUSTOMER.total, attempt.account).forgetFailures();
}

/**
 * Limits wrong passwords when a signed-in customer confirms something. Each session counts separately, so that a thief
 * cannot use up the limit with a stolen session and keep the owner from ending it. Every session took a sign-in, so the
 * number of sessions is no way to more guesses.
 */
export const passwordCheckFailures = (
  limits: Limits,
  { userId, sessionId }: { userId: string; sessionId: string },
): FailureLimit => limits.failures('passwordCheckAccount', `${userId}:${sessionId}`);

/** Applies two limits at once. */
export const both = (one: FailureLimit, other: FailureLimit): FailureLimit => ({
  async refuseWhileDelayed(tx) {
    await one.refuseWhileDelayed(tx);
    await other.refuseWhileDelayed(tx);
  },
  async countFailure(tx) {
    await one.countFailure(tx);
    await other.countFailure(tx);
  },
  async forgetFailures() {
    await one.forgetFailures();
    await other.forgetFailures();
  },
});

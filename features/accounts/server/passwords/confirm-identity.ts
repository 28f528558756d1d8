import type { Cookies } from '#core/server/http/cookies.ts';
import type { Transaction } from '#core/server/platform/database.ts';
import { HttpError } from '#core/server/platform/http-error.ts';
import type { FailureLimit } from '#core/server/platform/rate-limits/rate-limits.ts';
import type { RequestEvents } from '#core/server/platform/security-events/security-log.ts';
import type { Dependencies } from '#dependencies.ts';
import {
  confirmationMissing,
  googleConfirmationFailed,
  wrongCurrentPassword,
  wrongCurrentPasswordField,
} from '#features/accounts/server/accounts.errors.ts';
import type { User } from '#features/accounts/server/accounts.queries.ts';
import { BROWSER_COOKIE, redeemTicket } from '#features/accounts/server/google/sign-in-attempt.ts';
import { getUserLane, verifyPassword } from './password.ts';

/**
 * Verifies that the account's owner makes the request: by the current password, or by the ticket of a new
 * sign-in with Google if the account has no password. Throws a field error if the confirmation is missing or
 * the password is wrong.
 */
export async function confirmIdentity(
  { database, clock }: Pick<Dependencies, 'database' | 'clock'>,
  user: User,
  confirmation: { current_password?: string | undefined; access_token?: string | undefined },
  { cookies, failures, events }: { cookies: Cookies; failures: FailureLimit; events: RequestEvents },
): Promise<void> {
  const { current_password: password, access_token: ticket } = confirmation;
  if (password !== undefined) {
    return confirmByPassword(user, password, { failures, events }, wrongCurrentPasswordField);
  }
  if (ticket === undefined)
    throw confirmationMissing(user.passwordHash === null ? 'access_token' : 'current_password');
  const proof = { ticket, browserCookie: cookies.get(BROWSER_COOKIE) };
  await reportFailedConfirmation(events, () =>
    database.transaction((tx) => confirmByGoogle(tx, user, proof, clock.now())),
  );
}

/**
 * Verifies the signed-in customer's password. Throws `wrongPassword()`, or `throttled` after too many
 * failures. An account without a password accepts none.
 */
export async function confirmByPassword(
  user: User,
  password: string,
  { failures, events }: { failures: FailureLimit; events: RequestEvents },
  wrongPassword = wrongCurrentPassword,
): Promise<void> {
  await failures.rejectWhileDelayed();
  const attempt = { lane: getUserLane(user.id), failures };
  if (!(await verifyPassword(password, user.passwordHash, attempt))) {
    await events.report({ kind: 'password_check_failed' });
    throw wrongPassword();
  }
  await failures.resetFailures();
}

/** Verifies with the ticket of a new sign-in with Google that the account's owner makes the request. Throws if not. */
export async function confirmByGoogle(
  tx: Transaction,
  user: User,
  { ticket, browserCookie }: { ticket: string; browserCookie: string | undefined },
  now: Date,
): Promise<void> {
  const profile = await redeemTicket(tx, ticket, browserCookie, now);
  if (!profile || profile.id !== user.googleId) throw googleConfirmationFailed();
}

/** Runs a transaction that calls `confirmByGoogle`, and reports a failed confirmation after the rollback. */
export async function reportFailedConfirmation<T>(events: RequestEvents, run: () => Promise<T>): Promise<T> {
  try {
    return await run();
  } catch (error) {
    if (error instanceof HttpError && error.code === 'google_confirmation_failed') {
      await events.report({ kind: 'google_confirmation_failed' });
    }
    throw error;
  }
}

import type { AuthResponse } from '#contract/accounts/sign-in.ts';
import type { Tokens } from '#contract/accounts/tokens.ts';
import type { SecurityEventKind } from '#contract/admin/security-events.ts';
import { emailTaken, invalidCredentials } from '#server/domains/accounts/accounts.errors.ts';
import { findUserByEmail, insertUser, type User } from '#server/domains/accounts/accounts.queries.ts';
import { verifyPassword } from '#server/domains/accounts/passwords/password.ts';
import { type Database, isUniqueViolation, type Transaction } from '#server/platform/database.ts';
import { HttpError } from '#server/platform/http-error.ts';
import type { FailureLimit } from '#server/platform/rate-limits/rate-limits.ts';
import type { EventAccount, EventDetails } from '#server/platform/security-events/security-event.ts';
import type { RequestEvents } from '#server/platform/security-events/security-log.ts';

/**
 * Returns the customer with this email and password. Throws `invalidCredentials`, or `throttled` after too
 * many failures.
 */
export async function checkCredentials(
  database: Database,
  { email, password }: { email: string; password: string },
  failures?: FailureLimit,
): Promise<User> {
  await failures?.rejectWhileDelayed();
  const user = await findUserByEmail(database.db, email);
  const isCorrect = await verifyPassword(password, user?.passwordHash ?? null, failures);
  if (!user || !isCorrect) throw invalidCredentials();
  await failures?.resetFailures();
  return user;
}

/** `id` is the email, or the Google account's id after a sign-in with Google. */
export function presentSignIn(user: User, tokens: Tokens, id = user.email): AuthResponse {
  return {
    user: {
      email: user.email,
      first_name: user.firstName,
      last_name: user.lastName,
      id,
      google_id: user.googleId,
    },
    tokens,
  };
}

/** Creates a customer account. Throws `emailTaken`. */
export async function registerCustomer(
  tx: Transaction,
  customer: { email: string; firstName: string; lastName: string; passwordHash: string },
  now: Date,
): Promise<User> {
  try {
    return await insertUser(tx, { ...customer, createdAt: now });
  } catch (error) {
    throw isUniqueViolation(error, 'users_email_key') ? emailTaken(error) : error;
  }
}

interface SignInSubject {
  /** The account with the email or username, or `null`. */
  account: EventAccount | null;
  /** The email or username as entered. */
  identifier: string;
  method: NonNullable<EventDetails['method']>;
}

const REJECTION_KINDS: Readonly<Record<string, SecurityEventKind>> = {
  throttled: 'sign_in_throttled',
  too_many_sign_ins: 'request_throttled',
  second_factor_required: 'second_factor_requested',
};

/** Runs a sign-in and reports a rejection to the security log. */
export async function reportFailedSignIn<T>(
  events: RequestEvents,
  { account, identifier, method }: SignInSubject,
  signIn: () => Promise<T>,
): Promise<T> {
  try {
    return await signIn();
  } catch (error) {
    if (error instanceof HttpError) {
      await events.report({
        kind: REJECTION_KINDS[error.code] ?? 'sign_in_failed',
        account,
        ...(account ? {} : { identifier }),
        details: { method, reason: error.code },
      });
    }
    throw error;
  }
}

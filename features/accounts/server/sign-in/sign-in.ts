import { randomUUID } from 'node:crypto';
import type { SecurityEventKind } from '#core/contract/accounts/security-events.ts';
import type { Tokens } from '#core/contract/accounts/tokens.ts';
import { HOUR, MINUTE, SECOND } from '#core/server/platform/clock.ts';
import { type Database, isUniqueViolation, type Transaction } from '#core/server/platform/database.ts';
import { describeDevice } from '#core/server/platform/describe-device.ts';
import { HttpError } from '#core/server/platform/http-error.ts';
import { enqueue } from '#core/server/platform/jobs/enqueue.ts';
import { defineQueue } from '#core/server/platform/jobs/queue.ts';
import type { EventAccount, EventDetails } from '#core/server/platform/security-events/security-event.ts';
import type { RequestEvents } from '#core/server/platform/security-events/security-log.ts';
import type { AuthResponse } from '#features/accounts/contract/sign-in.ts';
import { emailTaken, invalidCredentials } from '#features/accounts/server/accounts.errors.ts';
import { findUserByEmail, insertUser, type User } from '#features/accounts/server/accounts.queries.ts';
import { type PasswordAttempt, verifyPassword } from '#features/accounts/server/passwords/password.ts';

/**
 * Returns the customer with this email and password. Throws `invalidCredentials`, or `throttled` after too
 * many failures.
 */
export async function checkCredentials(
  database: Database,
  { email, password }: { email: string; password: string },
  attempt: PasswordAttempt = {},
): Promise<User> {
  await attempt.failures?.rejectWhileDelayed();
  const user = await findUserByEmail(database.db, email);
  const isCorrect = await verifyPassword(password, user?.passwordHash ?? null, attempt);
  if (!user || !isCorrect) throw invalidCredentials();
  await attempt.failures?.resetFailures();
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

/** A sign-in from a browser that had not signed in to the account before, of which its customer is alerted. */
interface SignInAlert {
  id: string;
  userId: string;
  device: string;
  occurredAt: string;
}

/** A job for each of these sign-ins. The alerts feature handles them. */
export const signInAlertQueue = defineQueue<SignInAlert>('sign-in-alert', {
  timeLimitMs: MINUTE,
  retries: { maxAttempts: 12, firstDelayMs: 5 * SECOND, longestDelayMs: HOUR },
});

export const queueSignInAlert = (
  tx: Transaction,
  { userId, userAgent, now }: { userId: string; userAgent: string | null; now: Date },
): Promise<void> =>
  enqueue(tx, signInAlertQueue, {
    id: randomUUID(),
    userId,
    device: describeDevice(userAgent),
    occurredAt: now.toISOString(),
  });

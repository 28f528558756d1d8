import type { AuthResponse } from '#contract/accounts/sign-in.ts';
import type { Tokens } from '#contract/accounts/tokens.ts';
import { invalidCredentials } from '#server/domains/accounts/accounts.errors.ts';
import { findUserByEmail, type User } from '#server/domains/accounts/accounts.queries.ts';
import { verifyPassword } from '#server/domains/accounts/passwords/password.ts';
import type { Database } from '#server/platform/database.ts';
import type { FailureLimit } from '#server/platform/rate-limits/rate-limits.ts';

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
  const isCorrect = await verifyPassword(password, user?.passwordHash ?? null, failures?.rejectWhileDelayed);
  if (!user || !isCorrect) {
    await failures?.countFailure();
    throw invalidCredentials();
  }
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

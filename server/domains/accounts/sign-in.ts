import type { AuthResponse } from '#contract/accounts.ts';
import type { Tokens } from '#contract/sessions.ts';
import type { Database } from '#server/platform/database.ts';
import { wrongCredentials } from './accounts.errors.ts';
import { findUserByEmail, type User } from './accounts.queries.ts';
import { verifyPassword } from './password.ts';

/** The customer whose e-mail and password these are; throws `wrongCredentials`. */
export async function checkCredentials(
  database: Database,
  { email, password }: { email: string; password: string },
): Promise<User> {
  const user = await findUserByEmail(database.read, email);
  const isRight = await verifyPassword(password, user?.passwordHash ?? null);
  if (!user || !isRight) throw wrongCredentials();
  return user;
}

export function presentSignIn(user: User, tokens: Tokens): AuthResponse {
  return {
    user: {
      email: user.email,
      first_name: user.firstName,
      last_name: user.lastName,
      id: user.email,
      google_id: user.googleId,
    },
    tokens,
  };
}

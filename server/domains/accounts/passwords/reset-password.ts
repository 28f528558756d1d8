import { invalidEmailLink } from '#server/domains/accounts/accounts.errors.ts';
import { setPasswordAfterReset, type User } from '#server/domains/accounts/accounts.queries.ts';
import { revokeSessionsOfAccount } from '#server/domains/accounts/sessions/sessions.queries.ts';
import { redeemOneTimeToken } from '#server/domains/accounts/verification/one-time-tokens.ts';
import type { Transaction } from '#server/platform/database.ts';
import { queueEmail } from '#server/platform/email/outbox.ts';

/**
 * Sets a new password with the token of a reset link and ends all sessions. The link also verifies the email.
 * An account that only signs in with Google gets its first password. Throws `invalidEmailLink`.
 */
export async function resetPassword(
  tx: Transaction,
  { token, passwordHash }: { token: string; passwordHash: string },
  now: Date,
): Promise<User> {
  const userId = await redeemOneTimeToken(tx, token, 'password-reset', now);
  if (userId === null) throw invalidEmailLink();
  const user = await setPasswordAfterReset(tx, userId, passwordHash, now);
  await revokeSessionsOfAccount(tx, { accountKind: 'customer', accountId: userId }, now);
  await queueEmail(tx, { template: 'password-changed', recipient: user.email });
  return user;
}

import type { Transaction } from '#core/server/platform/database.ts';
import { queueEmail } from '#core/server/platform/email/outbox.ts';
import type { RouteDependencies } from '#dependencies.ts';
import { confirmPasswordReset, requestPasswordReset } from '#features/accounts/contract/passwords.ts';
import { invalidEmailLink } from '#features/accounts/server/accounts.errors.ts';
import {
  findUser,
  findUserByEmail,
  setPasswordAfterReset,
  type User,
} from '#features/accounts/server/accounts.queries.ts';
import type { AccountHooks } from '#features/accounts/server/deletion/delete-account.ts';
import { describeDelay, requireEmails } from '#features/accounts/server/emails/email-delivery.ts';
import { revokeAccess } from '#features/accounts/server/keys/access.ts';
import { revokeSessionsOfAccount } from '#features/accounts/server/sessions/sessions.queries.ts';
import { clearCustomerFailures } from '#features/accounts/server/sign-in/failure-limits.ts';
import { toTrustingAccount, trustDevice } from '#features/accounts/server/sign-in/trusted-device.ts';
import {
  findOneTimeToken,
  redeemOneTimeToken,
} from '#features/accounts/server/verification/one-time-tokens.ts';
import { getUserLane, hashPassword, rejectGuessablePassword } from './password.ts';

export function passwordResetRoutes(
  { handle, config, database, clock, tokenSecrets: secrets, rateLimits, checks }: RouteDependencies,
  hooks: Pick<AccountHooks, 'onRecovered' | 'listChannels'>,
): void {
  // Runs the same steps whether or not the account exists, so that neither the time nor the response reveals it.
  handle(requestPasswordReset, async ({ body: { email }, clientIp, events }) => {
    requireEmails(config);
    await rateLimits.countIp('resetMailAddress', clientIp);
    await rateLimits.count('resetMailAccount', email);
    const resetEmail = { template: 'password-reset', recipient: email };
    await database.transaction(async (tx) => {
      await queueEmail(tx, resetEmail);
      const user = await findUserByEmail(tx, email);
      await events.record(tx, {
        kind: 'password_reset_requested',
        ...(user ? { account: { kind: 'customer', id: user.id } } : { identifier: email }),
      });
    });
    return {
      message: `If an account with this email exists, a link to set a new password is on its way.${describeDelay(checks)}`,
    };
  });

  handle(confirmPasswordReset, async ({ body, clientIp, cookies, events }) => {
    const { token, new_password: password } = body;
    // Checks the token before the expensive hash, and without using it up: after a rejected password it still works.
    const userId = await findOneTimeToken(database.db, token, 'password-reset', clock.now());
    const owner = userId === null ? null : await findUser(database.db, userId);
    // A valid token is never throttled because of others who guess from the same IP address.
    if (!owner) await rateLimits.countIp('mailedTokenAddress', clientIp);
    if (!owner) throw invalidEmailLink();
    rejectGuessablePassword(password, owner, 'new_password');
    const passwordHash = await hashPassword(password, getUserLane(owner.id));
    const user = await database.transaction(async (tx) => {
      const changed = await resetPassword(tx, { token, passwordHash }, clock.now());
      await revokeAccess(tx, changed.id, { hooks, events, now: clock.now() });
      const account = { kind: 'customer', id: changed.id } as const;
      await events.record(tx, { kind: 'password_reset_completed', account, details: { scope: 'all' } });
      return changed;
    });
    // The link proves the customer's identity, so earlier wrong guesses no longer delay the next sign-in.
    await clearCustomerFailures(rateLimits, { account: user.email, device: null, clientIp });
    trustDevice(cookies, toTrustingAccount(user), secrets);
    return { message: 'Your password was changed. Sign in with the new one.', logout_required: true };
  });
}

/**
 * Sets a new password with the token of a reset link and ends all sessions. The link also verifies the email.
 * An account that only signs in with Google gets its first password. Throws `invalidEmailLink`.
 */
async function resetPassword(
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

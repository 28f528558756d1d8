import { updatePassword } from '#contract/accounts/passwords.ts';
import { editProfile, readProfile } from '#contract/accounts/profile.ts';
import type { Dependencies } from '#server/dependencies.ts';
import { accountNotFound, wrongCurrentPassword } from '#server/domains/accounts/accounts.errors.ts';
import {
  deleteOneTimeTokens,
  findUser,
  replacePassword,
  type User,
} from '#server/domains/accounts/accounts.queries.ts';
import { confirmByPassword } from '#server/domains/accounts/passwords/confirm-identity.ts';
import { hashPassword } from '#server/domains/accounts/passwords/password.ts';
import { rejectGuessablePassword } from '#server/domains/accounts/passwords/password-policy.ts';
import { revokeSessionsOfAccount } from '#server/domains/accounts/sessions/sessions.queries.ts';
import { limitPasswordChecks } from '#server/domains/accounts/sign-in/failure-limits.ts';
import { toTrustingAccount, trustDevice } from '#server/domains/accounts/sign-in/trusted-device.ts';
import type { Handle } from '#server/http/endpoints.ts';
import type { Transaction } from '#server/platform/database.ts';
import { queueEmail } from '#server/platform/email/outbox.ts';
import { editProfile as editCustomer, presentProfile } from './edit-profile.ts';

/** Serves the signed-in customer's profile and password. */
export function profileRoutes(
  handle: Handle,
  {
    database,
    clock,
    tokenSecrets: secrets,
    rateLimits,
  }: Pick<Dependencies, 'database' | 'clock' | 'tokenSecrets' | 'rateLimits'>,
): void {
  handle(readProfile, async ({ caller }) => {
    const user = await findUser(database.db, caller.userId);
    if (!user) throw accountNotFound();
    return presentProfile(user);
  });

  handle(editProfile, async ({ caller, body }) => {
    const user = await database.transaction((tx) => editCustomer(tx, caller.userId, body));
    if (!user) throw accountNotFound();
    return presentProfile(user);
  });

  handle(updatePassword, async ({ caller, body, cookies, events }) => {
    const user = await findUser(database.db, caller.userId);
    if (!user) throw accountNotFound();
    rejectGuessablePassword(body.new_password, user, 'new_password');
    const failures = limitPasswordChecks(rateLimits, caller);
    await confirmByPassword(user, body.current_password, { failures, events });
    const newHash = await hashPassword(body.new_password);
    await database.transaction(async (tx) => {
      await changePassword(tx, user, newHash, clock.now());
      await rateLimits.count('passwordChangeAccount', user.email, tx);
      await events.record(tx, { kind: 'password_changed', details: { scope: 'all' } });
    });
    trustDevice(cookies, toTrustingAccount({ ...user, passwordHash: newHash }), secrets);
    return { message: 'Password updated successfully', logout_required: true };
  });
}

/**
 * Replaces the password that `user` was read with, ends every session, invalidates the password reset links
 * and notifies the customer by email. Throws `wrongCurrentPassword` if the password was changed in the
 * meantime.
 */
async function changePassword(tx: Transaction, user: User, newHash: string, now: Date): Promise<void> {
  if (!(await replacePassword(tx, user, newHash))) throw wrongCurrentPassword();
  await revokeSessionsOfAccount(tx, { accountKind: 'customer', accountId: user.id }, now);
  await deleteOneTimeTokens(tx, user.id, 'password-reset');
  await queueEmail(tx, { template: 'password-changed', recipient: user.email });
}

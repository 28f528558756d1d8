import { updatePassword } from '#contract/accounts/passwords.ts';
import { editProfile, readProfile } from '#contract/accounts/profile.ts';
import type { Dependencies } from '#server/dependencies.ts';
import { accountNotFound } from '#server/domains/accounts/accounts.errors.ts';
import { findUser } from '#server/domains/accounts/accounts.queries.ts';
import { confirmByPassword } from '#server/domains/accounts/passwords/confirm-identity.ts';
import { hashPassword } from '#server/domains/accounts/passwords/password.ts';
import { rejectGuessablePassword } from '#server/domains/accounts/passwords/password-policy.ts';
import { setPassword } from '#server/domains/accounts/passwords/update-password.ts';
import { limitPasswordChecks } from '#server/domains/accounts/sign-in/sign-in-failures.ts';
import { toTrustingAccount, trustDevice } from '#server/domains/accounts/sign-in/trusted-device.ts';
import type { Handle } from '#server/http/endpoints.ts';
import { editProfile as editCustomer, presentProfile } from './edit-profile.ts';

/** What a customer changes about themselves. */
export function profileRoutes(
  handle: Handle,
  {
    database,
    clock,
    mailer,
    tokenSecret: secret,
    rateLimits,
  }: Pick<Dependencies, 'database' | 'clock' | 'mailer' | 'tokenSecret' | 'rateLimits'>,
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
      await setPassword(tx, user, newHash, clock.now());
      await rateLimits.count('passwordChangeAccount', user.email, tx);
      await events.record(tx, { kind: 'password_changed', details: { scope: 'all' } });
    });
    trustDevice(cookies, toTrustingAccount({ ...user, passwordHash: newHash }), secret);
    mailer.wake();
    return { message: 'Password updated successfully', logout_required: true };
  });
}

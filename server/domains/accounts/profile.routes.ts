import { updatePassword } from '#contract/passwords.ts';
import { editProfile, readProfile } from '#contract/profile.ts';
import type { Dependencies } from '#server/dependencies.ts';
import type { Handle } from '#server/http/endpoints.ts';
import { createLimits } from '#server/http/limits.ts';
import { accountGone } from './accounts.errors.ts';
import { findUser } from './accounts.queries.ts';
import { confirmByPassword } from './confirm-identity.ts';
import { editProfile as editCustomer, presentProfile } from './edit-profile.ts';
import { hashPassword } from './password.ts';
import { rejectGuessablePassword } from './password-policy.ts';
import { passwordCheckFailures } from './sign-in-failures.ts';
import { asTrusting, trustDevice } from './trusted-device.ts';
import { setPassword } from './update-password.ts';

/** What a customer changes about themselves. */
export function profileRoutes(handle: Handle, dependencies: Dependencies): void {
  const { database, clock, mailer, tokenSecret: secret } = dependencies;
  const limits = createLimits(dependencies);

  handle(readProfile, async ({ caller }) => {
    const user = await findUser(database.read, caller.userId);
    if (!user) throw accountGone();
    return presentProfile(user);
  });

  handle(editProfile, async ({ caller, body }) => {
    const user = await database.transaction((tx) => editCustomer(tx, caller.userId, body));
    if (!user) throw accountGone();
    return presentProfile(user);
  });

  handle(updatePassword, async ({ caller, body, cookies, events }) => {
    const user = await findUser(database.read, caller.userId);
    if (!user) throw accountGone();
    rejectGuessablePassword(body.new_password, user, 'new_password');
    const failures = passwordCheckFailures(limits, caller);
    await confirmByPassword(user, body.current_password, { failures, events });
    const newHash = await hashPassword(body.new_password);
    await database.transaction(async (tx) => {
      await setPassword(tx, user, newHash, clock.now());
      await limits.count('passwordChangeAccount', user.email, tx);
      await events.record(tx, { kind: 'password_changed', details: { scope: 'all' } });
    });
    trustDevice(cookies, asTrusting({ ...user, passwordHash: newHash }), secret);
    mailer.wake();
    return { message: 'Password updated successfully', logout_required: true };
  });
}

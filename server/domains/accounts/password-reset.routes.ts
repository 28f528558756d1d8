import { confirmPasswordReset, requestPasswordReset } from '#contract/passwords.ts';
import type { Dependencies } from '#server/dependencies.ts';
import type { Handle } from '#server/http/endpoints.ts';
import { createLimits } from '#server/http/limits.ts';
import { queueMail } from '#server/platform/mail/outbox.ts';
import { mailedLinkEnded } from './accounts.errors.ts';
import { findUser } from './accounts.queries.ts';
import { failuresSubject, knownDevice } from './known-device.ts';
import { findOneTimeToken } from './one-time-tokens.ts';
import { hashPassword } from './password.ts';
import { rejectGuessablePassword } from './password-policy.ts';
import { resetPassword } from './reset-password.ts';

export function passwordResetRoutes(handle: Handle, dependencies: Dependencies): void {
  const { database, clock, mailer, tokenSecret: secret } = dependencies;
  const limits = createLimits(dependencies);

  // Never looks whether there is such an account: the mail's template does, later. So time and text tell nothing.
  handle(requestPasswordReset, async ({ body: { email }, clientIp }) => {
    await limits.countAddress('resetMailAddress', clientIp);
    await limits.count('resetMailAccount', email);
    const mail = { template: 'password-reset', recipient: email };
    await database.transaction((tx) => queueMail(tx, mail, clock.now()));
    mailer.wake();
    return {
      message: 'If an account with this email exists, a link to set a new password is on its way.',
    };
  });

  handle(confirmPasswordReset, async ({ body: { token, new_password: password }, clientIp, cookies }) => {
    await limits.countAddress('mailedTokenAddress', clientIp);
    // Before hashing, which is dear, and without using it up: a refused password may be tried again.
    const userId = await findOneTimeToken(database.read, token, 'password-reset', clock.now());
    const owner = userId === null ? null : await findUser(database.read, userId);
    if (!owner) throw mailedLinkEnded();
    rejectGuessablePassword(password, owner, 'new_password');
    const passwordHash = await hashPassword(password);
    const user = await database.transaction((tx) => resetPassword(tx, { token, passwordHash }, clock.now()));
    // Who guessed at their old password is not kept waiting with the new one.
    for (const device of [null, knownDevice(cookies, user.email, secret)]) {
      await limits.failures('signInAccount', failuresSubject(user.email, device)).forgetFailures();
    }
    mailer.wake();
    return { message: 'Your password was changed. Sign in with the new one.', logout_required: true };
  });
}
